import { PREVIEW } from '#features/progress/web/public.ts'
import type { Api } from '#kernel/client.ts'
import type { Wire } from '#kernel/endpoint.ts'
import { finishScormModule, type startScormModule, updateScormModule } from '../contract.ts'
import type { OutlineRow } from '../rules/outline.ts'
import { confirm, nextBatch, type Outbox } from '../rules/player/outbox.ts'
import { createSender, type SendState } from '../rules/player/sender.ts'
import { type PageMessage, type PlayerMessage, readMessage } from './messages.ts'
import { type OutboxStore, type StoredOutbox, unsentOutboxes } from './outbox-store.ts'

/** What a start has answered, as far as the player is concerned. */
export type Launched = Pick<
  Wire<typeof startScormModule>['data'],
  'scorm_link' | 'content_origin' | 'is_kept' | 'attempt_id' | 'launch'
>
/** The learner's module; null when a package alone is looked at. */
export type OwnModule = { id: number; related_id: number; progress_id: number }
type Committed = Wire<typeof updateScormModule>['data']

export type PlayerProblem = 'locked' | 'expired' | 'missing' | 'superseded' | 'refused'
export type PlayerEvents = {
  onState: (state: SendState) => void
  onOutline: (rows: OutlineRow[]) => void
  onOpened: (item: string) => void
  onFinished: (item: string) => void
  onItemStatus: (status: number) => void
  onProblem: (problem: PlayerProblem) => void
  onUsed: () => void
  /** The content has set a value that is not taken (SCO-012). */
  onRefused: (element: string, code: string) => void
}

const FINAL_CODES = ['not_found', 'not_enough_permissions', 'invalid']
/** Refusals that stay the same however often one asks; everything else may be over in a moment. */
const isFinal = (error: unknown): boolean => {
  const { status = 0 } = (error ?? {}) as { status?: number }
  return status >= 400 && status < 500 && ![408, 419, 423, 425, 429].includes(status)
}

const put = (api: Api, moduleId: number, of: Omit<StoredOutbox, 'commits'>, commits: Outbox): Promise<Committed> =>
  api
    .call(updateScormModule, {
      params: { id: moduleId },
      body: {
        progress_id: of.progress_id,
        details: { attempt_id: of.attempt_id, launch: of.launch, commits: [...commits] },
      },
    })
    .then(({ data }) => data)

/** Sends what a launch has left behind; true when nothing of it is waiting any more. Without a connection it throws. */
const sendAll = async (
  api: Api,
  moduleId: number,
  stored: StoredOutbox,
  onRest: (rest: Outbox) => void,
): Promise<boolean> => {
  let outbox: Outbox = stored.commits
  try {
    while (outbox.length > 0) {
      const { ack } = await put(api, moduleId, stored, nextBatch(outbox))
      outbox = confirm(outbox, ack)
      onRest(outbox)
    }
    return true
  } catch (error) {
    if (FINAL_CODES.includes((error as { code?: string }).code ?? '')) return false
    throw error
  }
}

/** Sends what a launch of this module has left behind, and deletes what has arrived or will never be accepted. */
export const replay = async (api: Api, moduleId: number, store: OutboxStore, outbox: StoredOutbox): Promise<void> => {
  const isSent = await sendAll(api, moduleId, outbox, (rest) => store.save(outbox, rest))
  if (!isSent) store.forget(outbox)
}

/**
 * Sends what players of all modules have left behind in this browser: somebody who closes the tab and looks at the
 * outline later finds there what they have done. Answers how many starts were sent; without a connection it throws.
 */
export const sendUnsent = async (api: Api, userId: number): Promise<number> => {
  const outboxes = unsentOutboxes(userId).toSorted((a, b) => a.outbox.launch - b.outbox.launch)
  for (const { module_id, outbox, forget } of outboxes) {
    await sendAll(api, module_id, outbox, () => {})
    forget()
  }
  return outboxes.length
}

const csrfToken = (): string =>
  decodeURIComponent(
    document.cookie
      .split('; ')
      .find((part) => part.startsWith('XSRF-TOKEN='))
      ?.slice('XSRF-TOKEN='.length) ?? '',
  )

/** The last chance of a page that is closing: a call that the browser finishes on its own. */
const putOnLeave = (moduleId: number, of: Omit<StoredOutbox, 'commits'>, commits: Outbox): void => {
  if (commits.length === 0) return
  const details = { attempt_id: of.attempt_id, launch: of.launch, commits: nextBatch(commits) }
  void fetch(`/api/v1${updateScormModule.path.replace(':id', String(moduleId))}`, {
    method: 'PUT',
    keepalive: true,
    credentials: 'same-origin',
    headers: { 'content-type': 'application/json', 'x-xsrf-token': csrfToken() },
    body: JSON.stringify({ progress_id: of.progress_id, details }),
    // Too much for a page that is going away; it waits for the next start.
  }).catch(() => {})
}

const CLOSING_MS = 3000
const within = (ms: number, work: Promise<unknown>): Promise<unknown> =>
  Promise.race([work, new Promise((resolve) => setTimeout(resolve, ms))])

type PlayerOptions = {
  api: Api
  launched: Launched
  module: OwnModule | null
  store: OutboxStore | null
  frame: () => Window | null
  log_level: number
  events: PlayerEvents
}

