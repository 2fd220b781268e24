import type { Insertable, Selectable } from 'kysely'
import { assignedLearner, type Looker } from '#features/accounts/server/api.ts'
import type { Page } from '#kernel/paging.ts'
import type { Tx } from '#platform/db/db.ts'
import type { Certificates } from '#platform/db/db-types.ts'
import { countRows, keysetPage } from '#platform/db/paging.ts'
import type { WordValues } from '../rules/words.ts'

/** Printed in addition to the certificate's own fields; pictures are uuids or addresses of files. */
export type Design = {
  title: string
  text: string
  signer_name: string | null
  signer_title: string | null
  signature_image: string | null
  /** None only in a preview. */
  logo: string | null
  background: string | null
  primary_color: string | null
  verify_url: string
  words: WordValues
}
export type CertificateRow = Omit<Selectable<Certificates>, 'design'> & { design: Design }

const COLUMNS = [
  'certificates.id',
  'certificates.portal_id',
  'certificates.number',
  'certificates.user_id',
  'certificates.course_id',
  'certificates.related_id',
  'certificates.template_id',
  'certificates.holder_name',
  'certificates.course_title',
  'certificates.provider',
  'certificates.course_version',
  'certificates.design',
  'certificates.is_automatic',
  'certificates.issued_by',
  'certificates.issued_at',
  'certificates.expires_at',
  'certificates.time_zone',
  'certificates.file_key',
  'certificates.file_size',
  'certificates.sha256',
  'certificates.revoked_at',
  'certificates.revoked_by',
  'certificates.revoke_reason',
] as const

const rows = (tx: Tx, portalId: number) =>
  tx.selectFrom('certificates').select(COLUMNS).where('certificates.portal_id', '=', portalId)

const one = (row: Selectable<Certificates> | undefined) => (row as CertificateRow | undefined) ?? null

export const loadCertificate = async (tx: Tx, portalId: number, id: number): Promise<CertificateRow | null> =>
  one(await rows(tx, portalId).where('id', '=', id).executeTakeFirst())

/** The certificate, locked until the transaction ends. */
export const lockCertificate = async (tx: Tx, portalId: number, id: number): Promise<CertificateRow | null> =>
  one(await rows(tx, portalId).where('id', '=', id).forNoKeyUpdate().executeTakeFirst())

export const loadByNumber = async (tx: Tx, portalId: number, number: string): Promise<CertificateRow | null> =>
  one(await rows(tx, portalId).where('number', '=', number).executeTakeFirst())

export const loadByEnrollment = async (tx: Tx, portalId: number, relatedId: number): Promise<CertificateRow | null> =>
  one(await rows(tx, portalId).where('related_id', '=', relatedId).executeTakeFirst())

/** The enrollments among these that have a certificate, revoked or not (ORD-013). */
export const certifiedEnrollments = async (tx: Tx, portalId: number, ids: readonly number[]): Promise<Set<number>> => {
  if (ids.length === 0) return new Set()
  const rows = await tx
    .selectFrom('certificates')
    .select('related_id')
    .where('portal_id', '=', portalId)
    .where('related_id', 'in', [...ids])
    .execute()
  return new Set(rows.map((row) => row.related_id))
}

/** The valid certificate of each of these enrollments that has one. */
export const certificatesOf = async (
  tx: Tx,
  portalId: number,
  ids: readonly number[],
): Promise<Map<number, { id: number; number: string; issued_at: Date }>> => {
  if (ids.length === 0) return new Map()
  const rows = await tx
    .selectFrom('certificates')
    .select(['related_id', 'id', 'number', 'issued_at'])
    .where('portal_id', '=', portalId)
    .where('related_id', 'in', [...ids])
    .where('revoked_at', 'is', null)
    .execute()
  return new Map(rows.map(({ related_id, ...certificate }) => [related_id, certificate]))
}

/** Adds a certificate; null when its number, or its enrollment, has one already. */
export const insertCertificate = async (
  tx: Tx,
  { design, ...values }: Omit<Insertable<Certificates>, 'design'> & { design: Design },
): Promise<CertificateRow | null> =>
  one(
    await tx
      .insertInto('certificates')
      .values({ ...values, design: JSON.stringify(design) })
      .onConflict((conflict) => conflict.doNothing())
      .returning(COLUMNS)
      .executeTakeFirst(),
  )

/** Certificates of all portals that have a PDF, in the order of their ids; for the check over all of them. */
export const certificatesAfter = async (tx: Tx, id: number, count: number) => {
  const rows = await tx
    .selectFrom('certificates')
    .select(['id', 'portal_id', 'number', 'holder_name', 'course_title', 'provider', 'design', 'file_key'])
    .where('id', '>', id)
    .where('file_key', 'is not', null)
    .orderBy('id')
    .limit(count)
    .execute()
  return rows.map((row) => ({ ...row, design: row.design as Design, file_key: row.file_key ?? '' }))
}

