import { fromBase64Url } from './bytes.ts'
import { CREW, type CrewStatement, readCrew } from './crew.ts'
import { byteLength, FieldReader, shorten, UnreadableStatement } from './fields.ts'
import { PACKED_NUMBER, packNumber } from './number.ts'
import { head, KEY_ID, readNumber, roomBehind, SIGNATURE, type Sign, type Signed, sealed } from './signed.ts'

// The signed statements in codes on paper. Their bytes are described in docs/offline-certificates.md.

/** The first byte of a certificate's statement. */
const CERTIFICATE = 1

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

export type Statement = ({ kind: 'certificate' } & CertificateStatement) | ({ kind: 'crew' } & CrewStatement)

/** Bytes of a certificate's statement beside its two texts. */
const FIXED = 1 + KEY_ID + 4 + 4 + PACKED_NUMBER + 2 + 2 + 4 + 1 + 1 + SIGNATURE
/** What a code of version 15 holds at level L, in bytes; the address is in it as it is. */
const MOST_IN_CODE = 520
/** Bytes that the name and the title of the course may take together, and the name alone. */
const MOST_TEXT = 140
const MOST_NAME = 60

/** The texts of a statement behind an address: shortened so that the code always fits (EVD-014). */
const textsBehind = (prefix: string, { name, course }: { name: string; course: string }) => {
  const left = roomBehind(prefix, MOST_IN_CODE) - FIXED
  const room = Math.max(0, Math.min(MOST_TEXT, left))
  const shownName = shorten(name, Math.min(MOST_NAME, Math.floor(room / 2)))
  return { name: shownName, course: shorten(course, room - byteLength(shownName)) }
}

/** The address in the code of a certificate: its verification page with the signed statement as fragment. */
export const certificateAddress = (page: string, statement: CertificateStatement, sign: Sign): string => {
  const prefix = `${page}#`
  const { name, course } = textsBehind(prefix, statement)
  const fields = head(CERTIFICATE, statement)
    .bytes(packNumber(statement.number))
    .day(statement.issued_on)
    .day(statement.last_day)
    .moment(statement.expires_at)
    .text(name)
    .text(course)
  return `${prefix}${sealed(fields, sign)}`
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
  statement: Statement
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
    const kind = reader.number(1)
    if (kind !== CERTIFICATE && kind !== CREW) return null
    const from: Signed = {
      key_id: reader.hex(KEY_ID),
      portal_id: reader.number(4),
      signed_at: reader.moment() ?? new Date(0),
    }
    const statement: Statement =
      kind === CREW
        ? { kind: 'crew', ...readCrew(reader, from) }
        : { kind: 'certificate', ...readCertificate(reader, from) }
    reader.end()
    return { statement, signed, signature: bytes.slice(-SIGNATURE) }
  } catch (error) {
    if (error instanceof UnreadableStatement) return null
    throw error
  }
}
