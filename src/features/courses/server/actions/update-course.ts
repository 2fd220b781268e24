import { requireSubscription } from '#kernel/access/subscribed.ts'
import { changedFields } from '#kernel/activity.ts'
import type { SignedIn } from '#kernel/context.ts'
import type { Input } from '#kernel/endpoint.ts'
import { fail } from '#kernel/errors.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import type { updateCourse as endpoint } from '../../contract.ts'
import { foreignColumns } from '../../rules/owners.ts'
import { decidePublication, PUBLICATION, type Publication } from '../../rules/publication.ts'
import { reachAndLockCourse, requireOwnContent } from '../access.ts'
import { loadPresence, loadProviders, rememberSlug, takeSlug, updateCourseRow } from '../authoring-store.ts'
import { columnsOf, providerOf, readTerms } from '../fields.ts'
import type { CoursePorts } from '../ports.ts'
import { loadReadiness, requireReadyWhilePublished } from '../readiness.ts'
import { type CourseRow, loadCourse } from '../store.ts'
import { loadTerms, saveTerms, TERM_KINDS, type TermIds, type TermKind } from '../terms-store.ts'
import { touchCourse } from '../touch.ts'

/** What brings a course before the public (ORD-047). */
const IS_NEW: readonly Publication[] = [PUBLICATION.published, PUBLICATION.coming_soon]

const ACTION_OF: Record<Publication, string> = {
  1: 'course.withdraw',
  2: 'course.publish',
  3: 'course.announce',
  4: 'course.archive',
}

/**
 * Changes what a course says, its address and its publication. A publication it may not have is answered with `invalid`
 * and the missing parts by field (CAT-006, BLD-005, BLD-007), a new one without a subscription with `plan_not_enough`
 * (ORD-047); a former slug keeps leading here (ROU-004).
 */
export const updateCourse = async (
  tx: Tx,
  ctx: SignedIn,
  ports: CoursePorts,
  key: { slug: string },
  { slug: wantedSlug, publication_status: wantedStatus, ...body }: Input<typeof endpoint>['body'],
): Promise<CourseRow> => {
  const course = await reachAndLockCourse(tx, ctx, key)
  const { id } = course
  const provider = await providerOf(tx, ctx, body.partner_company_id, course.partner_company_id)
  const terms = await readTerms(tx, ctx.portal.id, body)
  const slug =
    wantedSlug === undefined || wantedSlug === course.slug
      ? course.slug
      : await takeSlug(tx, ctx.portal.id, wantedSlug, id)

  const columns = { ...columnsOf(body), ...(provider !== undefined && { partner_company_id: provider }) }
  if (foreignColumns(course, columns).length > 0) await requireOwnContent(tx, course)
  await updateCourseRow(tx, ctx.portal.id, id, { ...columns, slug })
  await rememberSlug(tx, ctx.portal.id, id, course.slug, slug)
  const termsBefore = await termNames(tx, course, terms)
  await saveTerms(tx, ctx.portal.id, id, terms)

  const changed = { ...course, ...columns, slug } as CourseRow
  const from = course.publication_status as Publication
  const to = wantedStatus ?? from
  const decision = decidePublication(from, to, {
    ...(await loadReadiness(tx, ports, changed)),
    ...(await loadPresence(tx, ctx.portal.id, id)),
    is_revoked: course.source_revoked_at !== null,
  })
  if (decision.kind === 'refuse') throw fail('invalid', { fields: decision.errors })
  if (decision.kind === 'move') {
    if (IS_NEW.includes(to)) requireSubscription(ctx)
    const isFirst = to === PUBLICATION.published && course.published_at === null
    await updateCourseRow(tx, ctx.portal.id, id, { publication_status: to, ...(isFirst && { published_at: ctx.now }) })
    if (to === PUBLICATION.published) await ports.publishDraft(tx, ctx, changed)
    const changes = { from, to }
    await logActivity(tx, ctx, { action: ACTION_OF[to], subject_type: 'course', subject_id: id, changes })
  } else if (body.is_certificate_required) await requireReadyWhilePublished(tx, ports, changed)

  await touchCourse(tx, ctx, id)
  const { partner_company_id: _, ...texts } = columns
  const changes = {
    ...changedFields({ ...course }, { ...texts, slug }),
    ...changedFields(await providerName(tx, course), await providerName(tx, changed)),
    ...changedFields(termsBefore, await termNames(tx, course, terms)),
  }
  if (Object.keys(changes).length > 0)
    await logActivity(tx, ctx, { action: 'course.update', subject_type: 'course', subject_id: id, changes })
  return (await loadCourse(tx, ctx.portal.id, { id })) ?? changed
}

/** The names of the course's terms of the kinds that a call sets, for the log. */
const termNames = async (tx: Tx, { portal_id, id }: CourseRow, terms: TermIds): Promise<Record<string, string[]>> => {
  const kinds = Object.keys(terms) as TermKind[]
  if (kinds.length === 0) return {}
  const shown = await loadTerms(tx, portal_id, id)
  return Object.fromEntries(kinds.map((kind) => [TERM_KINDS[kind].output, shown[kind].map(({ name }) => name)]))
}

const providerName = async (tx: Tx, { portal_id, partner_company_id: id }: CourseRow) => ({
  provider: id === null ? null : ((await loadProviders(tx, portal_id, [id])).get(id)?.name ?? null),
})
