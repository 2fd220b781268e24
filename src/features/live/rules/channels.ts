/** A live channel of RTM-001, RTM-016 or REV-029 with the ids in its name. */
export type Channel =
  | { kind: 'notifications'; user_id: number }
  | { kind: 'enrolls'; course_id: number }
  | { kind: 'invites'; course_id: number; user_id: number }
  | { kind: 'cloud-scorm-progress'; progress_id: number }
  | { kind: 'cloud-scorm-import'; uuid: string }
  | { kind: 'questions'; question_id: number }
  | { kind: 'course-questions'; course_id: number }
  | { kind: 'courses'; course_id: number }
  | { kind: 'course-editors'; course_id: number }
  | { kind: 'page-editors'; page_id: number }

const FORMS = [
  [/^notifications\.(\d+)$/, ([user]) => ({ kind: 'notifications', user_id: user })],
  [/^enrolls\.(\d+)$/, ([course]) => ({ kind: 'enrolls', course_id: course })],
  [
    /^invites\.courses\.(\d+)\.managers\.(\d+)$/,
    ([course, user]) => ({ kind: 'invites', course_id: course, user_id: user }),
  ],
  [/^cloud-scorm-progress\.(\d+)$/, ([progress]) => ({ kind: 'cloud-scorm-progress', progress_id: progress })],
  [/^questions\.(\d+)$/, ([question]) => ({ kind: 'questions', question_id: question })],
  [/^course-questions\.(\d+)$/, ([course]) => ({ kind: 'course-questions', course_id: course })],
  [/^courses\.(\d+)$/, ([course]) => ({ kind: 'courses', course_id: course })],
  [/^presence-course-editors\.(\d+)$/, ([course]) => ({ kind: 'course-editors', course_id: course })],
  [/^presence-page-editors\.(\d+)$/, ([page]) => ({ kind: 'page-editors', page_id: page })],
] as const satisfies [RegExp, (ids: number[]) => Record<string, unknown>][]

/** The import of a package, which has no number that people should guess (SCO-031). */
const IMPORT = /^cloud-scorm-progress\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

/** The channel of a name as the requirements write it, for presence with its prefix; null for every name that is not one of ours. */
export const parseChannel = (name: string): Channel | null => {
  const uuid = IMPORT.exec(name)?.[1]
  if (uuid !== undefined) return { kind: 'cloud-scorm-import', uuid }
  for (const [form, make] of FORMS) {
    const match = form.exec(name)
    if (!match) continue
    const ids = match.slice(1).map(Number)
    return ids.every((id) => Number.isSafeInteger(id) && id > 0) ? (make(ids) as Channel) : null
  }
  return null
}
