import { join } from 'node:path'
import type { ChatNotice } from '../shared/chat'
import { EngineError } from '../shared/errors'
import type { CallId, ChatId, CommandId } from '../shared/ids'
import type { AppBanner, AppSnapshot, EngineEvent, ProfileList } from '../shared/ipc'
import type { PermissionMode } from '../shared/permissions'
import { SLASH_COMMANDS } from '../shared/slash-commands'
import type { ToolCard } from '../shared/tool-card'
import { readProjectInstructions } from './agent/project-instructions'
import { createArtifactFolder } from './artifacts/artifact-folder'
import { ArtifactKeeper } from './artifacts/artifact-keeper'
import { createAttentions } from './attention/attentions'
import { exportChat } from './chats/chat-export'
import { createChatModes } from './chats/chat-modes'
import { ChatService } from './chats/chat-service'
import { createCheckpointTaker } from './chats/checkpoint-taker'
import { createCheckpoints } from './chats/checkpoints'
import { createInstructions } from './chats/instructions'
import { createModelPicker } from './chats/model-picker'
import { notificationOf } from './chats/notification'
import { UserLines } from './chats/user-lines'
import { DisposableStore } from './disposable'
import type { Engine, EngineDeps, EngineHandlers } from './engine-api'
import { createEngineApprovals } from './engine-approvals'
import { createEngineImages } from './engine-images'
import { createEngineMcp } from './engine-mcp'
import { Emitter } from './events'
import { createSeenFiles } from './files/seen-files'
import type { CommandRecord } from './jobs/command-record'
import { createCommandService } from './jobs/command-service'
import { commandTitle } from './jobs/command-title'
import { createOutputLogs } from './jobs/output-logs'
import { OutputRates } from './jobs/output-rates'
import { WINDOW_WAITING } from './jobs/waiting-rules'
import { createMemoryFiles } from './memory/memory-files'
import { createMemoryPage, memoryAnswer } from './memory/memory-page'
import { createConnectionService } from './models/connection-service'
import { createOutputPages } from './output-pages'
import { createOutputSearch } from './output-search'
import { customCommands } from './preprocess/custom-commands'
import { createPathFinder } from './preprocess/path-list'
import { createProfiles } from './profiles'
import { WakeUps } from './schedules/wake-ups'
import { createSnapshots } from './snapshots/snapshots'
import { createChatSearch } from './store/chat-search'
import { createChatStore } from './store/chat-store'
import { createCheckpointStore } from './store/checkpoint-store'
import { createCommandStore } from './store/command-store'
import { openDatabase } from './store/database'
import { createRuleTable } from './store/rule-table'
import { Subagents } from './subagents/subagents'
import { createTools } from './tools/create-tools'
import { shellAnswer } from './tools/result-text'
import { isPublicAddress } from './web/public-address'
import { resolveBySystem } from './web/web-request'
import { createWorkspaces } from './workspaces'

/**
 * Builds the engine on what a host supplies. It owns everything it makes; the ports stay the host's, except the process
 * host, which it ends with itself.
 *
 * @throws when the database can be neither read nor moved aside
 */
