/** The dynamic words that authors may write in braces (PGB-032). */
export const DYNAMIC_WORDS = [
  'portal_name',
  'support_phone',
  'support_email',
  'course_title',
  'user_name',
  'state_name',
  'date',
] as const

export type DynamicWord = (typeof DYNAMIC_WORDS)[number]
export type WordValues = Partial<Record<DynamicWord, string | null>>

const isDynamicWord = (name: string): name is DynamicWord => (DYNAMIC_WORDS as readonly string[]).includes(name)

/**
 * Puts the values in place of `{user_name}` and the other dynamic words. A word that is unknown, or that has no value
 * here, stays as it is written, so that an author sees the slip; a value's own braces are not read again (PGB-032).
 */
export function fillWords(text: string, words: WordValues): string {
  return text.replace(/\{([a-z_]+)\}/g, (written, name: string) =>
    isDynamicWord(name) ? (words[name] ?? written) : written,
  )
}
