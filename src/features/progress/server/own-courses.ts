import { loadInstructors } from '#features/courses/server/api.ts'
import { ENROLLMENT_COLUMNS, type Enrollment, loadOwnEnrollment, withAccess } from '#features/enrollments/server/api.ts'
import { moduleItemTitle } from '#features/outline/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import type { Input } from '#kernel/endpoint.ts'
import { fail } from '#kernel/errors.ts'
import type { Tx } from '#platform/db/db.ts'
import { keysetPage, type SortKey } from '#platform/db/paging.ts'
import { foldedTextHolds } from '#platform/db/search-text.ts'
import type { listLearnerCourses } from '../contract.ts'
import { continueItem, courseProgress, type Item, type ItemType, isModuleItem } from '../rules/course.ts'
import { itemRef, presentEnrollment } from './present.ts'
import {
  loadTitles,
  loadTrackedCourse,
  loadTrackedCourses,
  refKey,
  type TrackedCourse,
  type VersionedRef,
} from './store.ts'

const COURSE_COLUMNS = [
  'courses.slug',
  'courses.title',
  'courses.thumbnail',
  'courses.author_name',
  'courses.author_avatar',
  'courses.duration_minutes',
  'courses.is_certificate_required',
] as const

/** The viewer's own enrollments as learner, with what a card shows of their courses. */
const ownEnrollments = (tx: Tx, ctx: SignedIn) =>
  tx
    .selectFrom('enrollments')
    .innerJoin('courses', (join) =>
      join.onRef('courses.portal_id', '=', 'enrollments.portal_id').onRef('courses.id', '=', 'enrollments.course_id'),
    )
    .select([...ENROLLMENT_COLUMNS, ...COURSE_COLUMNS])
    .where('enrollments.portal_id', '=', ctx.portal.id)
    .where('enrollments.user_id', '=', ctx.viewer.user_id)
    .where('enrollments.role', '=', 'learner')
    .where('enrollments.ended_at', 'is', null)

type CardRow = {
  slug: string
  title: string
  thumbnail: string | null
  author_name: string | null
  author_avatar: string | null
  duration_minutes: number | null
  is_certificate_required: boolean
}

/** The item last opened in an enrollment, or null. */
export const lastItem = ({ last_item_type: type, last_item_id: id }: Enrollment): Pick<Item, 'type' | 'id'> | null =>
  type !== null && id !== null ? { type: type as ItemType, id } : null

/** Where "continue" leads in an enrollment; nowhere while or after it may not be worked on. */
export const continueOf = (enrollment: Enrollment, course: TrackedCourse) =>
  enrollment.access === 'active' ? continueItem(course, lastItem(enrollment)) : null

/** Items in the version of a course that its learner sees. */
export const inVersionOf = ({ course_id, version }: TrackedCourse, items: readonly Pick<Item, 'type' | 'id'>[]) =>
  items.map(({ type, id }) => ({ type, id, course_id, version }))

/** Titles of items as people read them (LRN-004), in one statement. */
export const loadShownTitles = async (tx: Tx, portalId: number, items: readonly VersionedRef[]) => {
  const titles = await loadTitles(tx, portalId, items)
  return (item: Pick<Item, 'type' | 'id'>): string => {
    const title = titles.get(refKey(item)) ?? null
    return isModuleItem(item.type) ? moduleItemTitle(item.type, title) : (title ?? item.type)
  }
}

/** An own course as a card shows it; `titleOf` knows the title of what comes next. */
const presentCard = (
  row: CardRow,
  enrollment: Enrollment,
  course: TrackedCourse,
  titleOf: (item: Pick<Item, 'type' | 'id'>) => string,
) => {
  const { status, progress, items_done, items_total, can_finish } = courseProgress(course)
  const next = continueOf(enrollment, course)
  return {
    id: course.course_id,
    slug: row.slug,
    title: row.title,
    thumbnail: row.thumbnail,
    author: { name: row.author_name, avatar: row.author_avatar },
    duration_minutes: row.duration_minutes,
    is_sequential: course.is_sequential,
    is_certificate_required: row.is_certificate_required,
    has_rules: course.has_rules,
    status,
    progress,
    items_done,
    items_total,
    can_finish,
    continue_item: next && { ...itemRef(course.outline, next), title: titleOf(next) },
    learner: presentEnrollment(enrollment),
  }
}

// Milliseconds are what a cursor carries; a course without a due date comes after all others.
const KEYS = {
  last_opened_at: {
    name: 'opened_at',
    expression: "date_trunc('milliseconds', coalesce(enrollments.last_opened_at, enrollments.created_at))",
    type: 'timestamptz',
  },
  due_at: {
    name: 'due_key',
    expression: "date_trunc('milliseconds', coalesce(enrollments.due_at, timestamptz '9999-12-31'))",
    type: 'timestamptz',
  },
  title: { name: 'title', expression: 'courses.title', type: 'text' },
} as const satisfies Record<string, SortKey>

