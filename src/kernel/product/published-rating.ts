import { type Findable, isFindable, isOpenPortal } from './portal-visibility.ts'

/** A record's own approved reviews: their average with one decimal (null while there are none), and their number. */
export type ReviewAggregate = { id: number; rating: number | null; reviews_count: number }

export type PublishedRating = { value: number; rating_count: number; review_count: number }

/** A number from 0 up to 1 that a record always has: the fraction of its id times an irrational number. */
const shareOf = (id: number, factor: number): number => (id * factor) % 1

/**
 * The rating in the structured data of a record. On portals that search engines may list, and on those that are closed,
 * only its real reviews count, and without any there is none. On demo and preview portals it is a placeholder in the
 * ranges of SEO-018, always the same for the same record (SEO-018, SEO-019, SEO-020).
 */
export const publishedRating = (
  portal: Findable,
  { id, rating, reviews_count: count }: ReviewAggregate,
): PublishedRating | null => {
  if (isFindable(portal) || !isOpenPortal(portal))
    return rating === null || count === 0 ? null : { value: rating, rating_count: count, review_count: count }
  return {
    value: 4 + Math.round(shareOf(id, Math.SQRT2) * 10) / 10,
    rating_count: 10 + Math.floor(shareOf(id, Math.E) * 91),
    review_count: 500 + Math.floor(shareOf(id, Math.PI) * 9501),
  }
}
