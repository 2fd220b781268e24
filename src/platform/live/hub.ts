import { writeFrame } from './protocol.ts'
import type { LiveMessage } from './publish.ts'

/** One end of a live connection, as far as the hub needs to know it. */
export type Listener = { readonly socketId: string; send: (frame: Buffer) => void }

/** The subscriptions of this process, and how a message reaches all of them. */
export type Hub = {
  join: (channel: string, listener: Listener) => void
  leave: (channel: string, listener: Listener) => void
  deliver: (message: LiveMessage) => void
}

export function createHub(): Hub {
  const channels = new Map<string, Set<Listener>>()
  return {
    join: (channel, listener) => {
      const listeners = channels.get(channel) ?? new Set()
      channels.set(channel, listeners)
      listeners.add(listener)
    },
    leave: (channel, listener) => {
      const listeners = channels.get(channel)
      listeners?.delete(listener)
      if (listeners?.size === 0) channels.delete(channel)
    },
    deliver: ({ channel, event, data, except, user_id }) => {
      const listeners = channels.get(channel)
      if (!listeners) return
      // Written and encoded once, whatever the number of listeners.
      const frame = Buffer.from(writeFrame(event, data, channel, user_id))
      for (const listener of listeners) if (listener.socketId !== except) listener.send(frame)
    },
  }
}