/** A page of the viewer's own courses with progress and access (LRN-036, LRN-039); three statements whatever its length. */
export const listOwnCourses = async (tx: Tx, ctx: SignedIn, query: Input<typeof listLearnerCourses>['query']) => {
  if (ctx.viewer.current_role !== 'learner') throw fail('learner_only')
  const field = query.sort.replace(/^-/, '') as keyof typeof KEYS | 'id'
  let columns = ownEnrollments(tx, ctx).select((eb) => [
    eb.fn.coalesce('enrollments.last_opened_at', 'enrollments.created_at').as('opened_at'),
    eb.fn.coalesce('enrollments.due_at', eb.cast<Date>(eb.val('9999-12-31Z'), 'timestamptz')).as('due_key'),
  ])
  if (query.search) columns = columns.where(foldedTextHolds('courses.folded_title', query.search))
  if (query.state === 'current')
    columns = columns.where('enrollments.completed_at', 'is', null).where('enrollments.expires_at', '>', ctx.now)
  if (query.state === 'past')
    columns = columns.where((eb) =>
      eb.or([eb('enrollments.completed_at', 'is not', null), eb('enrollments.expires_at', '<=', ctx.now)]),
    )
  const { data, meta } = await keysetPage(columns, {
    cursor: query.cursor,
    per_page: query.per_page,
    sort: query.sort,
    keys: field === 'id' ? [] : [KEYS[field]],
    id: 'enrollments.id',
  })
  const courses = await loadTrackedCourses(
    tx,
    ctx.portal.id,
    data.map(({ id }) => id),
  )
  const cards = data.flatMap((row) => {
    const course = courses.get(row.id)
    return course ? [{ row, enrollment: withAccess(row, ctx.now), course }] : []
  })
  const next = cards.flatMap(({ enrollment, course }) => {
    const item = continueOf(enrollment, course)
    return item ? inVersionOf(course, [item]) : []
  })
  const titleOf = await loadShownTitles(tx, ctx.portal.id, next)
  return { data: cards.map(({ row, enrollment, course }) => presentCard(row, enrollment, course, titleOf)), meta }
}

/** The newest enrollment of the viewer in a course (ROU-050). */
const newestEnrollment = async (tx: Tx, ctx: SignedIn, slug: string): Promise<number> => {
  if (ctx.viewer.current_role !== 'learner') throw fail('learner_only')
  const row = await tx
    .selectFrom('enrollments')
    .innerJoin('courses', (join) =>
      join.onRef('courses.portal_id', '=', 'enrollments.portal_id').onRef('courses.id', '=', 'enrollments.course_id'),
    )
    .select('enrollments.id')
    .where('enrollments.portal_id', '=', ctx.portal.id)
    .where('enrollments.user_id', '=', ctx.viewer.user_id)
    .where('enrollments.role', '=', 'learner')
    .where('enrollments.ended_at', 'is', null)
    .where('courses.slug', '=', slug)
    .orderBy('enrollments.id', 'desc')
    .executeTakeFirst()
  if (!row) throw fail('not_found')
  return row.id
}

/** An own course for its overview (LRN-033, LRN-040); it is shown whatever its access, since it says what that is. */
export const showOwnCourse = async (
  tx: Tx,
  ctx: SignedIn,
  { slug, related_id }: { slug: string; related_id: number | undefined },
) => {
  const relatedId = related_id ?? (await newestEnrollment(tx, ctx, slug))
  const [enrollment, course] = await Promise.all([
    loadOwnEnrollment(tx, ctx, { related_id: relatedId, course_slug: slug, to: 'see' }),
    loadTrackedCourse(tx, ctx.portal.id, relatedId),
  ])
  if (!course) throw fail('not_found')
  const next = continueOf(enrollment, course)
  const [row, instructors, titleOf] = await Promise.all([
    tx
      .selectFrom('courses')
      .select([...COURSE_COLUMNS, 'courses.description', 'courses.video', 'courses.publication_status'])
      .where('portal_id', '=', ctx.portal.id)
      .where('id', '=', course.course_id)
      .executeTakeFirstOrThrow(),
    loadInstructors(tx, ctx.portal.id, [course.course_id]),
    loadShownTitles(tx, ctx.portal.id, inVersionOf(course, next ? [next] : [])),
  ])
  return {
    data: {
      ...presentCard(row, enrollment, course, titleOf),
      description: row.description,
      video: row.video,
      publication_status: row.publication_status,
      instructors: instructors.get(course.course_id) ?? [],
    },
  }
}
