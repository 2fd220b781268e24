/** The orders of the article list (CNT-027). */
export const ARTICLE_SORTS = [
  { sort: '-published_at', title: 'Newest first' },
  { sort: 'published_at', title: 'Oldest first' },
  { sort: 'title', title: 'Title A-Z' },
  { sort: '-title', title: 'Title Z-A' },
  { sort: '-updated_at', title: 'Last updated' },
  { sort: 'updated_at', title: 'First updated' },
  { sort: '-word_count', title: 'Longest first' },
  { sort: 'word_count', title: 'Shortest first' },
] as const
export type ArticleSort = (typeof ARTICLE_SORTS)[number]['sort']

/** The default block of articles (CAT-021). */
export const BLOG_BLOCK = { sort: '-published_at', per_page: 3 } as const
