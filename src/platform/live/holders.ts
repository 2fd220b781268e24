import type { Bus } from './bus.ts'
import type { Connection } from './connection.ts'
import { CLOSE } from './protocol.ts'
import type { Holder } from './signature.ts'
import { VIEWER_CHANGED } from './viewers.ts'

/** Those of these holders whose session is over, or who may not sign in any more. */
export type EndedAmong = (holders: readonly Holder[]) => Promise<readonly Holder[]>

export type Holders = {
  /** A connection has joined channels for this holder. */
  add: (connection: Connection, holder: Holder) => void
  remove: (connection: Connection) => void
  stop: () => void
}

/**
 * Closes connections whose sessions are over (PRV-009, AUT-072): those of a person of whom anything has changed are asked
 * for, and a new one is as well, because its permission may be older than that change.
 */
export const watchHolders = (bus: Bus, endedAmong: EndedAmong, onError: (error: Error) => void): Holders => {
  const ofUser = new Map<number, Set<Connection>>()

  const check = (connections: Iterable<Connection>): void => {
    const owned = [...connections].filter(({ holder }) => holder !== null)
    if (owned.length === 0) return
    endedAmong(owned.flatMap(({ holder }) => holder ?? []))
      .then((ended) => {
        const over = new Set(ended)
        for (const connection of owned)
          if (connection.holder && over.has(connection.holder)) connection.close(CLOSE.sessionEnded)
      })
      .catch(onError)
  }

  const stops = [
    bus.subscribe(VIEWER_CHANGED, (message) => check(ofUser.get((message as { user_id: number }).user_id) ?? [])),
    bus.onReconnect(() => check([...ofUser.values()].flatMap((connections) => [...connections]))),
  ]
  return {
    add: (connection, { user_id: userId }) => {
      const connections = ofUser.get(userId) ?? new Set()
      ofUser.set(userId, connections.add(connection))
      check([connection])
    },
    remove: (connection) => {
      if (!connection.holder) return
      const connections = ofUser.get(connection.holder.user_id)
      connections?.delete(connection)
      if (connections?.size === 0) ofUser.delete(connection.holder.user_id)
    },
    stop: () => {
      for (const stop of stops) stop()
    },
  }
}
