import { isSame, sign } from '#platform/secrets.ts'

const PURPOSE = 'exam-lease'

/** What the server has confirmed: at this moment, by its clock, this attempt ran. */
export type Lease = { portal_id: number; attempt_id: number; issued_at: Date }

/** A lease as a page stores it with the answers it cannot send yet (EXM-034). */
export const issueLease = (secret: string, { portal_id, attempt_id, issued_at }: Lease): string => {
  const payload = Buffer.from(JSON.stringify([portal_id, attempt_id, issued_at.getTime()])).toString('base64url')
  return `${payload}.${sign(secret, PURPOSE, payload)}`
}

/** The lease that this server issued in this portal; null for anything else, which then counts as none. */
export const openLease = (secret: string, portalId: number, token: string | undefined): Lease | null => {
  const [payload = '', signature = '', ...rest] = (token ?? '').split('.')
  if (rest.length > 0 || !isSame(signature, sign(secret, PURPOSE, payload))) return null
  const [portal_id, attempt_id, issued] = JSON.parse(Buffer.from(payload, 'base64url').toString()) as number[]
  if (portal_id !== portalId || attempt_id === undefined || issued === undefined) return null
  return { portal_id, attempt_id, issued_at: new Date(issued) }
}
