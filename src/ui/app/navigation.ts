import { foldText } from '#kernel/fold.ts'
import type { Icon } from '../icons.tsx'

export type NavItem = {
  label: string
  href: string
  icon?: Icon
  /** The permission that shows the item; without one everyone sees it. */
  permission?: string
  /** Further permissions, each of which shows it as well. */
  or?: readonly string[]
  /** Further addresses whose screens belong to the item. */
  covers?: readonly string[]
  /** How many things wait there. */
  count?: number
  /** Other words people search the screen by. */
  keywords?: string
}
/** A group without a label stands above the others and cannot be closed. */
export type NavGroup = { label: string; items: readonly NavItem[] }

/** The groups a person sees. Items without their permission and empty groups are left out (ROU-128). */
export const visibleGroups = (groups: readonly NavGroup[], can: (permission: string) => boolean): NavGroup[] =>
  groups
    .map((group) => ({
      ...group,
      items: group.items.filter(({ permission, or = [] }) => !permission || [permission, ...or].some(can)),
    }))
    .filter((group) => group.items.length > 0)

/** The item whose screens include the path: the one with the longest address that the path begins with. */
export const currentItem = (groups: readonly NavGroup[], pathname: string): NavItem | null => {
  const fitting = groups
    .flatMap((group) => group.items)
    .flatMap((item) => [item.href, ...(item.covers ?? [])].map((href) => ({ item, href })))
    .filter(({ href }) => pathname === href || pathname.startsWith(href === '/' ? '//' : `${href}/`))
  return fitting.sort((one, other) => other.href.length - one.href.length)[0]?.item ?? null
}

/** Something that can be gone to: a screen or a record. */
export type SearchHit = { label: string; href: string; group: string; text?: string; icon?: Icon; keywords?: string }

export const hitsOf = (groups: readonly NavGroup[]): SearchHit[] =>
  groups.flatMap(({ label: group, items }) =>
    items.map(({ label, href, icon, keywords }) => ({ label, href, group: group || 'Start', icon, keywords })),
  )

const wordsOf = (text: string) =>
  foldText(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

/** The hits in which every word of the search begins a word; those whose label begins with it come first. */
export const searchHits = (hits: readonly SearchHit[], search: string): SearchHit[] => {
  const words = wordsOf(search)
  if (words.length === 0) return [...hits]
  const rank = (hit: SearchHit): number => {
    const label = wordsOf(hit.label)
    const all = [...label, ...wordsOf(`${hit.group} ${hit.keywords ?? ''} ${hit.text ?? ''}`)]
    if (!words.every((word) => all.some((other) => other.startsWith(word)))) return -1
    if (label[0]?.startsWith(words[0]!)) return 2
    return words.every((word) => label.some((other) => other.startsWith(word))) ? 1 : 0
  }
  return hits
    .map((hit, at) => ({ hit, at, rank: rank(hit) }))
    .filter((each) => each.rank >= 0)
    .sort((one, other) => other.rank - one.rank || one.at - other.at)
    .map(({ hit }) => hit)
}
