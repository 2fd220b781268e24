import type { App } from '../app.ts'

type Courses = ReadonlyMap<string, { id: number }>

/** The agencies that approve courses of the demo, all of them invented; their seals stand on the certificates. */
const AGENCIES = [
  {
    title: 'Prairie State Safety Board',
    code: 'PSSB',
    courses: ['Electrical Safety and Lockout/Tagout', 'Ladder Safety'],
  },
  { title: 'Great Lakes Fire Council', code: 'GLFC', courses: ['Fire Watch and Hot Work'] },
]
const QUESTION_CATEGORIES = ['Course content', 'Access and certificates']

/** Lets agencies approve courses, and gives questions their categories. */
export const loadTerms = (app: App, portalId: number, courses: Courses): Promise<void> =>
  app.db.withPortal(portalId, async (tx) => {
    for (const [at, { title, code, courses: approved }] of AGENCIES.entries()) {
      const term = await tx
        .insertInto('terms')
        .values({ portal_id: portalId, kind: 'agency', title, code, slug: code.toLowerCase(), sort_number: at + 1 })
        .returning('id')
        .executeTakeFirstOrThrow()
      for (const name of approved) {
        const course = courses.get(name)
        if (course)
          await tx
            .insertInto('course_terms')
            .values({ portal_id: portalId, course_id: course.id, term_id: term.id })
            .execute()
      }
    }
    await tx
      .insertInto('question_categories')
      .values(QUESTION_CATEGORIES.map((title, at) => ({ portal_id: portalId, title, sort_number: at + 1 })))
      .execute()
  })