export function createEngine(deps: EngineDeps): Engine {
  const { clock, ids, settings, secrets, paths, facts, shells, outputReader: reader, reportBug } = deps
  const owned = new DisposableStore()
  const events = owned.add(new Emitter<EngineEvent>())
  const emit = (event: EngineEvent) => events.fire(event)
  let disposed = false

  const { sql, moved } = openDatabase(paths.database, clock.now())
  let banners: AppBanner[] = [...(deps.banners ?? [])]
  if (moved)
    banners.push({
      id: ids.next('banner'),
      type: 'database-moved',
      file: paths.database,
      movedTo: moved.to,
      reason: moved.reason,
    })

  const logs = createOutputLogs(paths.outputs)
  const attentions = owned.add(createAttentions(clock, reportBug))
  const commandStore = createCommandStore(sql)
  const commands = createCommandService({
    store: commandStore,
    host: deps.processHost,
    shells,
    reader,
    logs,
    clock,
    ids,
    attentions,
    others: () => subagents.jobs,
    isUnattended: deps.isUnattended ?? false,
    reportBug,
  })
  const subagents = new Subagents({ chats: () => chats, commands, attentions, clock, emit, reportBug })
  const workspaces = createWorkspaces(settings, ids)
  const approvals = owned.add(
    createEngineApprovals({
      ...deps,
      port: createRuleTable(sql),
      commands: () => commands,
      chat: (id) => chats.find(id),
      ownerOf: (id) => chats.ownerOf(id),
      workspaces,
      emit,
    }),
  )
  const { waiting = WINDOW_WAITING, projectInstructions = readProjectInstructions } = deps
  const memory =
    deps.memory ??
    createMemoryFiles({ documentsDir: deps.documentsDir ?? join(facts.homeDir, 'Documents'), ids })
  const seenFiles = createSeenFiles()
  const modeOf = (chatId: ChatId) => chats.find(chatId)?.modeInForce ?? 'standard'
  const showCard = ({ chatId, callId }: { chatId: ChatId; callId: CallId }, card: ToolCard) =>
    chats.find(chatId)?.showCard(callId, card)
  const tools = createTools({
    commands,
    reader,
    logs,
    shells,
    clock,
    approve: approvals.approve,
    mayRead: approvals.mayRead,
    memory: { files: memory, changed: () => emit({ name: 'memory.changed', payload: {} }) },
    modeOf,
    ask: { guard: approvals.guardAction, asks: approvals.asks, showCard, clock },
    web: {
      resolve: deps.resolveHost ?? resolveBySystem,
      mayReach: (address) => settings.get().webPrivate || isPublicAddress(address),
      clock,
    },
    schedules: {
      list: {
        list: (chatId) => chats.get(chatId).schedules,
        add: (chatId, made) => chats.get(chatId).addSchedule(made),
        cancel: (chatId, id) => chats.get(chatId).cancelSchedule(id),
      },
      timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
    },
    goals: {
      of: (chatId) => chats.get(chatId).goal.current,
      set: (chatId, condition) => chats.get(chatId).setGoal(condition, 'agent'),
      end: (chatId, how, reason) => chats.get(chatId).goal.end(how, reason),
    },
    runSubagent: (request) => subagents.run(request),
    ...(deps.ripgrep ? { look: { ripgrep: deps.ripgrep, mayLook: approvals.mayLook } } : {}),
    changer: {
      guard: approvals.guardEdit,
      asks: approvals.asks,
      seen: seenFiles,
      showCard,
      clock,
      ids,
    },
    keepPlan: (chatId, plan) => chats.find(chatId)?.keepPlan(plan),
    waiting,
  })
  const mcp = createEngineMcp({ ...deps, asks: approvals.asks, modeOf, showCard, workspaces, emit })
  const profiles = createProfiles(settings, shells)
  const connections = owned.add(
    createConnectionService({ settings, secrets, facts, clock, ids, fetch: deps.fetch }),
  )
  const images = owned.add(
    createEngineImages({ folder: join(paths.root, 'images'), ids, chat: (id) => chats.get(id) }),
  )
  const pickModel = createModelPicker({
    settings,
    secrets,
    facts,
    ids,
    createClient: deps.createClient,
    images: images.store,
  })
  const snapshots = createSnapshots({ git: deps.git, clock, dataDir: paths.root })
  const searchChats = createChatSearch(sql)
  const checkpointStore = createCheckpointStore(sql)
  const checkpointTaker = createCheckpointTaker({
    // Without a person nobody goes back.
    snapshots: deps.git && !deps.isUnattended ? snapshots : null,
    store: checkpointStore,
    clock,
    homeDir: facts.homeDir,
    reportBug,
  })
  const chats = new ChatService(
    {
      store: createChatStore(sql),
      commands,
      attentions,
      tools: async (workspacePath, signal) => [...tools, ...(await mcp.toolsOf(workspacePath, signal))],
      clock,
      ids,
      settings,
      checkpoints: checkpointTaker,
      resolveModel: pickModel,
      instructions: createInstructions({ shells, facts, clock, waiting, projectInstructions, memory }),
      subagents,
      schedulesChanged: () => wakeUps.arm(),
      async lostResult({ commandId, subagentId }) {
        if (subagentId) return subagents.report(subagentId)
        const known = commandId && (await commands.lostReport(commandId))
        return known ? shellAnswer(known.record, known.output) : null
      },
      // What a subagent asks, the person answers in the chat that it works for.
      asking: (chatId) => approvals.asks.count((id) => id === chatId || chats.ownerOf(id) === chatId),
      volatile: (chatId) => commands.stillRunningText(chatId),
      modeOf: (own: PermissionMode) => deps.approvalRules?.mode ?? own,
      emit,
      reportBug,
      isDisposed: () => disposed,
    },
    async (chatId) => {
      await Promise.all([logs.removeChat(chatId), images.store.removeChat(chatId)])
    },
    (id) => subagents.changed(id),
  )

  const modes = createChatModes({
    chat: (id) => chats.get(id),
    snapshots,
    clock,
    changed: approvals.modeChanged,
    reportBug,
  })
  const checkpoints = createCheckpoints({
    chat: (id) => chats.get(id),
    running: (id) => commands.counts(id).alive + subagents.jobs.running(id).length,
    snapshots,
    store: checkpointStore,
    clock,
  })
  const pathFinder = createPathFinder(clock)
  const userLines = owned.add(
    new UserLines({
      settings,
      images: images.store,
      homeDir: facts.homeDir,
      mcp: mcp.answer,
      memory: (workspacePath) => memoryAnswer(memory, workspacePath),
      setMode: (chatId, mode) => void modes.set({ chatId, mode }).catch(reportBug),
      hasKey: (id) => connections.statuses().some((status) => status.id === id && status.key !== 'missing'),
      createChat: ({ workspaceId, model }, summary) => {
        const created = chats.create(workspaces.get(workspaceId))
        if (model) chats.get(created.id).setModel(model)
        if (summary !== undefined) chats.get(created.id).startFrom(summary)
        return created
      },
      chats: () => chats.list(),
      search: searchChats,
    }),
  )

  const rates = owned.add(
    new OutputRates({
      onCard: commands.onCard,
      clock,
      changed: (changed) => emit({ name: 'jobs.rates', payload: { rates: changed } }),
    }),
  )
  chats.recover(commands.recover())
  subagents.interrupt()
  const wakeUps = owned.add(
    new WakeUps({ clock, next: () => chats.nextSchedule(), due: (now) => chats.schedulesDue(now) }),
  )
  wakeUps.arm()
  owned.add(
    commands.onCard((card) => {
      emit({ name: 'command.changed', payload: { card } })
      chats.commandChanged(card)
    }),
  )
  owned.add(
    commands.onSettled((record) => {
      const notice = endNotice(record)
      if (notice) chats.find(record.chatId)?.commandEnded(notice)
    }),
  )
  owned.add(
    attentions.onEffect(({ chatId, effect }) => {
      const chat = chats.find(chats.ownerOf(chatId))
      if (effect.type !== 'notify' || !chat || disposed) return
      // What a subagent does is no news for the person, unless it asks.
      if (chat.id !== chatId && effect.notification.kind !== 'needs-approval') return
      const notification = notificationOf(effect.notification, chat, commands, clock.now())
      if (notification) emit({ name: 'attention.notify', payload: { notification } })
    }),
  )
  owned.add(
    approvals.asks.onChange((chatId) => {
      for (const id of new Set([chatId, chats.ownerOf(chatId)])) chats.find(id)?.asksChanged()
    }),
  )
  owned.add(
    approvals.asks.onAsked(({ chatId: asking, about, subject }) => {
      const chatId = chats.ownerOf(asking)
      const chatTitle = chats.find(chatId)?.title ?? ''
      const notification = {
        chatId,
        chatTitle,
        at: clock.now(),
        kind: 'call-waits',
        about,
        subject,
      } as const
      emit({ name: 'attention.notify', payload: { notification } })
    }),
  )
  owned.add(settings.onChange((value) => emit({ name: 'settings.changed', payload: { settings: value } })))
  owned.add(connections.onChange((status) => emit({ name: 'connection.changed', payload: { status } })))

  const paged = (id: CommandId) => {
    const command = commands.paged(id)
    if (!command) throw new EngineError('unknown-command', 'This command no longer exists.')
    return command
  }
  const artifacts = owned.add(
    new ArtifactKeeper({ folder: createArtifactFolder(paths.outputs), commands, reader, clock, reportBug }),
  )
  void artifacts.sweep()
  const pages = createOutputPages(reader, paged, commands.markOutputGone)
  const search = owned.add(createOutputSearch(paged))

  const snapshot = async (): Promise<AppSnapshot> => ({
    version: facts.version,
    platform: facts.platform,
    systemLanguage: facts.systemLanguage,
    homeDir: facts.homeDir,
    settings: settings.get(),
    chats: chats.list(),
    jobs: [...commands.aliveCards(), ...commands.recentCards()],
    subagents: subagents.running(),
    rates: rates.all(),
    workspaces: workspaces.list(),
    connections: connections.statuses(),
    profiles: await profiles.list(),
    banners,
    secrets: secrets.availability(),
  })

  const announceProfiles = async (change: Promise<ProfileList>): Promise<ProfileList> => {
    const list = await change
    emit({ name: 'profiles.changed', payload: { profiles: list } })
    return list
  }

  const handlers: EngineHandlers = {
    'app.snapshot': snapshot,
    'app.dismissBanner': async ({ id }) => {
      banners = banners.filter((banner) => banner.id !== id)
      emit({ name: 'banners.changed', payload: { banners } })
    },
    'chat.create': async ({ workspaceId }) =>
      chats.create(workspaceId ? workspaces.get(workspaceId) : defaultWorkspace()),
    'chat.open': async ({ chatId }) => {
      const opened = chats.get(chatId).open()
      const ofSubagents = chats.subagents(chatId).flatMap(({ id }) => commands.cardsOf(id))
      const cards = [...opened.cards, ...ofSubagents]
      void artifacts.verify(cards)
      return { ...opened, cards, subagents: subagents.cards(chatId) }
    },
    'chat.archive': async ({ chatId, isArchived }) => chats.get(chatId).archive(isArchived),
    'chat.rename': async ({ chatId, title }) => chats.get(chatId).rename(title),
    'chat.delete': async ({ chatId }) => {
      const chat = chats.get(chatId)
      modes.cancel(chatId)
      const hasCheckpoints = checkpointStore.count(chatId) > 0
      await chats.delete(chatId)
      approvals.forgetChat(chatId)
      seenFiles.forgetChat(chatId)
      // Nobody waits for the space on the disk.
      modes.forget(chat, hasCheckpoints).catch(reportBug)
    },
    'chat.setModel': async ({ chatId, model }) => chats.get(chatId).setModel(model),
    'chat.setMode': (input) => modes.set(input),
    'chat.send': async ({ chatId, text, images: sent }) => {
      approvals.warmUp()
      approvals.answered(chatId)
      return userLines.take(chats.get(chatId), text, sent)
    },
    ...images.handlers,
    'chat.search': async ({ query }) => {
      // Of conversations that a window lists; a subagent's is its own.
      const listed = new Set(chats.list().map(({ id }) => id))
      return searchChats(query)
        .filter(({ chatId }) => listed.has(chatId))
        .slice(0, FOUND_TEXTS_MAX)
    },
    'chat.editMessage': async ({ chatId, entryId, text, withFiles }) => {
      const message = chats.get(chatId).entry(entryId)
      await checkpoints.restore({ chatId, entryId, what: withFiles ? 'both' : 'conversation' })
      return userLines.take(chats.get(chatId), text, message?.kind === 'user' ? message.images : [])
    },
    'chat.compact': async ({ chatId }) => chats.get(chatId).turns.compact(''),
    'chat.commands': async ({ chatId }) => {
      const custom = await customCommands(chats.get(chatId).summary().workspacePath)
      return [
        ...SLASH_COMMANDS.map((name) => ({ name, isCustom: false })),
        ...custom.map((name) => ({ name, isCustom: true })),
      ]
    },
    'chat.findPaths': ({ chatId, query }) =>
      pathFinder.find(chats.get(chatId).summary().workspacePath, query),
    'chat.stop': ({ chatId }) => chats.get(chatId).turns.stop(),
    'chat.stopWaiting': ({ chatId }) => chats.get(chatId).turns.stopWaiting(),
    'chat.cancelSchedule': async ({ chatId, scheduleId }) =>
      void chats.get(chatId).cancelSchedule(scheduleId),
    'chat.endGoal': async ({ chatId }) => chats.get(chatId).goal.end('off'),
    'chat.retry': async ({ chatId }) => chats.get(chatId).turns.retry(),
    'chat.markRead': async ({ chatId }) => chats.get(chatId).markRead(),
    ...approvals.handlers,
    ...createMemoryPage({ files: memory, workspaces }),
    'snapshot.preview': ({ chatId }) => modes.preview(chatId),
    'snapshot.restore': (input) => modes.restore(input),
    'snapshot.undoRestore': ({ chatId }) => modes.undoRestore(chatId),
    'subagent.stop': ({ subagentId }) => subagents.stop(subagentId),
    'checkpoint.preview': ({ chatId, entryId }) => checkpoints.preview(chatId, entryId),
    'checkpoint.restore': (input) => checkpoints.restore(input),
    'checkpoint.takeBack': ({ chatId, entryId }) => checkpoints.takeBack(chatId, entryId),
    'command.stop': ({ commandId }) => commands.stop(commandId, 'user'),
    'command.dismiss': async ({ commandId }) => commands.dismiss(commandId),
    'jobs.list': async () => commands.newestCards(),
    'command.moveToBackground': async ({ commandId }) => commands.moveToBackground(commandId),
    'output.tail': ({ commandId, lines }) => pages.tail(commandId, lines),
    'output.before': ({ commandId, before, lines }) => pages.before(commandId, before, lines),
    'output.after': ({ commandId, from, lines }) => pages.after(commandId, from, lines),
    'output.around': ({ commandId, at, lines }) => pages.around(commandId, at, lines),
    'output.find': ({ commandId, lane, query, ...range }) => search.find(commandId, lane, query, range),
    'output.findStop': async ({ commandId }) => search.stop(commandId),
    'output.line': ({ commandId, line }) => search.line(commandId, line),
    'workspaces.check': async () =>
      emit({ name: 'workspaces.changed', payload: { workspaces: await workspaces.check() } }),
    ...mcp.handlers,
    'settings.update': async (patch) => settings.update(patch),
    'profiles.list': () => profiles.list(),
    'profiles.setDefault': ({ name }) => announceProfiles(profiles.setDefault(name)),
    'profiles.save': (profile) => announceProfiles(profiles.save(profile)),
    'profiles.remove': ({ name }) => announceProfiles(profiles.remove(name)),
    'models.probe': () => connections.probe(),
    'connections.add': (input) => connections.add(input),
    'connections.update': (input) => connections.update(input),
    'connections.remove': ({ connectionId }) => connections.remove(connectionId),
    'connections.test': (input) => connections.test(input),
    'connections.refresh': ({ connectionId }) => connections.refresh(connectionId),
    'connections.setKey': ({ connectionId, key }) => connections.setKey(connectionId, key),
    'connections.clearKey': ({ connectionId }) => connections.clearKey(connectionId),
  }

  /** A first chat needs a folder before any was chosen: the last one used, else the home folder. */
  function defaultWorkspace() {
    return workspaces.list().find((workspace) => !workspace.missing) ?? openWorkspace(facts.homeDir)
  }

  function openWorkspace(path: string) {
    const workspace = workspaces.open(path)
    emit({ name: 'workspaces.changed', payload: { workspaces: workspaces.list() } })
    return workspace
  }

  return {
    handlers,
    onEvent: events.event,
    openWorkspace,
    snapshot,
    outputText: (id) => pages.text(id),
    outputFile: (id) => pages.file(id),
    exportChat(id, format) {
      const session = chats.get(id)
      return exportChat({ ...session.open(), entries: session.history() }, format)
    },
    async windowEnded(how) {
      subagents.interrupt()
      chats.closeAll()
      // Commands first, as below.
      const commandsEnded = commands.endWindow(how === 'crashed')
      await chats.endTurns()
      chats.showLost(await commandsEnded)
    },
    goOnAfterCrash: () => chats.goOnAfterCrash(),
    async dispose() {
      if (disposed) return
      disposed = true
      subagents.interrupt()
      // Commands first: what the agent waits for ends with the app, it was not stopped by the person.
      const commandsEnded = commands.dispose()
      const snapshotsEnded = Promise.all([modes.dispose(), checkpointTaker.dispose(), checkpoints.dispose()])
      const serversEnded = mcp.dispose()
      await chats.dispose()
      await snapshotsEnded
      await serversEnded
      await deps.serverProcesses?.dispose()
      await commandsEnded
      await deps.processHost.dispose()
      owned.dispose()
      sql.close()
    },
  }
}

/** Most places in which a search of all chats shows something; more are no help. */
const FOUND_TEXTS_MAX = 50

/** The line a transcript shows when a background command ended by itself (S-158, S-224). */
function endNotice(record: CommandRecord): Extract<ChatNotice, { type: 'command-ended' }> | null {
  const { state } = record
  const names = {
    type: 'command-ended',
    commandId: record.id,
    terminalId: record.terminalId,
    command: commandTitle(record.command),
  } as const
  if (state.kind === 'interrupted' && state.lost?.wasBackground)
    return { ...names, end: { by: 'unknown' }, ranMs: state.lastSeenAt - state.startedAt }
  if (state.kind !== 'ended' || !state.wasBackground) return null
  if (state.end.by === 'stop' && state.end.who !== 'user') return null
  return { ...names, end: state.end, ranMs: state.endedAt - state.startedAt }
}
