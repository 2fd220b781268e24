import type { Tx } from '#platform/db/db.ts'
import type { TestApp, TestPerson, TestPortal } from './api.ts'

type ModuleItemType = 'Text' | 'Document' | 'Audio' | 'Video'
type PoolSpec = { questions: number; count?: number; type?: 'single' | 'multiple' | 'boolean' }
export type ExamSpec = {
  type?: 'exam' | 'survey'
  attempts_number?: number | null
  passing_score?: number
  shuffle_questions?: boolean
  time_limit_minutes?: number
  pools?: PoolSpec[]
}
/** A module as the types of its items, an exam as its settings, and anything else as its name. */
export type OutlineSpec = ModuleItemType[] | ExamSpec | 'Assignment' | 'ScormModule' | 'CloudScormModule'

export type MadeItem = { type: string; id: number; items: { type: ModuleItemType; id: number }[] }
export type MadeQuestion = { id: number; pool_id: number; correct: number[]; wrong: number[] }
export type MadeCourse = {
  id: number
  slug: string
  portal: TestPortal
  outline: MadeItem[]
  /** The questions of every exam by its id. */
  questions: Map<number, MadeQuestion[]>
}

let counter = 0

const addPool = async (
  tx: Tx,
  portalId: number,
  spec: PoolSpec,
): Promise<{ id: number; questions: MadeQuestion[] }> => {
  const pool = await tx
    .insertInto('question_pools')
    .values({ portal_id: portalId, title: `Pool ${++counter}` })
    .returning('id')
    .executeTakeFirstOrThrow()
  const questions: MadeQuestion[] = []
  for (let number = 1; number <= spec.questions; number++) {
    const type = spec.type ?? 'single'
    const { id } = await tx
      .insertInto('questions')
      .values({
        portal_id: portalId,
        question_pool_id: pool.id,
        text: `Question ${number} of pool ${pool.id}`,
        type,
        explanation: `Because ${number}`,
        sort_number: number,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const correct =
      type === 'multiple' ? [true, true, false] : type === 'boolean' ? [true, false] : [true, false, false]
    const answers = await tx
      .insertInto('question_answers')
      .values(
        correct.map((is_correct, index) => ({
          portal_id: portalId,
          question_id: id,
          text: `Answer ${index + 1}`,
          is_correct,
          sort_number: index + 1,
        })),
      )
      .returning(['id', 'is_correct'])
      .execute()
    questions.push({
      id,
      pool_id: pool.id,
      correct: answers.filter((answer) => answer.is_correct).map((answer) => answer.id),
      wrong: answers.filter((answer) => !answer.is_correct).map((answer) => answer.id),
    })
  }
  return { id: pool.id, questions }
}

const addModule = async (
  tx: Tx,
  at: { portal_id: number; course_id: number },
  types: ModuleItemType[],
): Promise<MadeItem> => {
  const module = await tx
    .insertInto('modules')
    .values({ ...at, title: `Module ${++counter}` })
    .returning('id')
    .executeTakeFirstOrThrow()
  const items: MadeItem['items'] = []
  for (const [index, type] of types.entries()) {
    const media =
      type === 'Document' || type === 'Audio'
        ? await tx
            .insertInto('media')
            .values({
              portal_id: at.portal_id,
              name: `File ${++counter}.${type === 'Audio' ? 'mp3' : 'pdf'}`,
              type: type === 'Audio' ? 'audio' : 'pdf',
              mime_type: type === 'Audio' ? 'audio/mpeg' : 'application/pdf',
              size: 10,
              key: `materials/${at.portal_id}/${counter}`,
            })
            .returning('id')
            .executeTakeFirstOrThrow()
        : null
    const { id } = await tx
      .insertInto('module_items')
      .values({
        portal_id: at.portal_id,
        module_id: module.id,
        itemable_type: type,
        title: type === 'Text' ? null : `${type} ${counter}`,
        sort_number: index + 1,
        text: type === 'Text' ? '<p>Read me</p>' : null,
        media_id: media?.id ?? null,
        ...(type === 'Video' && { video_provider: 'youtube', video_id: 'dQw4w9WgXcQ' }),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    items.push({ type, id })
  }
  return { type: 'Module', id: module.id, items }
}

const addExam = async (
  tx: Tx,
  at: { portal_id: number; course_id: number },
  spec: ExamSpec,
): Promise<{ item: MadeItem; questions: MadeQuestion[] }> => {
  const { type = 'exam', pools = [{ questions: 3 }], attempts_number = null, passing_score = 70 } = spec
  const exam = await tx
    .insertInto('exams')
    .values({
      ...at,
      type,
      title: `Exam ${++counter}`,
      attempts_number,
      passing_score,
      shuffle_questions: spec.shuffle_questions ?? false,
      time_limit_minutes: spec.time_limit_minutes ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const questions: MadeQuestion[] = []
  for (const [index, pool] of pools.entries()) {
    const newPool = await addPool(tx, at.portal_id, pool)
    questions.push(...newPool.questions)
    await tx
      .insertInto('exam_question_pools')
      .values({
        portal_id: at.portal_id,
        exam_id: exam.id,
        question_pool_id: newPool.id,
        questions_count: pool.count ?? null,
        sort_number: index + 1,
      })
      .execute()
  }
  return { item: { type: type === 'exam' ? 'Exam' : 'Survey', id: exam.id, items: [] }, questions }
}

const addOther = async (tx: Tx, at: { portal_id: number; course_id: number }, type: string): Promise<MadeItem> => {
  const title = `${type} ${++counter}`
  const table = { Assignment: 'assignments', ScormModule: 'scorm_modules', CloudScormModule: 'cloud_scorm_modules' }[
    type
  ]
  const { id } = await tx
    .insertInto(table as 'scorm_modules')
    .values({ ...at, title, ...(type !== 'Assignment' && { slug: `item-${counter}` }) } as never)
    .returning('id')
    .executeTakeFirstOrThrow()
  return { type, id, items: [] }
}

/** Creates courses with outlines and question pools, and enrolls people in them, directly in the database. */
export const learning = (t: Pick<TestApp, 'platform' | 'make'>) => {
  const addItem = async (tx: Tx, course: MadeCourse, spec: OutlineSpec): Promise<MadeItem> => {
    const at = { portal_id: course.portal.id, course_id: course.id }
    const exam = typeof spec === 'object' && !Array.isArray(spec) ? await addExam(tx, at, spec) : null
    const item =
      exam?.item ?? (Array.isArray(spec) ? await addModule(tx, at, spec) : await addOther(tx, at, spec as string))
    if (exam) course.questions.set(item.id, exam.questions)
    course.outline.push(item)
    await tx
      .insertInto('outline_items')
      .values({ ...at, itemable_type: item.type, itemable_id: item.id, sort_number: course.outline.length })
      .execute()
    return item
  }

  const course = async (
    portal: TestPortal,
    outline: OutlineSpec[],
    values: Record<string, unknown> = {},
  ): Promise<MadeCourse> =>
    t.platform(async (tx) => {
      const row = await tx
        .insertInto('courses')
        .values({
          portal_id: portal.id,
          slug: `course-${++counter}`,
          title: `Course ${counter}`,
          publication_status: 2,
          ...values,
        } as never)
        .returning(['id', 'slug'])
        .executeTakeFirstOrThrow()
      const course: MadeCourse = { ...row, portal, outline: [], questions: new Map() }
      for (const spec of outline) await addItem(tx, course, spec)
      return course
    })

  /** Enrolls a person and returns the enrollment's id, the `related_id` in learner calls. */
  const enroll = (
    person: TestPerson,
    { id, portal }: MadeCourse,
    values: Record<string, unknown> = {},
  ): Promise<number> =>
    t.platform(async (tx) => {
      const row = await tx
        .insertInto('enrollments')
        .values({
          portal_id: portal.id,
          user_id: person.id,
          course_id: id,
          role: 'learner',
          starts_at: new Date('2020-01-01T00:00:00Z'),
          expires_at: new Date('2199-01-01T00:00:00Z'),
          ...values,
        } as never)
        .returning('id')
        .executeTakeFirstOrThrow()
      await tx
        .insertInto('enrollment_grants')
        .values({ portal_id: portal.id, enrollment_id: row.id, kind: 'manual' })
        .execute()
      return row.id
    })

  /** A learner in a new course of a new portal. */
  const learner = async (outline: OutlineSpec[], values: { course?: object; enrollment?: object } = {}) => {
    const person = await t.make.person('learner')
    const created = await course(person.portal, outline, values.course as Record<string, unknown>)
    const related_id = await enroll(person, created, values.enrollment as Record<string, unknown>)
    return { person, course: created, related_id }
  }

  /** Adds an item to the end of a course that may already have learners. */
  const extend = (course: MadeCourse, spec: OutlineSpec) => t.platform((tx) => addItem(tx, course, spec))

  /** Removes an outline item like authors do. */
  const remove = (item: MadeItem) =>
    t.platform((tx) =>
      tx
        .updateTable('outline_items')
        .set({ deleted_at: new Date() })
        .where('itemable_type', '=', item.type)
        .where('itemable_id', '=', item.id)
        .execute(),
    )

  const enrollment = (id: number) =>
    t.platform((tx) =>
      tx
        .selectFrom('enrollments')
        .select([
          'status',
          'access',
          'items_done',
          'started_at',
          'completed_at',
          'completed_by',
          'completion_reason',
          'last_item_type',
          'last_item_id',
        ])
        .where('id', '=', id)
        .executeTakeFirstOrThrow(),
    )

  /** The stored progress of an enrollment, in the order it was started. */
  const stored = (id: number) =>
    t.platform((tx) =>
      tx
        .selectFrom('course_user_progress')
        .select(['id', 'item_type', 'item_id', 'status', 'details', 'started_at', 'finished_at'])
        .where('enrollment_id', '=', id)
        .orderBy('id')
        .execute(),
    )

  return { course, enroll, learner, extend, remove, enrollment, stored }
}
