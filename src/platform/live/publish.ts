import { afterCommit, type Db, dbOf, type Tx } from '../db/db.ts'
import { notify, notifyAll } from './bus.ts'
import { isChannelName, wireName } from './signature.ts'

/** The topic of the bus on which live events travel between processes. */
export const LIVE_TOPIC = 'live'

/** The most one event may carry, in bytes of JSON; anyone who needs more sends an id and lets the screen read. */
export const LARGEST_EVENT = 256 * 1024

/** A live event on its way from a process to the connections of all processes. */
export type LiveMessage = {
  /** Name on the wire, with its prefix. */
  channel: string
  event: string
  data: unknown
  /** The connection that raised the event and does not get it back. */
  except?: string
  /** Who raised a client event on a presence channel. */
  user_id?: string
}

export type LiveEvent = {
  /** As the requirements write it (`notifications.7`); such channels are private ones on the wire. */
  channel: string
  event: string
  data: unknown
}

/** What is wrong with a message, or null. */
export const faultOf = ({ channel, event, data }: LiveEvent): string | null => {
  if (!isChannelName(channel)) return 'Invalid channel name'
  if (event.length < 1 || event.length > 200) return 'Invalid event name'
  const text = typeof data === 'string' ? data : (JSON.stringify(data) ?? '')
  return Buffer.byteLength(text) > LARGEST_EVENT ? 'The data content of this event exceeds the allowed maximum' : null
}

/**
 * Sends an event to all subscribers of the channel, in every process, when the transaction commits, and never when it
 * rolls back. Nothing is stored for people who are not connected: they read again (RTM-006).
 */
export async function publish(tx: Tx, { channel, event, data }: LiveEvent): Promise<void> {
  const message = messageOf({ channel, event, data })
  const send = senders.get(dbOf(tx))
  if (send) afterCommit(tx, () => send(message))
  else await notify(tx, LIVE_TOPIC, message)
}

/** As `publish`, several events in their order with one statement. */
export async function publishAll(tx: Tx, events: readonly LiveEvent[]): Promise<void> {
  const messages = events.map(messageOf)
  const send = senders.get(dbOf(tx))
  if (!send) return notifyAll(tx, LIVE_TOPIC, messages)
  for (const message of messages) afterCommit(tx, () => send(message))
}

const senders = new WeakMap<Db, (message: LiveMessage) => void>()

/** Sends the events of this database's transactions after their commit, instead of with it over PostgreSQL. */
export const sendEventsBy = (db: Db, send: (message: LiveMessage) => void): void => {
  senders.set(db, send)
}

const messageOf = ({ channel, event, data }: LiveEvent): LiveMessage => {
  const message: LiveMessage = { channel: wireName(channel), event, data: data ?? null }
  const fault = faultOf(message)
  if (fault) throw new TypeError(`${fault}: ${event} on ${channel}`)
  return message
}
