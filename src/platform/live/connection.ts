import { randomInt } from 'node:crypto'
import type { RawData, WebSocket } from 'ws'
import type { Hub, Listener } from './hub.ts'
import type { LiveLimits } from './limits.ts'
import type { Member, Presence } from './presence.ts'
import { CLOSE, type CloseReason, ERROR, fieldsOf, readFrame, writeError, writeFrame } from './protocol.ts'
import type { LiveMessage } from './publish.ts'
import type { Recent } from './recent.ts'
import {
  type Holder,
  holderOf,
  isChannelName,
  isChannelSignature,
  isGuarded,
  isPresence,
  type LiveCredentials,
} from './signature.ts'

/** What the connections of one server share. */
export type ConnectionSetting = {
  credentials: LiveCredentials
  limits: LiveLimits
  hub: Hub
  presence: Presence
  recent: Recent
  /** Called with the holder when a connection has joined its first guarded channel. */
  onHolder: (connection: Connection, holder: Holder) => void
  /** Sends a client event to all processes. */
  raise: (message: LiveMessage) => void
  /** Milliseconds of a clock that never goes back. */
  clock: () => number
}

/** Counts what happens within one second after the first. */
class PerSecond {
  #since = Number.NEGATIVE_INFINITY
  #count = 0

  /** True when this is beyond the limit of its second. */
  exceeds(limit: number, now: number): boolean {
    if (now - this.#since >= 1000) {
      this.#since = now
      this.#count = 0
    }
    this.#count += 1
    return this.#count > limit
  }
}

/** One connected client: reads its frames, keeps its subscriptions, and drops it when it breaks a bound. */
export class Connection implements Listener {
  readonly socketId = `${randomInt(1e9)}.${randomInt(1e9)}`
  readonly #socket: WebSocket
  readonly #shared: ConnectionSetting
  readonly #channels = new Map<string, Member | null>()
  readonly #frames = new PerSecond()
  readonly #clientEvents = new PerSecond()
  #heardAt: number
  #isAsked = false
  /** For whom this connection has joined guarded channels. */
  holder: Holder | null = null

  constructor(socket: WebSocket, shared: ConnectionSetting) {
    this.#socket = socket
    this.#shared = shared
    this.#heardAt = shared.clock()
    socket.on('message', (raw) => this.#read(raw))
    socket.on('close', () => this.#leaveAll())
    // What the protocol forbids (too large, no UTF-8) ws answers by closing; the reason is of no use here.
    socket.on('error', () => {})
    this.#say('pusher:connection_established', {
      socket_id: this.socketId,
      activity_timeout: shared.limits.activity_seconds,
    })
  }

  /** Sends a finished frame, unless too much is waiting for this client already: then it is dropped. */
  send(frame: Buffer | string): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return
    if (this.#socket.bufferedAmount > this.#shared.limits.buffered_bytes) this.#socket.terminate()
    else this.#socket.send(frame, { binary: false })
  }

  /** Asks a silent client whether it is there, and closes when it has not answered in time. */
  check(now: number): void {
    const { activity_seconds, pong_seconds } = this.#shared.limits
    const silence = now - this.#heardAt
    if (silence > (activity_seconds + pong_seconds) * 1000) this.close(CLOSE.pongTimeout)
    else if (silence > activity_seconds * 1000 && !this.#isAsked) {
      this.#isAsked = true
      this.#say('pusher:ping', {})
    }
  }

  close({ code, reason }: CloseReason): void {
    this.#socket.close(code, reason)
  }

