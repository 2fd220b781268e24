/** The lists of catalog terms that have public pages, each with its place in addresses and its filter of the course list. */
export const TERM_PAGES = {
  state: { list: 'states', path: '/united-states', filter: 'state' },
  agency: { list: 'agencies', path: '/regulating-agency', filter: 'agency' },
  organization: { list: 'organizations', path: '/ce', filter: 'organization' },
  category: { list: 'categories', path: '/training-courses', filter: 'category' },
  training_option: { list: 'training-options', path: '/training-courses', filter: 'training_option' },
  language: { list: 'languages', path: '/courses-languages', filter: 'language' },
} as const
export type TermKind = keyof typeof TERM_PAGES
export const TERM_KINDS = Object.keys(TERM_PAGES) as TermKind[]

/** The address of a term's own page; a language is named by its code (ROU-038). */
export const termPath = (kind: TermKind, { slug, code }: { slug: string; code: string | null }): string =>
  `${TERM_PAGES[kind].path}/${encodeURIComponent(kind === 'language' ? (code ?? slug) : slug)}`
