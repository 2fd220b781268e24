/** Characters of an alternative text: what screen readers read out in one go, with room. */
export const LONGEST_ALT = 500
export const LONGEST_TAG = 40
export const MOST_TAGS = 20

/** Tags as they are kept: without doubles, whichever their case, in the order of the alphabet. */
export const cleanTags = (tags: readonly string[]): string[] => {
  const kept = new Map<string, string>()
  for (const tag of tags) {
    const words = tag.trim().replace(/\s+/g, ' ')
    if (words && !kept.has(words.toLowerCase())) kept.set(words.toLowerCase(), words)
  }
  return [...kept.values()].sort((one, other) => one.localeCompare(other, 'en'))
}

const MOST_NAMED = 3

/** Why a file cannot be deleted: by what it is used. */
export const inUseText = (uses: readonly { place: string; title: string }[]): string => {
  const named = uses.slice(0, MOST_NAMED).map(({ place, title }) => `${place} “${title}”`)
  const rest = uses.length - named.length
  const all = rest > 0 ? [...named, `${rest.toLocaleString('en-US')} more`] : named
  const last = all.pop()
  return `Nothing was deleted. This file is used in ${all.length > 0 ? `${all.join(', ')} and ${last}` : last}.`
}