  #say(event: string, data: unknown, channel?: string) {
    this.send(writeFrame(event, data, channel))
  }

  #refuse(channel: string, type: string, error: string, status: number) {
    this.#say('pusher:subscription_error', { type, error, status }, channel)
  }

  #read(raw: RawData) {
    const { clock, limits } = this.#shared
    this.#heardAt = clock()
    this.#isAsked = false
    if (this.#frames.exceeds(limits.frames_per_second, this.#heardAt)) return this.close(CLOSE.tooManyFrames)
    const frame = readFrame(String(raw))
    if (!frame) return this.send(writeError(ERROR.malformed, 'Invalid message'))
    if (frame.event === 'pusher:ping') return this.#say('pusher:pong', {})
    if (frame.event === 'pusher:pong') return
    if (frame.event === 'pusher:subscribe') return this.#subscribe(fieldsOf(frame.data))
    if (frame.event === 'pusher:unsubscribe') return this.#leave(String(fieldsOf(frame.data).channel))
    if (frame.event.startsWith('client-')) return this.#raise(frame.event, frame.channel ?? '', frame.data)
    return this.send(writeError(ERROR.malformed, 'Unknown event'))
  }

  #subscribe({ channel, auth, channel_data }: Record<string, unknown>) {
    const { credentials, hub, limits, presence } = this.#shared
    if (typeof channel !== 'string' || !isChannelName(channel))
      return this.send(writeError(ERROR.malformed, 'Invalid channel name'))
    if (this.#channels.has(channel)) return this.#welcome(channel)
    if (this.#channels.size >= limits.channels_per_connection)
      return this.#refuse(channel, 'LimitReached', 'Too many channels on this connection', 429)
    const channelData = isPresence(channel) ? String(channel_data ?? '') : undefined
    if (
      isGuarded(channel) &&
      !(typeof auth === 'string' && isChannelSignature(credentials, auth, this.socketId, channel, channelData))
    )
      return this.#refuse(channel, 'AuthError', 'Invalid signature', 401)
    if (channelData === undefined) this.#channels.set(channel, null)
    else {
      const { user_id, user_info } = fieldsOf(channelData)
      if (user_id === undefined) return this.#refuse(channel, 'AuthError', 'The channel data have no user_id', 422)
      const member = { user_id: String(user_id), user_info }
      const present = presence.members(channel)
      if (present.size >= limits.members_per_channel && !present.has(member.user_id))
        return this.#refuse(channel, 'LimitReached', 'Too many members on this channel', 429)
      this.#channels.set(channel, member)
      presence.join(channel, this.socketId, member)
    }
    const holder = typeof auth === 'string' && isGuarded(channel) ? holderOf(auth) : null
    if (holder && this.holder === null) {
      this.holder = holder
      this.#shared.onHolder(this, holder)
    }
    hub.join(channel, this)
    return this.#welcome(channel)
  }

  /** Says that the client has joined; of a private channel also when it had its last event, if that was a moment ago. */
  #welcome(channel: string) {
    const event = 'pusher_internal:subscription_succeeded'
    if (!isPresence(channel)) {
      const ago = isGuarded(channel) ? this.#shared.recent.ago(channel) : null
      return this.#say(event, ago === null ? {} : { ago_ms: ago }, channel)
    }
    const hash: Record<string, unknown> = {}
    for (const { user_id, user_info } of this.#shared.presence.members(channel).values())
      hash[user_id] = user_info ?? {}
    const ids = Object.keys(hash)
    return this.#say(event, { presence: { ids, hash, count: ids.length } }, channel)
  }

  #raise(event: string, channel: string, data: unknown) {
    const { clock, limits, raise } = this.#shared
    if (!isGuarded(channel) || !this.#channels.has(channel))
      return this.send(
        writeError(ERROR.unauthorized, 'Client events need a private or presence channel one has joined'),
      )
    if (this.#clientEvents.exceeds(limits.client_events_per_second, clock()))
      return this.send(writeError(ERROR.clientEventRejected, 'Too many client events'))
    return raise({ channel, event, data, except: this.socketId, user_id: this.#channels.get(channel)?.user_id })
  }

  #leave(channel: string) {
    if (!this.#channels.delete(channel)) return
    this.#shared.hub.leave(channel, this)
    if (isPresence(channel)) this.#shared.presence.leave(channel, this.socketId)
  }

  #leaveAll() {
    for (const channel of [...this.#channels.keys()]) this.#leave(channel)
  }
}
