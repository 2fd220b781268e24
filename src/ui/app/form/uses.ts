import type { Use } from '#kernel/content.ts'

/** A record as far as deleting it needs it. */
export type UsedRecord = { id: number; used_by?: readonly Use[] }

const ONE: Record<Use['by'], string> = {
  courses: 'course',
  people: 'person',
  articles: 'article',
  agencies: 'agency',
  categories: 'category',
  questions: 'question',
  templates: 'template',
}

/** What loses its link when a record is deleted, as a sentence; undefined for one that nothing uses (CNT-022). */
export const usesText = (uses: readonly Use[], noun: string): string | undefined => {
  const parts = uses.map(({ by, count }) => `${count.toLocaleString('en-US')} ${count === 1 ? ONE[by] : by}`)
  if (parts.length === 0) return undefined
  const last = parts.pop()
  const isOne = parts.length === 0 && uses[0]?.count === 1
  const all = parts.length > 0 ? `${parts.join(', ')} and ${last}` : last
  const stays = isOne && uses[0]?.by !== 'people' ? 'it stays' : 'they stay'
  return `${all} ${isOne ? 'uses' : 'use'} this ${noun}; ${stays} without it.`
}
