import { loadCourse } from '#features/outline/web/public.ts'
import type { Api } from '#kernel/client.ts'
import type { Wire } from '#kernel/endpoint.ts'
import { examItems, surveyItems } from '../contract-admin.ts'

export type AuthoredType = 'Exam' | 'Survey'
export type AuthoredItem = Wire<typeof examItems.show>['data']

/** What the two types are called, and where their screens stand below the builder (ROU-081, ROU-082, EXM-002). */
export const AUTHORED = {
  Exam: { one: 'exam', many: 'Exams', path: 'exams', calls: examItems },
  Survey: { one: 'knowledge check', many: 'Knowledge checks', path: 'surveys', calls: surveyItems },
} as const

export const authoredPath = (slug: string, type: AuthoredType): string =>
  `/courses/builder/${slug}/${AUTHORED[type].path}`
export const settingsPath = (slug: string, type: AuthoredType, itemId: number): string =>
  `/courses/builder/${slug}/outline/${type}/${itemId}`

/** The reads of the authors' screens; loaders and components use the same. Knowledge checks are made of the same fields. */
export const authoredQueries = (api: Api, type: AuthoredType) => {
  const calls = AUTHORED[type].calls as typeof examItems
  return {
    list: (courseId: number) => api.query(calls.list, { params: { courseId } }),
    one: (courseId: number, id: number) => api.query(calls.show, { params: { courseId, id } }),
  }
}

/** Reads the exams or knowledge checks of a course, and answers the title of the course. */
export const loadAuthored = async (context: Parameters<typeof loadCourse>[0], slug: string, type: AuthoredType) => {
  const course = await loadCourse(context, slug)
  // A list that cannot be read says so itself and offers to try again.
  await context.queryClient.ensureQueryData(authoredQueries(context.api, type).list(course.id)).catch(() => null)
  return { title: course.title }
}
