import { sql } from 'kysely'
import type { Tx } from '#platform/db.ts'
import { doubtfulWords, meantWord, searchPattern, searchQuery, wordsOf } from '../rules/search.ts'

export type Search = {
  /** The text of a full-text query; empty when no word was typed. */
  words: string
  /** Finds what was typed anywhere in a title. */
  pattern: string
  /** What was searched for instead, where a word was mistyped; else null. */
  corrected: string | null
}

/** What a person typed as the database looks for it: mistyped words led back to words of the portal, synonyms beside the others. */
export const readSearch = async (tx: Tx, typed: string): Promise<Search> => {
  const words = wordsOf(typed)
  const doubtful = doubtfulWords(words)
  const { rows } =
    doubtful.length > 0
      ? await sql<{ typed_word: string; other: string | null }>`
          select typed_word, other from similar_words(${doubtful}::text[])`.execute(tx)
      : { rows: [] }
  const unknown = new Set(rows.map((row) => row.typed_word))
  const meant = words.map((word, at) => {
    if (!unknown.has(word)) return word
    const similar = rows.flatMap((row) => (row.typed_word === word && row.other ? [row.other] : []))
    return meantWord(word, similar, at === words.length - 1) ?? word
  })
  const isCorrected = meant.some((word, at) => word !== words[at])
  return {
    words: searchQuery(meant) ?? '',
    pattern: searchPattern(isCorrected ? meant.join(' ') : typed),
    corrected: isCorrected ? meant.join(' ') : null,
  }
}
