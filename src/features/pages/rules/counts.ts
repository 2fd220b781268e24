/** Recommended and greatest lengths of a page's texts (PGB-006, PGB-007). */
export const PAGE_TEXTS = {
  title: { max: 200, recommended: 160 },
  meta_title: { max: 100, recommended: 60 },
  meta_description: { max: 200, recommended: 160 },
} as const
