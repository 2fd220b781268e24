import { createContext, useContext, useEffect, useEffectEvent } from 'react'

export type Receive = (event: string, data: unknown) => void

/** Somebody in a presence channel, as `broadcasting/auth` signs it. */
export type RoomMember = { id: string; display_name: string; avatar: string | null }

export type RoomHandlers = {
  /** Everyone in the room, the own person among them; nobody while the connection is lost. */
  members: (members: RoomMember[]) => void
  /** The room was entered, for the first time or again after the connection was lost. */
  joined: () => void
  /** What other connections in the room say, by event; the server names the person who said it. */
  messages: Record<string, (data: unknown, userId: string) => void>
}

export type Room = { send: (event: string, data: unknown) => void; leave: () => void }

export type LiveClient = {
  /** False while events may be missed, and before anything was subscribed to. */
  readonly isConnected: boolean
  /** Receives the events of a channel, named as the requirements write it (`notifications.7`). Returns what ends it. */
  subscribe: (channel: string, receive: Receive) => () => void
  /** Enters a presence channel, named as the requirements write it (`presence-course-editors.7`); one room of a name at a time. */
  enter: (channel: string, handlers: RoomHandlers) => Room
  /** Calls `handler` when events may have been missed: time to read again (RTM-006). Returns what ends it. */
  onReconnect: (handler: () => void) => () => void
  close: () => void
}

/** What screens listen through. */
export type Listening = Pick<LiveClient, 'subscribe' | 'enter'>

/** A connection that is made when something is first listened to; without its script the page works as without it. */
export const laterLive = (connect: () => Promise<LiveClient>): Listening => {
  let connecting: Promise<LiveClient> | undefined
  /** Calls `use` when there is a connection, unless that ended before; returns what ends it. */
  const once = <T>(use: (client: LiveClient) => T, end: (made: T) => void) => {
    let made: T | undefined
    let isOver = false
    connecting ??= connect()
    connecting.then(
      (client) => {
        if (!isOver) made = use(client)
      },
      () => {
        connecting = undefined
      },
    )
    return {
      get made() {
        return made
      },
      end: () => {
        isOver = true
        if (made !== undefined) end(made)
      },
    }
  }
  return {
    subscribe: (channel, receive) =>
      once(
        (client) => client.subscribe(channel, receive),
        (stop) => stop(),
      ).end,
    enter: (channel, handlers) => {
      const room = once(
        (client) => client.enter(channel, handlers),
        (entered) => entered.leave(),
      )
      return { send: (event, data) => room.made?.send(event, data), leave: room.end }
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
