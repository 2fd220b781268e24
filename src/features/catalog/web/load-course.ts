import { listCourseReviews } from '#features/reviews/contract.ts'
import type { LoadedReviews } from '#features/reviews/web/public.ts'
import type { Api } from '#kernel/client.ts'
import type { Wire } from '#kernel/endpoint.ts'
import { listCourseItems, listCourses, showCourse } from '../contract.ts'
import { COLLECTION_BLOCKS } from '../rules/collections.ts'
import type { StoreCourseDetails } from './courses.ts'
import { type ListedCourse, listedCourse } from './listed-course.ts'

export type StoreCourseItem = Wire<typeof listCourseItems>['data'][number]
export type LoadedCourse = {
  course: StoreCourseDetails
  items: StoreCourseItem[]
  related: ListedCourse[]
  reviews: LoadedReviews | null
}

const RELATED = 4

/** Other courses of the first category; none for a course without one. */
const loadRelated = async (api: Api, course: StoreCourseDetails): Promise<ListedCourse[]> => {
  const category = course.categories[0]
  if (!category) return []
  const query = { category: [category.slug], sort: COLLECTION_BLOCKS.courses.sort, per_page: RELATED + 1 }
  const { data } = await api.call(listCourses, { query })
  return data
    .filter(({ id }) => id !== course.id)
    .slice(0, RELATED)
    .map(listedCourse)
}

/** The newest approved reviews; not requested if there are none. */
const loadReviews = async (api: Api, course: StoreCourseDetails): Promise<LoadedReviews | null> =>
  course.reviews_count > 0 ? api.call(listCourseReviews, { params: { slug: course.slug } }) : null

/** A course with its outline, reviews and related courses. */
export const loadCourse = async (api: Api, slug: string): Promise<LoadedCourse> => {
  const [{ data: course }, { data: items }] = await Promise.all([
    api.call(showCourse, { params: { slug } }),
    api.call(listCourseItems, { params: { slug } }),
  ])
  const [related, reviews] = await Promise.all([loadRelated(api, course), loadReviews(api, course)])
  return { course, items, related, reviews }
}