export const countPortals = async (tx: Tx): Promise<number> => {
  const { count } = await tx
    .selectFrom('portals')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

type StoredPdf = { file_key: string; file_size: number; sha256: string }

/** Notes where the PDF is kept, unless one is kept already; answers the certificate as it then stands. */
export const saveFile = async (
  tx: Tx,
  portalId: number,
  id: number,
  file: StoredPdf,
): Promise<{ row: CertificateRow; is_first: boolean }> => {
  const saved = await tx
    .updateTable('certificates')
    .set(file)
    .where('portal_id', '=', portalId)
    .where('id', '=', id)
    .where('file_key', 'is', null)
    .returning(COLUMNS)
    .executeTakeFirst()
  const row = one(saved) ?? (one(await rows(tx, portalId).where('id', '=', id).executeTakeFirst()) as CertificateRow)
  return { row, is_first: saved !== undefined }
}

export const saveRevocation = async (
  tx: Tx,
  portalId: number,
  id: number,
  revocation: { revoked_at: Date; revoked_by: number; revoke_reason: string },
): Promise<void> => {
  await tx.updateTable('certificates').set(revocation).where('portal_id', '=', portalId).where('id', '=', id).execute()
}

export type CertificateFilter = {
  id?: number
  user_id?: number | undefined
  course_id?: number | undefined
  /** Only of learners who are assigned to this person (ROL-027). */
  assigned_to?: Looker
  issued_from?: Date | undefined
  issued_before?: Date | undefined
}

const filtered = (tx: Tx, portalId: number, filter: CertificateFilter) => {
  let query = rows(tx, portalId)
  if (filter.id !== undefined) query = query.where('certificates.id', '=', filter.id)
  if (filter.user_id !== undefined) query = query.where('certificates.user_id', '=', filter.user_id)
  if (filter.course_id !== undefined) query = query.where('certificates.course_id', '=', filter.course_id)
  if (filter.issued_from) query = query.where('certificates.issued_at', '>=', filter.issued_from)
  if (filter.issued_before) query = query.where('certificates.issued_at', '<', filter.issued_before)
  const looker = filter.assigned_to
  if (!looker) return query
  return query.where((eb) =>
    eb.exists(
      eb
        .selectFrom('enrollments')
        .select('enrollments.id')
        .whereRef('enrollments.portal_id', '=', 'certificates.portal_id')
        .whereRef('enrollments.id', '=', 'certificates.related_id')
        .where(assignedLearner(looker, 'enrollments')),
    ),
  )
}

/** How many certificates a filter has. */
export const countCertificates = (tx: Tx, portalId: number, filter: CertificateFilter, most?: number) =>
  countRows(tx, filtered(tx, portalId, filter), most)

/** All certificates of a filter in the order of their issue, with what an archive needs of them. */
export const allCertificates = (tx: Tx, portalId: number, filter: CertificateFilter) =>
  filtered(tx, portalId, filter)
    .clearSelect()
    .select(['certificates.id', 'certificates.number', 'certificates.holder_name', 'certificates.course_title'])
    .select(['certificates.issued_at', 'certificates.file_key'])
    .orderBy('certificates.issued_at')
    .orderBy('certificates.id')
    .execute()

/** The certificate within a filter, or null. */
export const findCertificate = async (
  tx: Tx,
  portalId: number,
  filter: CertificateFilter & { id: number },
): Promise<CertificateRow | null> => one(await filtered(tx, portalId, filter).executeTakeFirst())

type Order = { cursor?: string | undefined; per_page: number; sort: 'issued_at' | '-issued_at' }

/** A page of certificates by their day of issue. */
export const listCertificateRows = (
  tx: Tx,
  portalId: number,
  filter: CertificateFilter,
  order: Order,
): Promise<Page<CertificateRow>> =>
  keysetPage(filtered(tx, portalId, filter), {
    ...order,
    keys: [{ name: 'issued_at', type: 'timestamptz', expression: 'certificates.issued_at' }],
    direction: order.sort === 'issued_at' ? 'asc' : 'desc',
    id: 'certificates.id',
  }) as Promise<Page<CertificateRow>>

/** The revoked certificates of a portal by their numbers. */
export const revokedCertificates = async (
  tx: Tx,
  portalId: number,
): Promise<{ number: string; revoked_at: Date }[]> => {
  const rows = await tx
    .selectFrom('certificates')
    .select(['number', 'revoked_at'])
    .where('portal_id', '=', portalId)
    .where('revoked_at', 'is not', null)
    .orderBy('number')
    .execute()
  return rows.map(({ number, revoked_at }) => ({ number, revoked_at: revoked_at as Date }))
}
