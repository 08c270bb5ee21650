import { GOAL_TURNS_MAX, type Goal } from '../../shared/goal'

/** What the agent reads at the start of a turn that its goal has started (S-253). */
export function goalTurnText({ condition, by, turns }: Goal): string {
  const who = by === 'user' ? 'The user set this goal' : 'You set this goal'
  return `[Goal, turn ${turns} of ${GOAL_TURNS_MAX}, from Vigil]
${who}:
${condition}

Work towards it. Once it holds, check that it does and call \`goal\` with action done, naming what shows it. If it cannot be reached, or only the user can help, call \`goal\` with action give_up and say why. To wait for background commands, end your turn: the next one comes when one of them ends.`
}