/**
 * The page's side of one launch: takes the player's messages, stores them in the outbox, sends them, and tells the
 * player what was saved (SCO-014). It listens only to the frame of that launch, on its own origin.
 */
export const createPlayerControl = ({ api, launched, module, store, frame, log_level, events }: PlayerOptions) => {
  const { content_origin: origin, launch, attempt_id: attemptId, is_kept: isKept } = launched
  const of = { progress_id: module?.progress_id ?? 0, attempt_id: attemptId ?? 0, launch }
  const moduleId = module?.id ?? 0
  let highest = 0
  let awaitsInit = false
  let whenClosed = () => {}

  const tell = (message: PageMessage) => frame()?.postMessage({ to: 'scorm-player', ...message }, origin)

  /** The player continues after all earlier messages are saved, so that it starts from there. */
  const init = () => {
    if (!awaitsInit || sender.waiting().length > 0) return
    awaitsInit = false
    tell({ type: 'init', log_level, seq: highest, ack: highest })
  }

  const sender = createSender<Committed>({
    send: (batch) => put(api, moduleId, of, batch),
    store: (outbox) => store?.save(of, outbox),
    isFinal,
    onState: (state) => {
      events.onState(state)
      if (state === 'saved') init()
      if (state === 'failed') events.onProblem('refused')
    },
    onAnswer: ({ ack, status, outline, refused, is_superseded: isSuperseded }) => {
      tell({ type: 'confirmed', launch, ack })
      if (outline) events.onOutline(outline)
      events.onItemStatus(status)
      for (const { key } of refused) events.onRefused(key, '405')
      if (isSuperseded) events.onProblem('superseded')
    },
    later: (run, ms) => {
      const timer = setTimeout(run, ms)
      return () => clearTimeout(timer)
    },
  })

  /** What earlier pages have left in the player's own storage: of this start it is sent with the rest, of others at once. */
  const takeLeft = async (messages: Extract<PlayerMessage, { type: 'ready' }>['left']) => {
    awaitsInit = true
    if (isKept && module && store)
      for (const { launch: number, commits } of messages.toSorted((a, b) => a.launch - b.launch)) {
        const last = Math.max(...commits.map(({ seq }) => seq))
        if (number === launch) {
          highest = Math.max(highest, last)
          for (const commit of commits) sender.add(commit)
        } else {
          await replay(api, moduleId, store, { ...of, launch: number, commits }).then(
            () => tell({ type: 'confirmed', launch: number, ack: last }),
            // They stay there until the next launch.
            () => {},
          )
        }
      }
    init()
  }

  /** This call settles only what the messages have settled; it returns the item's current state. */
  const settle = async (status: string) => {
    if (!module || !(await sender.flush())) return
    const { data } = await api.call(finishScormModule, {
      params: { id: module.id },
      body: { related_id: module.related_id, status },
    })
    events.onItemStatus(data.status)
  }

  const HANDLERS: { [T in PlayerMessage['type']]: (message: Extract<PlayerMessage, { type: T }>) => void } = {
    ready: ({ left }) => void takeLeft(left),
    commit: ({ commit }) => {
      highest = Math.max(highest, commit.seq)
      if (isKept) sender.add(commit)
      else tell({ type: 'confirmed', launch, ack: commit.seq })
    },
    opened: ({ item, outline }) => {
      events.onOutline(outline)
      events.onOpened(item)
    },
    finished: ({ sco, status }) => {
      events.onFinished(sco)
      // In the preview of a course the page itself says what becomes of the item.
      if (isKept || module?.related_id === PREVIEW) settle(status).catch(() => {})
    },
    refused: ({ element, code }) => events.onRefused(element, code),
    failed: ({ problem }) => events.onProblem(problem),
    used: events.onUsed,
    unreachable: () => events.onState('offline'),
    initialized: () => {},
    closed: () => whenClosed(),
  }

  const onMessage = (event: MessageEvent) => {
    const message = readMessage(event, frame(), origin)
    if (message && Object.hasOwn(HANDLERS, message.type)) HANDLERS[message.type](message as never)
  }
  const onOnline = () => void sender.flush()
  const onLeave = () => {
    if (isKept) putOnLeave(moduleId, of, sender.waiting())
  }
  addEventListener('message', onMessage)
  addEventListener('online', onOnline)
  addEventListener('pagehide', onLeave)

  return {
    open: (item: string) => tell({ type: 'open', item }),
    hold: (is_held: boolean) => tell({ type: 'hold', is_held }),
    /** Ends the content in good order and stores what it says on its way out; waits for that no longer than a moment. */
    close: async (): Promise<void> => {
      const closed = new Promise<void>((resolve) => {
        whenClosed = resolve
      })
      tell({ type: 'close' })
      await within(CLOSING_MS, closed)
      await within(CLOSING_MS, sender.flush())
    },
    /** Lets go of the page; what waits is sent on the way out and stays stored. */
    dispose: (): void => {
      onLeave()
      sender.close()
      removeEventListener('message', onMessage)
      removeEventListener('online', onOnline)
      removeEventListener('pagehide', onLeave)
    },
  }
}
export type PlayerControl = ReturnType<typeof createPlayerControl>
