/** The default blocks of courses and bundles (CAT-021); those of the blog stand with the articles. */
export const COLLECTION_BLOCKS = {
  courses: { sort: '-popularity', per_page: 12 },
  bundles: { sort: '-id', per_page: 3 },
} as const
