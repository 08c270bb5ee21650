import type { CommandId } from '../../../shared/ids'
import { useRates } from '../../state/stores'
import { Sparkline } from '../../ui/Sparkline'

/** The line of one running command; only it is drawn again when the command has printed. */
export function JobSpark(props: { id: CommandId; width: number; height: number }) {
  const samples = useRates((state) => state.byId[props.id])
  return <Sparkline samples={samples} width={props.width} height={props.height} />
}
