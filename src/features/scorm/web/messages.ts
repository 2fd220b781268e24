import type { OutlineRow } from '../rules/outline.ts'
import type { ScormCommit } from '../rules/player/cmi.ts'
import type { Observed } from '../rules/rehearsal/judge.ts'

/** Messages of the player to the page that embeds it. */
export type PlayerMessage =
  | { type: 'ready'; left: { launch: number; commits: ScormCommit[] }[] }
  | { type: 'commit'; commit: ScormCommit }
  | { type: 'opened'; item: string; outline: OutlineRow[] }
  | { type: 'finished'; sco: string; status: string }
  | { type: 'refused'; element: string; code: string }
  | { type: 'failed'; problem: 'locked' | 'expired' | 'missing' | 'superseded'; item: string }
  | { type: 'unreachable' }
  /** The content was used since the last one, or plays (TRD-061). */
  | { type: 'used' }
  /** In a rehearsal: the content has called LMSInitialize, and what it did until it was closed. */
  | { type: 'initialized' }
  | { type: 'closed'; seen?: Observed }

/** Messages of the page to the player. */
export type PageMessage =
  | { type: 'init'; log_level: number; seq: number; ack: number }
  | { type: 'open'; item: string }
  | { type: 'confirmed'; launch: number; ack: number }
  | { type: 'close' }
  /** Sound and video of the content pause, or what had played goes on (TRD-070). */
  | { type: 'hold'; is_held: boolean }

/** The message of the player in this frame, or null for whatever else was posted to the window. */
export const readMessage = (event: MessageEvent, frame: Window | null, origin: string): PlayerMessage | null => {
  if (frame === null || event.source !== frame || event.origin !== origin) return null
  const data = event.data as { from?: unknown } | null
  return typeof data === 'object' && data?.from === 'scorm-player' ? (event.data as PlayerMessage) : null
}
