import type { SearchHit } from '../navigation.ts'

const MOST = 6
const keyOf = (person: string) => `recent ${person}`

/** What this person has gone to last by the search, in this browser; the newest first (UIX-044). */
export const recentHits = (person: string): SearchHit[] => {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(person)) ?? '[]')
    return Array.isArray(kept) ? (kept as SearchHit[]).filter(({ href, label }) => href && label).slice(0, MOST) : []
  } catch {
    return []
  }
}

export const keepRecent = (person: string, { label, href, text }: SearchHit): void => {
  const others = recentHits(person).filter((hit) => hit.href !== href)
  const kept = [{ label, href, group: 'Recent', ...(text && { text }) }, ...others].slice(0, MOST)
  try {
    localStorage.setItem(keyOf(person), JSON.stringify(kept))
  } catch {
    // Without storage nothing is offered again.
  }
}

/** A screen that was gone to keeps its drawing and its other words. */
export const withScreen = (hit: SearchHit, screens: readonly SearchHit[]): SearchHit => {
  const screen = screens.find(({ href }) => href === hit.href)
  return { ...hit, ...(screen && { icon: screen.icon, keywords: `${screen.group} ${screen.keywords ?? ''}` }) }
}
