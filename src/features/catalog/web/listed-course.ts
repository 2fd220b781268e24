import type { Wire } from '#kernel/endpoint.ts'
import type { listCourses } from '../contract.ts'

export type StoreCourse = Wire<typeof listCourses>['data'][number]

/** What a card of a course needs, to be read and to be bought from; a page carries no more of courses that it only lists. */
export type ListedCourse = Pick<
  StoreCourse,
  | 'id'
  | 'slug'
  | 'title'
  | 'thumbnail'
  | 'publication_status'
  | 'author'
  | 'lowest_price'
  | 'has_several_prices'
  | 'course_pricings'
  | 'rating'
  | 'reviews_count'
  | 'duration'
  | 'learner'
  | 'options'
>

/** A course of the storefront as a card shows it. */
export const listedCourse = (course: StoreCourse): ListedCourse => ({
  id: course.id,
  slug: course.slug,
  title: course.title,
  thumbnail: course.thumbnail,
  publication_status: course.publication_status,
  author: course.author,
  lowest_price: course.lowest_price,
  has_several_prices: course.has_several_prices,
  course_pricings: course.course_pricings,
  rating: course.rating,
  reviews_count: course.reviews_count,
  duration: course.duration,
  learner: course.learner,
  options: course.options,
})
