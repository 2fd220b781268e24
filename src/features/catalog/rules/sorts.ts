/** How a course list can be sorted, in the order of the menu (CAT-009, CAT-011); the first is the default. */
export const COURSE_SORTS = [
  { sort: '-popularity', title: 'Most Popular' },
  { sort: '-id', title: 'New First' },
  { sort: 'id', title: 'Oldest First' },
  { sort: 'title', title: 'Name A-Z' },
  { sort: '-title', title: 'Name Z-A' },
  { sort: '-updated_at', title: 'Last Updated' },
] as const

export type CourseSort = (typeof COURSE_SORTS)[number]['sort']
export const DEFAULT_COURSE_SORT: CourseSort = COURSE_SORTS[0].sort

export { COLLECTION_BLOCKS } from './collections.ts'
