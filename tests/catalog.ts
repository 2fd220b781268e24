// The terms by which courses in a catalog are found.
import { listCourses } from '../src/features/catalog/contract.ts'
import type { TestApp, TestPortal } from './api.ts'

/** Creates terms, assigns them to courses, and reads the course list as a visitor. */
export const catalogOf = (t: TestApp) => {
  const read = async (portal: TestPortal, query: object = {}) =>
    (await t.as(portal).call(listCourses, { query: query as never })).data
  const slugsOf = async (portal: TestPortal, query: object = {}) =>
    (await read(portal, query)).map((course) => course.slug)
  const term = (portal: TestPortal, kind: string, title: string, values: object = {}) =>
    t.platform((tx) =>
      tx
        .insertInto('terms')
        .values({ portal_id: portal.id, kind, title, slug: title.toLowerCase().replace(/\W+/g, '-'), ...values })
        .returning(['id', 'slug'])
        .executeTakeFirstOrThrow(),
    )
  const give = (portal: TestPortal, course: { id: number }, ...terms: { id: number }[]) =>
    t.platform((tx) =>
      tx
        .insertInto('course_terms')
        .values(terms.map(({ id }) => ({ portal_id: portal.id, course_id: course.id, term_id: id })))
        .execute(),
    )
  return { read, slugsOf, term, give }
}
