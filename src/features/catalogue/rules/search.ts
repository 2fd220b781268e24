const MOST_WORDS = 12

/**
 * What a person typed as the text of a full-text query: every word must stand in the course, the last one may be
 * unfinished. Null when it holds no word. Only letters and digits pass, so that nothing typed acts as an operator.
 */
export const searchWords = (typed: string): string | null => {
  const words = typed.match(/[\p{L}\p{N}]+/gu)?.slice(0, MOST_WORDS) ?? []
  if (words.length === 0) return null
  return words.map((word, index) => (index === words.length - 1 ? `'${word}':*` : `'${word}'`)).join(' & ')
}

/** What a person typed as a pattern that finds it anywhere in a title. */
export const searchPattern = (typed: string): string => `%${typed.trim().replace(/[\\%_]/g, '\\$&')}%`
