import { plainText } from '#kernel/text.ts'

/** Words of a text without its markup (CNT-025). */
export const countWords = (html: string): number => plainText(html).split(/\s+/).filter(Boolean).length

const WORDS_A_MINUTE = 220

/** Whole minutes that reading this many words takes, at least one. */
export const readingMinutes = (words: number): number => Math.max(1, Math.round(words / WORDS_A_MINUTE))
