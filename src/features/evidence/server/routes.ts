import { displayPerson, findById, reachFor, requireKnown } from '#features/accounts/server/api.ts'
import { loadCourse } from '#features/courses/server/api.ts'
import { loadEnrollment } from '#features/enrollments/server/api.ts'
import { presentFile, requestFrom, startExport } from '#features/exports/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import type { Tx } from '#platform/db/db.ts'
import { type Route, route } from '#platform/http/route.ts'
import * as contract from '../contract.ts'
import { type About, countChosen } from './chosen.ts'
import { chosenBy, type EvidenceQuery, kindOf } from './exports.ts'

type Wish = { about: About; id: number | null; title: string; is_empty_allowed?: boolean }

/** Has the file made in the background; those who may not grade get it without answers (ROL-037). */
const start = async (tx: Tx, ctx: SignedIn, { about, id, title, is_empty_allowed }: Wish) => {
  const query: EvidenceQuery = { id, title, with_answers: reachFor(ctx, 'grading.view') !== 'none' }
  const request = requestFrom(ctx, ctx.scope, query)
  const rows = await countChosen(tx, chosenBy(about, request))
  // Nobody learns that a record exists which they may not read.
  if (rows === 0 && !is_empty_allowed) throw fail('not_found')
  const made = await startExport(tx, ctx, { kind: kindOf(about), title: `Inspector’s file: ${title}`, rows, request })
  return { data: presentFile(made) }
}

const nameOf = async (tx: Tx, portalId: number, userId: number) => {
  const person = await findById(tx, portalId, userId)
  return person ? displayPerson(person).display_name : 'A former member'
}

/** The calls that make files for inspectors (EVD-001). */
export const routes = (): Route[] => [
  route(contract.makeEnrollmentEvidence, async ({ tx, ctx, params }) => {
    const enrollment = await loadEnrollment(tx, ctx, params.id)
    const course = enrollment && (await loadCourse(tx, ctx.portal.id, { id: enrollment.course_id }))
    if (!enrollment || !course) throw fail('not_found')
    const title = `${await nameOf(tx, ctx.portal.id, enrollment.user_id)}, ${course.title}`
    return start(tx, ctx, { about: 'enrollment', id: params.id, title })
  }),
  route(contract.makePersonEvidence, async ({ tx, ctx, params }) => {
    await requireKnown(tx, ctx, params.id)
    const title = await nameOf(tx, ctx.portal.id, params.id)
    return start(tx, ctx, { about: 'person', id: params.id, title, is_empty_allowed: true })
  }),
  route(contract.makeCourseEvidence, async ({ tx, ctx, params }) => {
    const course = await loadCourse(tx, ctx.portal.id, { id: params.id })
    if (!course) throw fail('not_found')
    return start(tx, ctx, {
      about: 'course',
      id: params.id,
      title: course.title,
      is_empty_allowed: ctx.scope === 'any',
    })
  }),
  route(contract.makePortalEvidence, ({ tx, ctx }) => {
    if (ctx.scope !== 'any') throw fail('not_enough_permissions')
    return start(tx, ctx, { about: 'portal', id: null, title: ctx.portal.name, is_empty_allowed: true })
  }),
]
