import type { Observed } from '../rules/rehearsal/judge.ts'
import { type PageMessage, readMessage } from './messages.ts'

/** How long content may take until it calls LMSInitialize, then what it does is watched, and then it may say goodbye. */
export const REHEARSAL_TIMES = { start_ms: 20_000, watch_ms: 4000, end_ms: 5000 }

const NOT_STARTED: Observed = {
  initialized_after: null,
  errors: [],
  read: [],
  refused: [],
  set: {},
  suspend_length: null,
}

type Launch = { scorm_link: string; content_origin: string }

/**
 * Plays a launch of a rehearsal in a frame and answers what its content did: it is opened like a learner's, watched for a
 * while after LMSInitialize, and closed again. Nothing is sent to the server. Ends early, with null, when `signal` does.
 */
export const rehearse = async (
  frame: HTMLIFrameElement,
  { scorm_link: link, content_origin: origin }: Launch,
  signal: AbortSignal,
): Promise<Observed | null> => {
  let whenInitialized = () => {}
  let whenClosed = (_: Observed | undefined) => {}
  const initialized = new Promise<void>((resolve) => {
    whenInitialized = resolve
  })
  const closed = new Promise<Observed | undefined>((resolve) => {
    whenClosed = resolve
  })
  const stopped = new Promise<null>((resolve) => signal.addEventListener('abort', () => resolve(null), { once: true }))
  const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
  const tell = (message: PageMessage) => frame.contentWindow?.postMessage({ to: 'scorm-player', ...message }, origin)

  let seq = 0
  const onMessage = (event: MessageEvent) => {
    const message = readMessage(event, frame.contentWindow, origin)
    if (message?.type === 'ready') tell({ type: 'init', log_level: 5, seq: 0, ack: 0 })
    // What is reported goes nowhere; the player goes on as if it had been kept.
    else if (message?.type === 'commit') {
      seq = Math.max(seq, message.commit.seq)
      tell({ type: 'confirmed', launch: Number(frame.dataset['run'] ?? 0), ack: seq })
    } else if (message?.type === 'initialized') whenInitialized()
    else if (message?.type === 'closed') whenClosed(message.seen)
  }
  addEventListener('message', onMessage)
  try {
    frame.src = link
    if ((await Promise.race([initialized, pause(REHEARSAL_TIMES.start_ms), stopped])) === null) return null
    if ((await Promise.race([pause(REHEARSAL_TIMES.watch_ms), stopped])) === null) return null
    tell({ type: 'close' })
    const seen = await Promise.race([closed, pause(REHEARSAL_TIMES.end_ms), stopped])
    return seen === null ? null : (seen ?? NOT_STARTED)
  } finally {
    removeEventListener('message', onMessage)
    frame.src = 'about:blank'
  }
}
