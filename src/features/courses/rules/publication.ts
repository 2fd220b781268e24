import { errorText, type FieldErrors } from '#kernel/errors.ts'
import { PUBLICATION, type Publication } from '#kernel/product/statuses.ts'

export { PUBLICATION, type Publication }
export const PUBLICATION_NUMBERS = Object.values(PUBLICATION)
/** How people read the numbers. */
export const PUBLICATION_NAMES: Record<Publication, string> = {
  1: 'Draft',
  2: 'Published',
  3: 'Coming soon',
  4: 'Archived',
}

/** A way from one publication status to another; `while_untouched` closes it once learners are in the course or it was sold. */
export type Move = { to: Publication; while_untouched?: true }

const { draft, published, coming_soon, archived } = PUBLICATION

/** CAT-006. */
export const PUBLICATION_MOVES: Record<Publication, readonly Move[]> = {
  [draft]: [{ to: coming_soon }, { to: published }],
  [coming_soon]: [{ to: published }, { to: draft }],
  [published]: [{ to: archived }, { to: draft, while_untouched: true }],
  [archived]: [{ to: published }, { to: draft, while_untouched: true }],
}

/** Whether learners are in a course, whether somebody has paid for it, and whether it may still be offered. */
export type Presence = {
  has_learners: boolean
  is_sold: boolean
  /** The portal that shared the course has stopped: it goes to nobody new (SHR-010). */
  is_revoked?: boolean
}

/** Where a course may go from here (CAT-006); staying is no move. */
export const nextPublications = (
  from: Publication,
  { has_learners, is_sold, is_revoked = false }: Presence,
): Publication[] =>
  PUBLICATION_MOVES[from]
    .filter((move) => !move.while_untouched || !(has_learners || is_sold))
    .map((move) => move.to)
    .filter((to) => !is_revoked || to === draft || to === archived)

/** What publishing looks at (BLD-005, EXM-029). */
export type Readiness = {
  tiers_count: number
  instructors_count: number
  is_certificate_required: boolean
  has_certificate_template: boolean
  /** Exams and knowledge checks that have no questions, or fewer than they draw. */
  incomplete_exams: readonly { title: string }[]
}

/** What a course lacks for being published, by field, empty when nothing is missing (BLD-005 to BLD-007, EXM-029). */
export const missingForPublication = (course: Readiness): FieldErrors => {
  const missing: FieldErrors = {}
  if (course.tiers_count === 0) missing.course_pricings = [errorText('required')]
  if (course.instructors_count === 0) missing.instructors = [errorText('required')]
  if (course.is_certificate_required && !course.has_certificate_template)
    missing.certificate_template = [errorText('no_certificate_template')]
  if (course.incomplete_exams.length > 0)
    missing.exams = course.incomplete_exams.map(({ title }) => `"${title}" has too few questions.`)
  return missing
}

export type PublicationDecision = { kind: 'stay' } | { kind: 'move' } | { kind: 'refuse'; errors: FieldErrors }

/** Whether a course may go to `to` (CAT-006); on the way to published all missing parts are named at once. */
export const decidePublication = (
  from: Publication,
  to: Publication,
  course: Readiness & Presence,
): PublicationDecision => {
  if (from === to) return { kind: 'stay' }
  if (!nextPublications(from, course).includes(to))
    return { kind: 'refuse', errors: { publication_status: [errorText('not_in_options')] } }
  const errors = to === published ? missingForPublication(course) : {}
  return Object.keys(errors).length > 0 ? { kind: 'refuse', errors } : { kind: 'move' }
}

/** What deleting does: a published course stays (BLD-008), one with enrollments is archived, any other is removed (BLD-009). */
export const decideDelete = (course: {
  publication_status: Publication
  has_enrollments: boolean
}): 'published_course_not_deletable' | 'archive' | 'remove' => {
  if (course.publication_status === published) return 'published_course_not_deletable'
  return course.has_enrollments ? 'archive' : 'remove'
}
