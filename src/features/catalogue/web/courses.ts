import type { Api } from '#kernel/client.ts'
import type { Wire } from '#kernel/endpoint.ts'
import { listCourses, type showCourse } from '../contract.ts'
import { type CatalogueState, catalogueQuery } from '../rules/address.ts'

export type CoursePage = Wire<typeof listCourses>
export type StoreCourse = CoursePage['data'][number]
export type StoreCourseDetails = Wire<typeof showCourse>['data']

/** Courses on one page of the list: full rows of two, three and four. */
const PER_PAGE = 24

/** The courses of a state of the list. */
export const loadCoursePage = (api: Api, state: CatalogueState): Promise<CoursePage> =>
  api.call(listCourses, { query: { ...catalogueQuery(state), per_page: PER_PAGE } })
