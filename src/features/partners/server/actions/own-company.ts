import { sql } from 'kysely'
import { loadCompanyOf } from '#features/courses/server/api.ts'
import { removePublicFile, requireUpload, storePublicFile } from '#features/media/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import { errorText, fail } from '#kernel/errors.ts'
import type { z } from '#kernel/schema.ts'
import { UPLOAD_TYPES } from '#kernel/uploads/uploads.ts'
import type { Tx } from '#platform/db/db.ts'
import type { Files } from '#platform/files/files.ts'
import type { UploadedFile } from '#platform/http/route.ts'
import type { saveOwnCompany } from '../../contract-partner.ts'
import { loadOwnCompany, type OwnCompanyRow } from '../store.ts'
import { createCompany, updateCompany } from './save-partner.ts'

type Call = Pick<SignedIn, 'portal' | 'viewer' | 'scope'>
type Body = z.output<NonNullable<typeof saveOwnCompany.body>>

/** The partner whom a call is about: oneself, or for those who reach every partner the one they name (ROL-027, ROL-061). */
const partnerOf = async (tx: Tx, { portal, viewer, scope }: Call, requestedId: number | undefined): Promise<number> => {
  if (requestedId === undefined || requestedId === viewer.user_id) return viewer.user_id
  if (scope === 'own') throw fail('not_found')
  const partner = await tx
    .selectFrom('portal_user_roles')
    .select('user_id')
    .where('portal_id', '=', portal.id)
    .where('user_id', '=', requestedId)
    .where('role', '=', 'partner')
    .executeTakeFirst()
  if (!partner) throw fail('not_found')
  return requestedId
}

/** The id of the partner's company, or null before there is one. */
export const reachCompany = async (tx: Tx, ctx: Call, requestedId: number | undefined): Promise<number | null> =>
  loadCompanyOf(tx, ctx.portal.id, await partnerOf(tx, ctx, requestedId))

/** The partner's company; `not_found` before there is one. */
export const requireCompany = async (tx: Tx, ctx: Call, requestedId: number | undefined): Promise<OwnCompanyRow> => {
  const id = await reachCompany(tx, ctx, requestedId)
  const company = id === null ? null : await loadOwnCompany(tx, ctx.portal.id, id)
  if (!company) throw fail('not_found')
  return company
}

/** Changes the partner's profile, or makes it when there is none yet, which needs its name (PAR-004, PAR-009). */
export const saveCompany = async (
  tx: Tx,
  ctx: SignedIn,
  requestedId: number | undefined,
  { social_links, ...body }: Body,
): Promise<OwnCompanyRow> => {
  const partner = await partnerOf(tx, ctx, requestedId)
  // Two first saves at the same time make one company.
  const place = `${ctx.portal.id}:${partner}`
  await sql`select pg_advisory_xact_lock(hashtextextended('partner company', hashtext(${place})))`.execute(tx)
  const values = { ...body, ...(social_links !== undefined && { social_links: social_links ?? [] }) }
  const id = await loadCompanyOf(tx, ctx.portal.id, partner)
  if (id !== null) await updateCompany(tx, ctx, id, values)
  else {
    const { name } = values
    if (name === undefined) throw fail('invalid', { fields: { name: [errorText('required')] } })
    await createCompany(tx, ctx, { ...values, name, user_id: partner })
  }
  return requireCompany(tx, ctx, requestedId)
}

/** Stores a new logo of the company; the old file stays, because cached pages show it. */
export const uploadLogo = async (
  tx: Tx,
  ctx: SignedIn,
  files: Files,
  requestedId: number | undefined,
  uploads: readonly UploadedFile[],
): Promise<OwnCompanyRow> => {
  const { id } = await requireCompany(tx, ctx, requestedId)
  const file = await requireUpload(uploads, 'file', { extensions: UPLOAD_TYPES.img })
  await updateCompany(tx, ctx, id, { logo: await storePublicFile(tx, ctx, files, file) })
  return requireCompany(tx, ctx, requestedId)
}

/** Takes the logo away, and with it its file. */
export const removeLogo = async (tx: Tx, ctx: SignedIn, requestedId: number | undefined): Promise<OwnCompanyRow> => {
  const { id, logo } = await requireCompany(tx, ctx, requestedId)
  await removePublicFile(tx, ctx, logo)
  await updateCompany(tx, ctx, id, { logo: null })
  return requireCompany(tx, ctx, requestedId)
}
