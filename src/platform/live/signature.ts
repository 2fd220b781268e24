import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

/** Key and secret of the live app; every process and every outside publisher of one installation shares them. */
export type LiveCredentials = { key: string; secret: string }

const SOCKET_ID = /^\d{1,12}\.\d{1,12}$/
const CHANNEL = /^[-\w=@,.;]{1,164}$/
const SIGNATURE_SECONDS = 600

export const isSocketId = (text: string) => SOCKET_ID.test(text)
export const isChannelName = (text: string) => CHANNEL.test(text)

/** Channels that need a signature, by the prefix of their name on the wire. */
export const isGuarded = (channel: string) => /^(?:private|presence)-/.test(channel)
export const isPresence = (channel: string) => channel.startsWith('presence-')

/** A channel's name on the wire: names without a prefix are private ones, so that none is public by oversight. */
export const wireName = (channel: string) => (isGuarded(channel) ? channel : `private-${channel}`)

/** The name without the prefix of the wire, as the requirements write it: `notifications.7`. */
export const plainName = (channel: string) => channel.replace(/^(?:private|presence)-/, '')

const hmac = (secret: string, text: string) => createHmac('sha256', secret).update(text).digest('hex')

const isEqual = (left: string, right: string) => {
  const [a, b] = [Buffer.from(left), Buffer.from(right)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** For whom a permission was given: a session, or (without one) a token of a person in a portal. */
export type Holder = { portal_id: number; user_id: number; session_id: number }

const HOLDER = /^(\d+)\.(\d+)\.(\d+)$/

/** Whom a permission names; null for one that names nobody. Only a signed one can be believed. */
export const holderOf = (auth: string): Holder | null => {
  const [, portal, user, session] = HOLDER.exec(auth.split(':')[2] ?? '') ?? []
  return portal === undefined ? null : { portal_id: Number(portal), user_id: Number(user), session_id: Number(session) }
}

const holderText = ({ portal_id, user_id, session_id }: Holder) => `${portal_id}.${user_id}.${session_id}`

/**
 * The permission for one connection to join one channel, as the Pusher protocol writes it: `key:signature`. A holder is signed
 * with it and follows it, so that the connection ends with the session (PRV-009); clients pass on the whole text.
 */
export function channelSignature(
  { key, secret }: LiveCredentials,
  socketId: string,
  channel: string,
  channelData?: string,
  holder?: Holder | null,
): string {
  if (!isSocketId(socketId)) throw new TypeError('A socket id is needed')
  if (!isChannelName(channel) || !isGuarded(channel)) throw new TypeError('A private or presence channel is needed')
  if (isPresence(channel) !== (channelData !== undefined))
    throw new TypeError('Channel data belong to presence channels, and to them only')
  const text = channelData === undefined ? `${socketId}:${channel}` : `${socketId}:${channel}:${channelData}`
  if (!holder) return `${key}:${hmac(secret, text)}`
  return `${key}:${hmac(secret, `${text}:${holderText(holder)}`)}:${holderText(holder)}`
}

/** Whether `auth` is the permission for this connection, channel and (for presence) channel data. */
export function isChannelSignature(
  credentials: LiveCredentials,
  auth: string,
  socketId: string,
  channel: string,
  channelData?: string,
): boolean {
  return isEqual(auth, channelSignature(credentials, socketId, channel, channelData, holderOf(auth)))
}

export type SignedRequest = { method: string; url: string; body: Buffer; now: Date }

/**
 * Whether a call of the publish API is signed with the secret: over method, path, sorted query and the MD5 of the
 * body, and not older or newer than 600 seconds (Pusher HTTP API, "Authentication").
 */
export function isRequestSignature({ key, secret }: LiveCredentials, request: SignedRequest): boolean {
  const { pathname, searchParams } = new URL(request.url, 'http://live')
  const signature = searchParams.get('auth_signature') ?? ''
  const signed = [...searchParams].filter(([name]) => name !== 'auth_signature')
  const query = signed
    .map(([name, value]): [string, string] => [name.toLowerCase(), value])
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&')
  const age = Math.abs(request.now.getTime() / 1000 - Number(searchParams.get('auth_timestamp') ?? Number.NaN))
  return (
    isEqual(signature, hmac(secret, [request.method, pathname, query].join('\n'))) &&
    searchParams.get('auth_key') === key &&
    searchParams.get('body_md5') === createHash('md5').update(request.body).digest('hex') &&
    age <= SIGNATURE_SECONDS
  )
}

let current: LiveCredentials | undefined

/** Names the credentials of this process, once, where the process is put together. */
export function setLiveCredentials(credentials: LiveCredentials): void {
  current = credentials
}

/**
 * Signs the permission for a connection to join a channel, for the answer of the authorization call; the caller decides
 * first who may join. Throws a TypeError on a malformed socket id or channel, and for presence without channel data.
 */
export function signChannel(
  socketId: string,
  channel: string,
  { holder, channel_data: channelData }: { holder: Holder | null; channel_data?: string | undefined },
): { auth: string; channel_data?: string } {
  if (!current) throw new Error('The live credentials of this process were not set')
  const auth = channelSignature(current, socketId, channel, channelData, holder)
  return channelData === undefined ? { auth } : { auth, channel_data: channelData }
}
