import { loadPerson, lookerOf } from '#features/accounts/server/api.ts'
import { isInGroup } from '#kernel/access/permissions.ts'
import type { SignedIn } from '#kernel/context.ts'
import type { Input } from '#kernel/endpoint.ts'
import { fail } from '#kernel/errors.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import { inPortal } from '#platform/db/other-portals.ts'
import { type Route, route } from '#platform/http/route.ts'
import type { Services } from '#platform/services.ts'
import * as contract from '../contract.ts'
import { readCertificateNumber } from '../rules/number.ts'
import { certificateValidity } from '../rules/validity.ts'
import { generateCertificates } from './actions/generate-certificates.ts'
import { revoke } from './actions/revoke-certificate.ts'
import { signedGateList } from './gate-list.ts'
import { contentOf } from './pdf-file.ts'
import { presentCertificate, presentVerified, reachOf } from './present.ts'
import { previewTemplate } from './preview.ts'
import { listSealRows, sealsOf } from './seals.ts'
import { type CertificateFilter, findCertificate, listCertificateRows, loadByNumber } from './store.ts'

/**
 * Runs `work` in the portal that a super admin names, else in that of the call; anybody else's other portal answers
 * `not_your_portal`. Looking into another portal is written to that portal's log (CER-015, PRT-040).
 */
const inPortalOf = async <T>(
  tx: Tx,
  ctx: SignedIn,
  portalId: number | undefined,
  work: (portalId: number) => Promise<T>,
): Promise<T> => {
  if (portalId === undefined || portalId === ctx.portal.id) return work(ctx.portal.id)
  if (!isInGroup(ctx.viewer.current_role, 'super_admins')) throw fail('not_your_portal')
  const portal = await tx.selectFrom('portals').select('id').where('id', '=', portalId).executeTakeFirst()
  if (!portal) throw fail('not_found')
  return inPortal(tx, portalId, async () => {
    await logActivity(tx, { ...ctx, portal: { ...ctx.portal, id: portalId } }, { action: 'certificates.view' })
    return work(portalId)
  })
}

/** What the caller sees: of themselves everything, of others as far as the permission reaches (ROL-062). */
const within = (ctx: SignedIn, userId: number | undefined): CertificateFilter => {
  const reach = reachOf(ctx, 'certificates.view')
  const own = ctx.viewer.user_id
  if (userId === own || (userId === undefined && reach === 'none')) return { user_id: own }
  if (reach === 'none') throw fail('not_enough_permissions')
  return { user_id: userId, ...(reach === 'own' && { assigned_to: lookerOf(ctx) }) }
}

type ListQuery = Input<typeof contract.listUserCertificates>['query']

const list = async (tx: Tx, ctx: SignedIn, portalId: number, filter: CertificateFilter, query: ListQuery) => {
  const { portal_id: _, course_id, ...order } = query
  const { data, meta } = await listCertificateRows(tx, portalId, { ...filter, course_id }, order)
  return { data: data.map((row) => presentCertificate(ctx, row)), meta }
}

/** The calls of certificates; their PDFs are kept in `files`. */
export const routes = ({ files, secret }: Services): Route[] => [
  route(contract.listCertificates, ({ tx, ctx, query: { user_id, ...query } }) => {
    const filter = within(ctx, user_id)
    return inPortalOf(tx, ctx, query.portal_id, (portalId) => list(tx, ctx, portalId, filter, query))
  }),
  route(contract.listUserCertificates, ({ tx, ctx, params: { userId }, query }) => {
    const filter = within(ctx, userId)
    return inPortalOf(tx, ctx, query.portal_id, async (portalId) => {
      if (!(await loadPerson(tx, portalId, userId))) throw fail('not_found')
      return list(tx, ctx, portalId, filter, query)
    })
  }),
  route(contract.listUserSeals, async ({ tx, ctx, params: { userId }, query }) => {
    const filter = { ...within(ctx, userId), user_id: userId }
    if (!(await loadPerson(tx, ctx.portal.id, userId))) throw fail('not_found')
    const { data, meta } = await listSealRows(tx, ctx.portal.id, filter, query)
    return { data: data.map((row) => ({ ...row, status: certificateValidity(row, ctx.now) })), meta }
  }),
  route(contract.createCertificates, async ({ tx, ctx, body }) => {
    const rows = await generateCertificates(tx, ctx, body.users_courses)
    return { data: rows.map((row) => presentCertificate(ctx, row)), meta: { next_cursor: null, prev_cursor: null } }
  }),
  route(contract.downloadCertificate, ({ tx, ctx, params: { id }, query }) =>
    inPortalOf(tx, ctx, query.portal_id, async (portalId) => {
      const own = await findCertificate(tx, portalId, { id, user_id: ctx.viewer.user_id })
      const isStaff = reachOf(ctx, 'certificates.view') !== 'none'
      const row = own ?? (isStaff ? await findCertificate(tx, portalId, { ...within(ctx, undefined), id }) : null)
      if (!row) throw fail('not_found')
      const name = `Certificate ${row.number}.pdf`
      return {
        name,
        mime_type: 'application/pdf',
        is_attachment: true,
        ...(await contentOf(tx, { files, secret, now: ctx.now }, row)),
      }
    }),
  ),
  route(contract.previewCertificateTemplate, async ({ tx, ctx, params, body }) => ({
    data: await previewTemplate(tx, ctx, files, params, body),
  })),
  route(contract.revokeCertificate, async ({ tx, ctx, params, body }) => ({
    data: presentCertificate(ctx, await revoke(tx, ctx, params.id, body.reason)),
  })),
  route(contract.verifyCertificate, async ({ tx, ctx, params }) => {
    const number = readCertificateNumber(params.number)
    const row = number === null ? null : await loadByNumber(tx, ctx.portal.id, number)
    if (!row) throw fail('not_found')
    return { data: presentVerified(row, await sealsOf(tx, ctx.portal.id, row.id), ctx.now) }
  }),
  route(contract.showGateList, async ({ tx, ctx }) => ({ data: await signedGateList(tx, ctx, secret) })),
]
