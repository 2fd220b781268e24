import { findByEmail, findOrCreateUser, loadPerson } from '#features/accounts/server/api.ts'
import { addWithoutEmail, requireBadges, requireFreeNumbers } from '#features/badges/server/api.ts'
import { openPurse, type Purse, tellCredits } from '#features/credits/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import type { Input } from '#kernel/endpoint.ts'
import { AppError, fail } from '#kernel/errors.ts'
import { type Tx, together } from '#platform/db/db.ts'
import { publishAll } from '#platform/live/publish.ts'
import type { createEnrollments } from '../../contract.ts'
import { isManagerOf, loadAssigned } from '../reach.ts'
import { type Enrollment, loadEnrollment } from '../store.ts'
import { assignToCourse } from './assign-to-course.ts'
import { enrollLearner, requireOpenCourse } from './enroll-learner.ts'
import { requireCurator } from './set-curator.ts'

type Body = Input<typeof createEnrollments>['body']
/**
 * Somebody to enroll: chosen, or known by an e-mail; nobody has that e-mail yet where the id is missing. Or somebody new without an
 * e-mail.
 */
type Candidate = { user_id: number | null; email: string | null; person?: Body['new_people'][number] }
type Refusal = { user_id: number | null; email: string | null; code: string; message: string }
/** The people who were and were not enrolled; the movement is that of the last credit used. */
export type Outcome = { enrolled: Enrollment[]; refused: Refusal[]; movement_id: number | null }

/**
 * The chosen members of the portal; a foreign person is `not_found`, and for a manager so is everyone who is not
 * assigned to them.
 */
const findChosen = async (tx: Tx, ctx: SignedIn, userIds: readonly number[]): Promise<Candidate[]> => {
  const ids = [...new Set(userIds)]
  const [assigned, people] = await together([
    ctx.scope === 'own' ? loadAssigned(tx, ctx, ids) : null,
    together(ids.map((userId) => loadPerson(tx, ctx.portal.id, userId))),
  ])
  if (people.some((person) => !person) || ids.some((userId) => assigned?.has(userId) === false)) throw fail('not_found')
  return ids.map((userId) => ({ user_id: userId, email: null }))
}

const findByEmails = async (tx: Tx, emails: readonly string[]): Promise<Candidate[]> => {
  const sortedEmails = [...new Set(emails)].sort()
  const accounts = await together(sortedEmails.map((email) => findByEmail(tx, email)))
  return sortedEmails.map((email, at) => ({ user_id: accounts[at]?.id ?? null, email }))
}

/**
 * The people to enroll, each once: known people by rising id, then new ones by e-mail, so that two calls with the same
 * people never deadlock.
 */
const findCandidates = async (tx: Tx, ctx: SignedIn, body: Body): Promise<Candidate[]> => {
  const byId = new Map<number, Candidate>()
  const fresh: Candidate[] = []
  const candidates = await together([findByEmails(tx, body.emails), findChosen(tx, ctx, body.user_ids)])
  for (const candidate of candidates.flat()) {
    if (candidate.user_id === null) fresh.push(candidate)
    else byId.set(candidate.user_id, candidate)
  }
  const people = body.new_people.map((person): Candidate => ({ user_id: null, email: null, person }))
  return [...[...byId.values()].sort((a, b) => (a.user_id ?? 0) - (b.user_id ?? 0)), ...fresh, ...people]
}

/**
 * The person's id; an e-mail makes its owner a member of the portal, with a new account if nobody has it (USR-019), and a new
 * person joins with a badge (BDG-004).
 */
const join = async (tx: Tx, ctx: SignedIn, { user_id: userId, email, person }: Candidate): Promise<number> => {
  if (person) {
    const { badge_number: number, ...names } = person
    return addWithoutEmail(tx, ctx, names, { number })
  }
  if (email !== null) return (await findOrCreateUser(tx, ctx, { email })).user_id
  if (userId === null) throw new TypeError('A person is known by id or e-mail')
  return userId
}

const enrollOne = async (tx: Tx, ctx: SignedIn, body: Body, candidate: Candidate, purse: Purse | null) => {
  if (body.role_id !== 'learner')
    return assignToCourse(tx, ctx, {
      role: body.role_id,
      course_id: body.course_id,
      email: candidate.email,
      user_id: candidate.user_id,
    })
  const holder = purse?.payer
  if (!purse || !holder || holder.kind === 'order') throw new TypeError('A learner is enrolled with a purse')
  // Nobody joins the portal for an enrollment that cannot be paid for.
  if (purse.remaining < 1)
    throw fail(holder.kind === 'manager' ? 'own_credits_not_enough' : 'portal_credits_not_enough')
  const userId = await join(tx, ctx, candidate)
  const { course_id, starts_at, due_at, curator_id } = body
  return enrollLearner(
    tx,
    ctx,
    {
      user_id: userId,
      course_id,
      grant: { kind: 'credit', holder },
      ...(starts_at && { starts_at }),
      ...(due_at !== undefined && { due_at }),
      curator_id: curator_id ?? null,
    },
    purse,
  )
}

/**
 * Enrolls people in a course, each with one credit: a manager's own, for every other role the portal's (CRD-032).
 * People who cannot be enrolled are returned as refused, and announced to those who watch the course, while the others
 * are enrolled. When nobody can be, the first reason is thrown.
 */
export const enrollPeople = async (tx: Tx, ctx: SignedIn, body: Body): Promise<Outcome> => {
  const { course_id: courseId, role_id: role } = body
  const isOwn = ctx.scope === 'own'
  const userId = ctx.viewer.user_id
  if (isOwn && !(await isManagerOf(tx, ctx.portal.id, courseId, userId))) throw fail('not_found')
  if (isOwn && role !== 'learner') throw fail('role_not_allowed')
  if (role !== 'learner' && body.new_people.length > 0) throw fail('role_not_allowed')
  if (body.new_people.length > 0) requireBadges(ctx.portal)
  await requireFreeNumbers(
    tx,
    ctx.portal.id,
    body.new_people.map(({ badge_number: number }) => number),
  )
  if (role === 'learner') await requireOpenCourse(tx, ctx, courseId)
  if (body.curator_id) await requireCurator(tx, ctx, courseId, body.curator_id)
  const candidates = await findCandidates(tx, ctx, body)
  const payer = isOwn
    ? ({ kind: 'manager', course_id: courseId, user_id: userId } as const)
    : ({ kind: 'portal', course_id: courseId } as const)
  const purse = role === 'learner' ? await openPurse(tx, ctx, payer) : null

  const ids: number[] = []
  const refused: Refusal[] = []
  let first: AppError | null = null
  let movementId: number | null = null
  for (const candidate of candidates) {
    try {
      const enrollment = await enrollOne(tx, ctx, body, candidate, purse)
      ids.push(enrollment.id)
      movementId = enrollment.movement_id
    } catch (error) {
      if (!(error instanceof AppError) || error.status !== 422) throw error
      first ??= error
      refused.push({ user_id: candidate.user_id, email: candidate.email, code: error.code, message: error.message })
    }
  }
  if (first && ids.length === 0) throw first
  await publishAll(
    tx,
    refused.map(({ user_id, message }) => ({
      channel: `enrolls.${courseId}`,
      event: 'enroll.error',
      data: { user_id, course_id: courseId, message, actor_id: userId },
    })),
  )
  if (movementId !== null) await tellCredits(tx, ctx, { id: movementId, course_id: courseId })
  const enrolled = (await together(ids.map((id) => loadEnrollment(tx, ctx, id)))) as Enrollment[]
  return { enrolled, refused, movement_id: movementId }
}
