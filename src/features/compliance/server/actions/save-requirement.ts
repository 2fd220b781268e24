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

/** A course that learners know; a draft nobody could complete. */
const requireCourse = async (tx: Tx, portalId: number, id: number | null): Promise<void> => {
  const course = id === null ? null : await loadCourse(tx, portalId, { id })
  if (!course || course.publication_status === PUBLICATION.draft)
    throw fail('invalid', { fields: { course_id: ['Please choose a published course.'] } })
}

/** Only what is uploaded has something to come with; a document always comes with its file (CMP-016). */
const fitting = <T extends Pick<NewTerms, 'asks' | 'hint'>>(kind: RequirementKind, terms: T): T => {
  if (!isUploaded(kind)) return { ...terms, asks: [], hint: null }
  const asks = kind === 'document' ? [...terms.asks, 'file' as const] : terms.asks
  return { ...terms, asks: [...new Set(asks)], hint: terms.hint || null }
}

/** Requires something of people from a day on (CMP-001). */
export const createRequirement = async (
  tx: Tx,
  ctx: SignedIn,
  { kind, course_id, ...terms }: NewRequirement,
): Promise<number> => {
  if (!isUploaded(kind)) await requireCourse(tx, ctx.portal.id, course_id)
  await requireManagers(tx, ctx.portal.id, terms.team_ids, 'team_ids')
  const id = await insertRequirement(tx, authorOf(ctx), { kind, course_id: isUploaded(kind) ? null : course_id })
  await insertTerms(tx, authorOf(ctx), id, { ...fitting(kind, terms), is_retired: false })
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
  await requireManagers(tx, ctx.portal.id, terms.team_ids, 'team_ids')
  await insertTerms(tx, authorOf(ctx), id, fitting(requirement.kind, terms))
  await logActivity(tx, ctx, {
    action: terms.is_retired ? 'requirement.retire' : 'requirement.update',
    subject_type: 'requirement',
    subject_id: id,
    changes: { title: terms.title, from_day: terms.from_day },
  })
}
