import { plainText } from '#kernel/text.ts'

/** Words of a text without its markup (CNT-025). */
export const countWords = (html: string): number => plainText(html).split(/\s+/).filter(Boolean).length

const WORDS_A_MINUTE = 220

/** The reading time of this many words in whole minutes, at least one. */
export const readingMinutes = (words: number): number => Math.max(1, Math.round(words / WORDS_A_MINUTE))
