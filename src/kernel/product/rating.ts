/** The average of approved ratings with one decimal, or null while there is none (CAT-013, SEO-020). */
export const averageRating = (sum: number, count: number): number | null =>
  count > 0 ? Math.round((sum * 10) / count) / 10 : null
