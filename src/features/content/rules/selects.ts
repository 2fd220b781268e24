/** The lists of content whose records fields offer to choose from (CNT-030); admin questions are the portal's FAQ items (CNT-032). */
export const SELECTS = [
  'admin-questions',
  'agencies',
  'article-categories',
  'authors',
  'categories',
  'features',
  'languages',
  'organizations',
  'promo-buttons',
  'question-categories',
  'reviews',
  'schedules',
  'states',
  'subtitles',
  'tags',
  'training-options',
  'widgets',
] as const
export type SelectName = (typeof SELECTS)[number]
