import type { Updateable } from 'kysely'
import type { SignedIn } from '#kernel/context.ts'
import type { Input } from '#kernel/endpoint.ts'
import { errorText, fail } from '#kernel/errors.ts'
import { cleanHtmlOrNull } from '#kernel/html.ts'
import { parseVideoLink, videoPageUrl } from '#kernel/uploads/video.ts'
import type { Tx } from '#platform/db/db.ts'
import type { Courses } from '#platform/db/db-types.ts'
import type { updateCourse } from '../contract.ts'
import { loadProviders } from './authoring-store.ts'
import { loadCompanyOf } from './store.ts'
import { checkTerms, TERM_KINDS, type TermIds, type TermKind } from './terms-store.ts'

type Body = Omit<Input<typeof updateCourse>['body'], 'slug' | 'publication_status'>

/** Absent stays absent; null and nothing but blanks become null (VAL-001). */
const lineOf = (value: string | null | undefined) => (value === undefined ? undefined : value || null)

/** The link in its one form, made from provider and id, so that nothing else of what was entered is kept (CAT-008). */
const videoOf = (link: string | null | undefined) => {
  const video = link ? parseVideoLink(link) : null
  return link === undefined ? undefined : video && videoPageUrl(video)
}

const withoutAbsent = <T extends object>(values: T): T =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as T

/** The columns that the fields of a call set; formatted text is cleaned (PGB-034). */
export const columnsOf = (body: Body): Updateable<Courses> =>
  withoutAbsent({
    title: body.title,
    description: body.description === undefined ? undefined : cleanHtmlOrNull('full', body.description),
    video: videoOf(body.video),
    duration_minutes: body.duration_minutes,
    is_sequential: body.is_sequential,
    is_marketable: body.is_marketable,
    is_certificate_required: body.is_certificate_required,
    author_name: lineOf(body.author?.name),
    button_name: lineOf(body.options?.button_name),
    meta_title: lineOf(body.meta_title),
    meta_description: lineOf(body.meta_description),
    seo_keywords: lineOf(body.seo_keywords),
  })

/** The terms a call wants, each of its kind in the portal; `invalid` names the fields that hold others. */
export const readTerms = async (tx: Tx, portalId: number, body: Body): Promise<TermIds> => {
  const terms: TermIds = {}
  for (const [kind, { input }] of Object.entries(TERM_KINDS) as [TermKind, { input: keyof Body }][]) {
    const ids = body[input] as number[] | number | null | undefined
    if (ids !== undefined) terms[kind] = [ids ?? []].flat()
  }
  const errors = await checkTerms(tx, portalId, terms)
  if (Object.keys(errors).length > 0) throw fail('invalid', { fields: errors })
  return terms
}

const refuseProvider = () => fail('invalid', { fields: { partner_company_id: [errorText('not_in_options')] } })

/**
 * The provider of a course (PAR-007): a partner's courses always belong to the partner's company, instructors leave it
 * unchanged, everyone else chooses a company of the portal. Undefined changes nothing.
 */
export const providerOf = async (
  tx: Tx,
  ctx: SignedIn,
  requested: number | null | undefined,
  current: number | null,
): Promise<number | null | undefined> => {
  if (ctx.scope === 'own' && ctx.viewer.current_role === 'partner') {
    const own = await loadCompanyOf(tx, ctx.portal.id, ctx.viewer.user_id)
    // A partner without a company profile fills that in first (PAR-004).
    if (own === null) throw fail('not_enough_permissions')
    if (requested !== undefined && requested !== own) throw refuseProvider()
    return own
  }
  if (requested === undefined || requested === current) return undefined
  if (ctx.scope === 'own') throw refuseProvider()
  if (requested === null) return null
  if (!(await loadProviders(tx, ctx.portal.id, [requested])).has(requested)) throw refuseProvider()
  return requested
}
