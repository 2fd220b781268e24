import { toBase64Url } from './bytes.ts'
import { byteLength, type FieldReader, FieldWriter, UnreadableStatement } from './fields.ts'
import { PACKED_NUMBER, unpackNumber } from './number.ts'

// What all statements have in common. Their bytes are described in docs/offline-certificates.md.

export const SIGNATURE = 64
export const KEY_ID = 8

export type Signed = {
  /** 16 hexadecimal digits. */
  key_id: string
  portal_id: number
  signed_at: Date
}

export type Sign = (bytes: Uint8Array) => Uint8Array

/** The fields that each statement begins with. */
export const head = (kind: number, { key_id, portal_id, signed_at }: Signed): FieldWriter =>
  new FieldWriter().number(kind, 1).hex(key_id).number(portal_id, 4).moment(signed_at)

/** The fields with their signature, as fragment of an address. */
export const sealed = (fields: FieldWriter, sign: Sign): string => {
  const bytes = fields.done()
  return toBase64Url(new FieldWriter().bytes(bytes).bytes(sign(bytes)).done())
}

/** How many bytes a fragment can stand for behind an address, where both take at most `most` signs: three take four. */
export const roomBehind = (prefix: string, most: number): number => Math.floor(((most - byteLength(prefix)) * 3) / 4)

export const readNumber = (reader: FieldReader): string => {
  const number = unpackNumber(reader.bytes(PACKED_NUMBER))
  if (number === null) throw new UnreadableStatement()
  return number
}
