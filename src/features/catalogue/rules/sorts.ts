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

/** The default blocks of courses and bundles (CAT-021); those of the blog stand with the articles. */
export const COLLECTION_BLOCKS = {
  courses: { sort: '-popularity', per_page: 12 },
  bundles: { sort: '-id', per_page: 3 },
} as const
