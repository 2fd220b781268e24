import type { TermKind } from './kinds.ts'

/** Every kind of term; those without public pages only mark courses, people and articles. */
export type ListedTerm = TermKind | 'subtitle' | 'tag'

/** The lists in which editors keep terms: the name in the addresses of calls, and the kind of their records (ROU-091, CNT-035). */
export const TERM_LISTS = {
  agencies: 'agency',
  categories: 'category',
  languages: 'language',
  organizations: 'organization',
  states: 'state',
  subtitles: 'subtitle',
  tags: 'tag',
  'training-options': 'training_option',
} as const satisfies Record<string, ListedTerm>
export type TermList = keyof typeof TERM_LISTS
