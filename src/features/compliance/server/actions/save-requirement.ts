import { loadCourse } from '#features/courses/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import type { Input } from '#kernel/endpoint.ts'
import { fail } from '#kernel/errors.ts'
import { PUBLICATION } from '#kernel/product/statuses.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import type * as contract from '../../contract.ts'
import { isUploaded, type RequirementKind } from '../../rules/requirement.ts'
import { requireManagers } from '../options.ts'
import { insertRequirement, insertTerms, loadRequirements } from '../requirements.ts'

type NewRequirement = Input<typeof contract.createRequirement>['body']
type NewTerms = Input<typeof contract.addTerms>['body']

const authorOf = (ctx: SignedIn) => ({ portal_id: ctx.portal.id, user_id: ctx.viewer.user_id, now: ctx.now })

/** Courses that learners know; a draft nobody could complete. */
const arePublished = async (tx: Tx, portalId: number, ids: readonly number[]): Promise<boolean> => {
  for (const id of ids) {
    const course = await loadCourse(tx, portalId, { id })
    if (!course || course.publication_status === PUBLICATION.draft) return false
  }
  return true
}

const requireCourse = async (tx: Tx, portalId: number, id: number | null): Promise<void> => {
  if (id === null || !(await arePublished(tx, portalId, [id])))
    throw fail('invalid', { fields: { course_id: ['Please choose a published course.'] } })
}

export type Subject = { kind: RequirementKind; course_id: number | null }

/** Only what is uploaded has something to come with; a document always comes with its file (CMP-016). */
const fitting = ({ kind }: Subject, terms: NewTerms): NewTerms => {
  if (!isUploaded(kind)) return { ...terms, asks: [], hint: null }
  const asks = kind === 'document' ? [...terms.asks, 'file' as const] : terms.asks
  return { ...terms, asks: [...new Set(asks)], hint: terms.hint || null, refresher_course_ids: [] }
}

/** Refreshers are other courses that learners know, and renew something that ends (CMP-040). */
const requireRefreshers = async (
  tx: Tx,
  portalId: number,
  { kind, course_id }: Subject,
  { refresher_course_ids: ids, valid_months, is_retired }: NewTerms,
): Promise<void> => {
  if (ids.length === 0 || is_retired) return
  if (course_id !== null && ids.includes(course_id)) throw fail('refresher_is_initial')
  // A certificate may have an end of its own.
  if (kind === 'course' && valid_months === null) throw fail('refresher_without_end')
  if (!(await arePublished(tx, portalId, ids)))
    throw fail('invalid', { fields: { refresher_course_ids: ['Please choose published courses.'] } })
}

/** Terms as they are stored, once everything that they name was found; else what is wrong with them. */
export const checkTerms = async (tx: Tx, portalId: number, subject: Subject, given: NewTerms): Promise<NewTerms> => {
  await requireManagers(tx, portalId, given.team_ids, 'team_ids')
  const terms = fitting(subject, { ...given, refresher_course_ids: [...new Set(given.refresher_course_ids)] })
  await requireRefreshers(tx, portalId, subject, terms)
  return { ...terms, source: terms.source || null }
}

/** What a new requirement is about: a course that learners know, or what people upload. */
export const checkSubject = async (tx: Tx, portalId: number, { kind, course_id }: Subject): Promise<Subject> => {
  if (isUploaded(kind)) return { kind, course_id: null }
  await requireCourse(tx, portalId, course_id)
  return { kind, course_id }
}

/** Requires something of people from a day on (CMP-001). */
export const createRequirement = async (
  tx: Tx,
  ctx: SignedIn,
  { kind, course_id, ...terms }: NewRequirement,
): Promise<number> => {
  const subject = await checkSubject(tx, ctx.portal.id, { kind, course_id })
  const checked = await checkTerms(tx, ctx.portal.id, subject, { ...terms, is_retired: false })
  const id = await insertRequirement(tx, authorOf(ctx), subject)
  await insertTerms(tx, authorOf(ctx), id, checked)
  await logActivity(tx, ctx, {
    action: 'requirement.create',
    subject_type: 'requirement',
    subject_id: id,
    changes: { title: terms.title, kind, from_day: terms.from_day },
  })
  return id
}

/** Adds terms that hold from a day on; those of the days before stay as they are (CMP-002). */
export const addTerms = async (tx: Tx, ctx: SignedIn, id: number, terms: NewTerms): Promise<void> => {
  const [requirement] = await loadRequirements(tx, ctx.portal.id, id)
  if (!requirement) throw fail('not_found')
  await insertTerms(tx, authorOf(ctx), id, await checkTerms(tx, ctx.portal.id, requirement, terms))
  await logActivity(tx, ctx, {
    action: terms.is_retired ? 'requirement.retire' : 'requirement.update',
    subject_type: 'requirement',
    subject_id: id,
    changes: { title: terms.title, from_day: terms.from_day },
  })
}
