import type { Tx } from '#platform/db/db.ts'

/** One learner's work on one assignment. */
export type Place = { portal_id: number; enrollment_id: number; assignment_id: number }

const FILE_COLUMNS = ['id', 'uuid', 'client_id', 'response_id', 'name', 'mime_type', 'size', 'key'] as const

/** All responses of a learner to an assignment, the newest first. */
export const loadResponses = (tx: Tx, at: Place) =>
  tx
    .selectFrom('assignment_responses')
    .leftJoin('people', (join) =>
      join
        .onRef('people.portal_id', '=', 'assignment_responses.portal_id')
        .onRef('people.id', '=', 'assignment_responses.graded_by'),
    )
    .select([
      'assignment_responses.id',
      'assignment_responses.number',
      'assignment_responses.text',
      'assignment_responses.created_at',
      'assignment_responses.score',
      'assignment_responses.result',
      'assignment_responses.comment',
      'assignment_responses.graded_at',
      'people.id as grader_id',
      'people.first_name',
      'people.middle_name',
      'people.last_name',
    ])
    .where('assignment_responses.portal_id', '=', at.portal_id)
    .where('assignment_responses.enrollment_id', '=', at.enrollment_id)
    .where('assignment_responses.assignment_id', '=', at.assignment_id)
    .orderBy('assignment_responses.number', 'desc')
    .execute()
export type ResponseRow = Awaited<ReturnType<typeof loadResponses>>[number]

/** All files of a learner for an assignment; those without a response belong to the draft. */
export const loadFiles = (tx: Tx, at: Place) =>
  tx
    .selectFrom('assignment_files')
    .select(FILE_COLUMNS)
    .where('portal_id', '=', at.portal_id)
    .where('enrollment_id', '=', at.enrollment_id)
    .where('assignment_id', '=', at.assignment_id)
    .orderBy('id')
    .execute()
export type FileRow = Awaited<ReturnType<typeof loadFiles>>[number]

export const loadDraft = async (tx: Tx, at: Place) =>
  (await tx
    .selectFrom('assignment_drafts')
    .select(['text', 'updated_at'])
    .where('portal_id', '=', at.portal_id)
    .where('enrollment_id', '=', at.enrollment_id)
    .where('assignment_id', '=', at.assignment_id)
    .executeTakeFirst()) ?? null

export const saveDraftText = async (tx: Tx, at: Place, text: string, now: Date) => {
  await tx
    .insertInto('assignment_drafts')
    .values({ ...at, text, updated_at: now })
    .onConflict((conflict) =>
      conflict.columns(['portal_id', 'enrollment_id', 'assignment_id']).doUpdateSet({ text, updated_at: now }),
    )
    .execute()
  return { text, updated_at: now }
}

export const deleteDraft = (tx: Tx, at: Place) =>
  tx
    .deleteFrom('assignment_drafts')
    .where('portal_id', '=', at.portal_id)
    .where('enrollment_id', '=', at.enrollment_id)
    .where('assignment_id', '=', at.assignment_id)
    .execute()

/** Writes a response and gives it the files of the draft. */
export const insertResponse = async (
  tx: Tx,
  at: Place,
  attempt: { number: number; text: string | null; created_at: Date },
): Promise<number> => {
  const { id } = await tx
    .insertInto('assignment_responses')
    .values({ ...at, ...attempt })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .updateTable('assignment_files')
    .set({ response_id: id })
    .where('portal_id', '=', at.portal_id)
    .where('enrollment_id', '=', at.enrollment_id)
    .where('assignment_id', '=', at.assignment_id)
    .where('response_id', 'is', null)
    .execute()
  return id
}

export type Grading = { score: number; result: 2 | 3; comment: string | null; graded_by: number; graded_at: Date }

export const saveGrading = (tx: Tx, portalId: number, responseId: number, grading: Grading) =>
  tx
    .updateTable('assignment_responses')
    .set(grading)
    .where('portal_id', '=', portalId)
    .where('id', '=', responseId)
    .execute()

/** Course title and address, and who teaches it. */
export const loadTeaching = async (tx: Tx, portalId: number, courseId: number) => {
  const course = await tx
    .selectFrom('courses')
    .select(['slug', 'title'])
    .where('portal_id', '=', portalId)
    .where('id', '=', courseId)
    .executeTakeFirstOrThrow()
  const instructors = await tx
    .selectFrom('course_instructors')
    .select('user_id')
    .where('portal_id', '=', portalId)
    .where('course_id', '=', courseId)
    .execute()
  return { ...course, instructor_ids: instructors.map((row) => row.user_id) }
}
