/** What readers see of an article: nothing of a draft, and nothing of a scheduled one until its time has come (CNT-026, CAT-036). */
export const ARTICLE_STATES = ['draft', 'scheduled', 'published'] as const
export type ArticleState = (typeof ARTICLE_STATES)[number]
