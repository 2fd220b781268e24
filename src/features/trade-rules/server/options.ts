import { moduleItemTitle } from '#features/outline/server/api.ts'
import { PUBLICATION } from '#kernel/product/statuses.ts'
import type { Tx } from '#platform/db/db.ts'
import { examsOf, itemsOf } from './store.ts'

/** Published courses, and the module items and exams of one of them (TRD-018). */
export const loadOptions = async (tx: Tx, portalId: number, courseId: number | undefined) => {
  const courses = await tx
    .selectFrom('courses')
    .select(['id', 'title'])
    .where('portal_id', '=', portalId)
    .where('publication_status', '<>', PUBLICATION.draft)
    .orderBy('title')
    .limit(1000)
    .execute()
  const items = courseId === undefined ? [] : await itemsOf(tx, portalId, [courseId])
  const exams = courseId === undefined ? [] : await examsOf(tx, portalId, [courseId])
  return {
    courses: courses.map(({ id, title }) => ({ value: String(id), label: title })),
    items: items.map(({ id, title, itemable_type: type }, index) => ({
      value: String(id),
      label: `${index + 1}. ${moduleItemTitle(type, title)}`,
    })),
    exams: exams.map(({ id, title }) => ({ value: String(id), label: title })),
  }
}
