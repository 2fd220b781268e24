import { fromBase64Url, fromHex, toBase64Url } from './bytes.ts'
import { FieldReader, FieldWriter } from './fields.ts'
import { PACKED_NUMBER, packNumber, unpackNumber } from './number.ts'

export type GateKey = {
  key_id: string
  /** The 32 bytes in hexadecimal. */
  public_key: string
  /** When another key took its place: what it signed before counts, nothing after. Null for the key that signs now. */
  retired_at: string | null
}

/** What a gate keeps: the keys of a portal, and which of its certificates were revoked (EVD-016). */
export type GateList = {
  format: 'portico-gate-list/1'
  portal: { id: number; name: string; origin: string }
  /** The day of a revocation is one in it. */
  time_zone: string
  made_at: string
  keys: GateKey[]
  /** Records of 14 bytes in base64url: the number, and when it was revoked in seconds. */
  revoked: string
}

/** As it is sent and kept: `list` is the text that was signed. */
export type SignedGateList = { list: string; key_id: string; signature: string }

export const packRevoked = (rows: readonly { number: string; revoked_at: Date }[]): string => {
  const fields = new FieldWriter()
  for (const { number, revoked_at } of rows) fields.bytes(packNumber(number)).moment(revoked_at)
  return toBase64Url(fields.done())
}

/** When each revoked certificate was revoked, by its number. */
export const unpackRevoked = (text: string): Map<string, Date> => {
  const bytes = fromBase64Url(text) ?? new Uint8Array()
  const reader = new FieldReader(bytes)
  const revoked = new Map<string, Date>()
  for (let at = 0; at < bytes.length; at += PACKED_NUMBER + 4) {
    const number = unpackNumber(reader.bytes(PACKED_NUMBER))
    const moment = reader.moment()
    if (number && moment) revoked.set(number, moment)
  }
  return revoked
}

/** Whether a key in hexadecimal signed these bytes; Ed25519 of the browser or of Node. */
export const isSignedBy = async (
  publicKey: string,
  signature: Uint8Array<ArrayBuffer>,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<boolean> => {
  const key = await crypto.subtle.importKey('raw', fromHex(publicKey), { name: 'Ed25519' }, false, ['verify'])
  return crypto.subtle.verify({ name: 'Ed25519' }, key, signature, bytes)
}

/**
 * The list as a portal sent it; null where it is not signed by one of its own keys, or belongs to another portal than the
 * one that is kept already.
 */
export const openGateList = async (sent: SignedGateList, portalId: number | null): Promise<GateList | null> => {
  const list = JSON.parse(sent.list) as GateList
  const key = list.keys.find(({ key_id }) => key_id === sent.key_id)
  if (!key || list.format !== 'portico-gate-list/1') return null
  if (portalId !== null && list.portal.id !== portalId) return null
  const bytes = new TextEncoder().encode(sent.list)
  return (await isSignedBy(key.public_key, fromHex(sent.signature), bytes)) ? list : null
}

/** A list from the future shows that the clock of the device is slow; this much both may differ. */
const CLOCK_SLACK = 5 * 60_000

/** Whether the device is behind the list that it got, so that it cannot know the day. */
export const isClockWrong = (list: GateList, now: Date): boolean =>
  Date.parse(list.made_at) > now.getTime() + CLOCK_SLACK
