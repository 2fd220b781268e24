import { createContext, useContext, useEffect, useEffectEvent } from 'react'

export type Receive = (event: string, data: unknown) => void

export type LiveClient = {
  /** False while events may be missed, and before anything was subscribed to. */
  readonly isConnected: boolean
  /** Receives the events of a channel, named as the requirements write it (`notifications.7`). Returns what ends it. */
  subscribe: (channel: string, receive: Receive) => () => void
  /** Calls `handler` when events may have been missed: time to read again (RTM-006). Returns what ends it. */
  onReconnect: (handler: () => void) => () => void
  close: () => void
}

/** What screens listen through. */
export type Listening = Pick<LiveClient, 'subscribe'>

/** A connection that is made when something is first listened to; without its script the page works as without it. */
export const laterLive = (connect: () => Promise<LiveClient>): Listening => {
  let connecting: Promise<LiveClient> | undefined
  return {
    subscribe: (channel, receive) => {
      let stop: (() => void) | undefined
      let isOver = false
      connecting ??= connect()
      connecting.then(
        (client) => {
          if (!isOver) stop = client.subscribe(channel, receive)
        },
        () => {
          connecting = undefined
        },
      )
      return () => {
        isOver = true
        stop?.()
      }
    },
  }
}

/** The live connection of the page; null on the server and for visitors without one. */
export const LiveContext = createContext<Listening | null>(null)

/** What to do with each event of a channel. The data are those the server published under that name. */
export type LiveHandlers = Record<string, (data: never) => void>

/** Receives events of a private channel while the component is shown; a null channel listens to nothing. */
export function useLive(channel: string | null, handlers: LiveHandlers): void {
  const live = useContext(LiveContext)
  const receive = useEffectEvent((event: string, data: unknown) => {
    if (Object.hasOwn(handlers, event)) handlers[event]?.(data as never)
  })
  useEffect(() => {
    if (live === null || channel === null) return
    return live.subscribe(channel, (event, data) => receive(event, data))
  }, [live, channel])
}
