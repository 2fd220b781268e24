import { fromBase64Url, toBase64Url } from './bytes.ts'
import { byteLength, FieldReader, FieldWriter, shorten, UnreadableStatement } from './fields.ts'
import { PACKED_NUMBER, packNumber, unpackNumber } from './number.ts'

// The signed statements in codes on paper. Their bytes are described in docs/offline-certificates.md.

/** The first byte of the statements that there are today. */
const CERTIFICATE = 1
const SIGNATURE = 64
const KEY_ID = 8

type Signed = {
  /** 16 hexadecimal digits. */
  key_id: string
  portal_id: number
  signed_at: Date
}

/** What the code on a certificate says. */
export type CertificateStatement = Signed & {
  number: string
  /** Days on the certificate, in its time zone; null for one that never ends. */
  issued_on: string
  last_day: string | null
  /** The first moment at which it no longer counts. */
  expires_at: Date | null
  name: string
  course: string
}

type Sign = (bytes: Uint8Array) => Uint8Array

/** Bytes of a certificate's statement beside its two texts. */
const FIXED = 1 + KEY_ID + 4 + 4 + PACKED_NUMBER + 2 + 2 + 4 + 1 + 1 + SIGNATURE
/** What a code of version 15 holds at level L, in bytes; the address is in it as it is. */
const MOST_IN_CODE = 520
/** Bytes that the name and the title of the course may take together, and the name alone. */
const MOST_TEXT = 140
const MOST_NAME = 60

/** The texts of a statement behind an address: shortened so that the code always fits (EVD-014). */
const textsBehind = (prefix: string, { name, course }: { name: string; course: string }) => {
  // Three bytes take four signs.
  const left = Math.floor(((MOST_IN_CODE - byteLength(prefix)) * 3) / 4) - FIXED
  const room = Math.max(0, Math.min(MOST_TEXT, left))
  const shownName = shorten(name, Math.min(MOST_NAME, Math.floor(room / 2)))
  return { name: shownName, course: shorten(course, room - byteLength(shownName)) }
}

/** The address in the code of a certificate: its verification page with the signed statement as fragment. */
export const certificateAddress = (page: string, statement: CertificateStatement, sign: Sign): string => {
  const prefix = `${page}#`
  const { name, course } = textsBehind(prefix, statement)
  const bytes = new FieldWriter()
    .number(CERTIFICATE, 1)
    .hex(statement.key_id)
    .number(statement.portal_id, 4)
    .moment(statement.signed_at)
    .bytes(packNumber(statement.number))
    .day(statement.issued_on)
    .day(statement.last_day)
    .moment(statement.expires_at)
    .text(name)
    .text(course)
    .done()
  return `${prefix}${toBase64Url(new FieldWriter().bytes(bytes).bytes(sign(bytes)).done())}`
}

const readNumber = (reader: FieldReader): string => {
  const number = unpackNumber(reader.bytes(PACKED_NUMBER))
  if (number === null) throw new UnreadableStatement()
  return number
}

const readCertificate = (reader: FieldReader, signed: Signed): CertificateStatement => ({
  ...signed,
  number: readNumber(reader),
  issued_on: reader.day() ?? '',
  last_day: reader.day(),
  expires_at: reader.moment(),
  name: reader.text(),
  course: reader.text(),
})

export type ReadStatement = {
  statement: CertificateStatement
  /** What was signed, and its signature. */
  signed: Uint8Array<ArrayBuffer>
  signature: Uint8Array<ArrayBuffer>
}

/** A fragment as statement, not checked yet; null where it is none, or not as it was written. */
export const readStatement = (fragment: string): ReadStatement | null => {
  const bytes = fromBase64Url(fragment)
  if (!bytes || bytes.length <= SIGNATURE) return null
  const signed = bytes.slice(0, -SIGNATURE)
  try {
    const reader = new FieldReader(signed)
    if (reader.number(1) !== CERTIFICATE) return null
    const from: Signed = {
      key_id: reader.hex(KEY_ID),
      portal_id: reader.number(4),
      signed_at: reader.moment() ?? new Date(0),
    }
    const statement = readCertificate(reader, from)
    reader.end()
    return { statement, signed, signature: bytes.slice(-SIGNATURE) }
  } catch (error) {
    if (error instanceof UnreadableStatement) return null
    throw error
  }
}
