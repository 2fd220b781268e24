import { numberedSlug, slugify } from '#kernel/text.ts'

/** Words that already mean something at the place of a course's slug in an address. */
export const RESERVED_SLUGS = ['admin', 'builder', 'create', 'items', 'learner', 'managers', 'schedule', 'selects']

/** The slug for a title or a requested slug: in the form of BLD-004, with a number if it is taken (CNT-023). */
export const freeSlug = (wish: string, taken: Iterable<string>): string =>
  numberedSlug(slugify(wish) || 'course', [...taken, ...RESERVED_SLUGS])
