import { availableCredits } from '#features/credits/server/api.ts'
import { accessOf, type Permission } from '#kernel/access/permissions.ts'
import type { SignedIn } from '#kernel/context.ts'
import type { Output } from '#kernel/endpoint.ts'
import type { Tx } from '#platform/db/db.ts'
import type { listCourses, showCourse } from '../contract.ts'
import { missingForPublication, nextPublications, type Publication } from '../rules/publication.ts'
import { findBought, loadPresence, loadProviders } from './authoring-store.ts'
import { loadInstructors } from './people-store.ts'
import type { CoursePorts } from './ports.ts'
import { readinessOf } from './readiness.ts'
import { loadSource } from './source.ts'
import { type CourseRow, loadTiers, type Tier } from './store.ts'
import { loadTerms } from './terms-store.ts'

type FullCourse = Output<typeof showCourse>['data']
type Summary = Output<typeof listCourses>['data'][number]

/** True when the viewer's role has the permission at all; which records it reaches is asked by `reachCourse`. */
export const may = ({ viewer, portal }: SignedIn, permission: Permission): boolean =>
  accessOf(viewer.current_role, permission, {
    toggles: viewer.toggles,
    condition: { plan_short_name: portal.plan_short_name, is_core: portal.flags.is_core },
  }) !== 'none'

const abilitiesOf = (ctx: SignedIn, course: CourseRow) => ({
  update: may(ctx, 'courses.update'),
  update_content: course.source_portal_id === null && may(ctx, 'courses.update'),
  delete: may(ctx, 'courses.delete'),
  update_prices: may(ctx, 'pricing.update'),
})

/** Tiers as they are answered. */
export const presentTiers = (tiers: readonly Tier[]) =>
  tiers.map(({ id, from, price_cents }) => ({ id, from, price: price_cents }))

/** A course as its authors see it, with its missing parts and the viewer's permissions (BLD-001, BLD-002, BLD-006). */
export const presentCourse = async (
  tx: Tx,
  ctx: SignedIn,
  ports: CoursePorts,
  course: CourseRow,
): Promise<FullCourse> => {
  const { id, portal_id: portalId } = course
  const tiers = (await loadTiers(tx, portalId, [id])).get(id) ?? []
  const instructors = (await loadInstructors(tx, portalId, [id])).get(id) ?? []
  const terms = await loadTerms(tx, portalId, id)
  const providers = await loadProviders(tx, portalId, [course.partner_company_id])
  const presence = await loadPresence(tx, portalId, id)
  const readiness = await readinessOf(tx, ports, course, { tiers, instructors })
  const source = await loadSource(tx, course)
  const status = course.publication_status as Publication
  return {
    ...course,
    publication_status: status,
    is_bought: (await findBought(tx, portalId, ctx.viewer, [id])).has(id),
    has_enrollments: presence.has_enrollments,
    available_credits: (await availableCredits(tx, ctx, [id])).get(id) ?? 0,
    min_credit_price: course.min_credit_price_cents,
    course_pricings: presentTiers(tiers),
    certificate_template: course.certificate_template_id === null ? null : { id: course.certificate_template_id },
    instructors,
    author: { name: course.author_name, avatar: course.author_avatar },
    provider: course.partner_company_id === null ? null : (providers.get(course.partner_company_id) ?? null),
    categories: terms.category,
    training_options: terms.training_option,
    states: terms.state,
    agencies: terms.agency,
    organizations: terms.organization,
    language: terms.language[0] ?? null,
    subtitles: terms.subtitle,
    tags: terms.tag,
    options: { button_name: course.button_name },
    next_publication_statuses: nextPublications(status, { ...presence, is_revoked: course.source_revoked_at !== null }),
    missing_for_publication: missingForPublication(readiness),
    source,
    abilities: abilitiesOf(ctx, course),
  }
}

/** A page of courses as a list shows them; every further record is read once for the whole page. */
export const presentSummaries = async (tx: Tx, ctx: SignedIn, courses: CourseRow[]): Promise<Summary[]> => {
  const ids = courses.map((course) => course.id)
  const tiers = await loadTiers(tx, ctx.portal.id, ids)
  const instructors = await loadInstructors(tx, ctx.portal.id, ids)
  const providers = await loadProviders(
    tx,
    ctx.portal.id,
    courses.map((course) => course.partner_company_id),
  )
  const credits = ids.length > 0 ? await availableCredits(tx, ctx, ids) : new Map<number, number>()
  return courses.map((course) => ({
    ...course,
    publication_status: course.publication_status as Publication,
    available_credits: credits.get(course.id) ?? 0,
    course_pricings: presentTiers(tiers.get(course.id) ?? []),
    instructors: instructors.get(course.id) ?? [],
    author: { name: course.author_name, avatar: course.author_avatar },
    provider: course.partner_company_id === null ? null : (providers.get(course.partner_company_id) ?? null),
    abilities: abilitiesOf(ctx, course),
  }))
}
