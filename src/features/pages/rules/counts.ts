import { RECOMMENDED } from '#kernel/checks/text-checks.ts'

/** Recommended and greatest lengths of a page's texts (PGB-006, PGB-007). */
export const PAGE_TEXTS = {
  title: { recommended: RECOMMENDED.title, max: 200 },
  meta_title: { recommended: RECOMMENDED.meta_title, max: 100 },
  meta_description: { recommended: RECOMMENDED.meta_description, max: 200 },
} as const
