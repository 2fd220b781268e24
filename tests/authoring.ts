import { createCourse, updatePrices } from '#features/courses/contract.ts'
import type { TestApp, TestPerson, TestPortal } from './api.ts'

let counter = 0

/** Creates what courses depend on, and courses through the calls that authors use. */
export const authoring = (t: TestApp) => {
  const term = (portal: TestPortal, kind: string, title: string): Promise<number> =>
    t.platform(async (tx) => {
      const row = await tx
        .insertInto('terms')
        .values({ portal_id: portal.id, kind, title, slug: `${kind}-${++counter}` })
        .returning('id')
        .executeTakeFirstOrThrow()
      return row.id
    })

  /** A company with its partner. */
  const company = (portal: TestPortal, partner?: TestPerson): Promise<number> =>
    t.platform(async (tx) => {
      const n = ++counter
      const row = await tx
        .insertInto('partner_companies')
        .values({ portal_id: portal.id, slug: `company-${n}`, name: `Company ${n}`, user_id: partner?.id ?? null })
        .returning('id')
        .executeTakeFirstOrThrow()
      return row.id
    })

  /** Adds a file to the materials library and returns its uuid. */
  const media = (portal: TestPortal, type: string, user?: TestPerson): Promise<string> =>
    t.platform(async (tx) => {
      const n = ++counter
      const row = await tx
        .insertInto('media')
        .values({
          portal_id: portal.id,
          user_id: user?.id ?? null,
          name: `file-${n}`,
          type,
          mime_type: 'application/octet-stream',
          size: 10,
          key: `test/${n}`,
        })
        .returning('uuid')
        .executeTakeFirstOrThrow()
      return row.uuid
    })

  const enroll = (portal: TestPortal, courseId: number, person: TestPerson): Promise<number> =>
    t.platform(async (tx) => {
      const row = await tx
        .insertInto('enrollments')
        .values({
          portal_id: portal.id,
          course_id: courseId,
          user_id: person.id,
          role: 'learner',
          expires_at: new Date('2100-01-01T00:00:00Z'),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return row.id
    })

  const course = async (author: TestPerson, values: Record<string, unknown> = {}) => {
    const body = { title: `Course ${++counter}`, ...values }
    return (await t.as(author).call(createCourse, { body })).data
  }

  /** A course with a price and an instructor, which is all that publishing requires. */
  const readyCourse = async (author: TestPerson) => {
    const created = await course(author)
    const instructor = await t.make.person('instructor', { portal: author.portal })
    await t.platform((tx) =>
      tx
        .insertInto('course_instructors')
        .values({ portal_id: author.portal.id, course_id: created.id, user_id: instructor.id, is_primary: true })
        .execute(),
    )
    const body = { course_pricings: [{ from: 1, price: 49.5 }] }
    await t.as(author).call(updatePrices, { params: { slug: created.slug }, body })
    return { ...created, instructor }
  }

  /** Everything in a portal's course tables, to prove that a refused call changed nothing. */
  const snapshot = (portal: TestPortal) =>
    t.platform(async (tx) => {
      const rows: Record<string, unknown> = {}
      for (const table of [
        'courses',
        'course_slugs',
        'course_terms',
        'course_pricings',
        'course_instructors',
        'certificate_templates',
        'outline_items',
        'modules',
        'module_items',
        'exams',
        'exam_question_pools',
        'assignments',
        'assignment_materials',
        'scorm_modules',
        'cloud_scorm_modules',
        'question_pools',
        'questions',
        'question_answers',
        'activity_logs',
      ] as const)
        rows[table] = (await tx.selectFrom(table).selectAll().where('portal_id', '=', portal.id).execute())
          .map((row) => JSON.stringify(row))
          .toSorted()
      return rows
    })

  const actions = (portal: TestPortal) =>
    t.platform(async (tx) => {
      const rows = await tx
        .selectFrom('activity_logs')
        .select(['action', 'user_id', 'subject_id', 'changes'])
        .where('portal_id', '=', portal.id)
        .orderBy('id')
        .execute()
      return rows
    })

  return { term, company, media, enroll, course, readyCourse, snapshot, actions }
}
