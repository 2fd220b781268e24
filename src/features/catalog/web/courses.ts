import type { Api } from '#kernel/client.ts'
import type { Wire } from '#kernel/endpoint.ts'
import { listCourses, type showCourse } from '../contract.ts'
import { type CatalogState, catalogQuery } from '../rules/address.ts'
import { type ListedCourse, listedCourse } from './listed-course.ts'

type Answer = Wire<typeof listCourses>
export type StoreCourseDetails = Wire<typeof showCourse>['data']

/** Courses on one page of the list: full rows of two, three and four. */
const PER_PAGE = 24

export type CoursePage = { data: ListedCourse[]; meta: Answer['meta'] }

/** The courses of a state of the list. */
export const loadCoursePage = async (api: Api, state: CatalogState): Promise<CoursePage> => {
  const { data, meta } = await api.call(listCourses, { query: { ...catalogQuery(state), per_page: PER_PAGE } })
  return { data: data.map(listedCourse), meta }
}
