import { type RawBuilder, sql } from 'kysely'
import { foldText } from '#kernel/fold.ts'
import { likePattern } from '#kernel/text.ts'

/** What a folded text must hold to be found by a search: each of its words, the longest first, for an index. */
export const searchPatterns = (search: string): string[] =>
  [...new Set(foldText(search).split(/\s+/).filter(Boolean))]
    .sort((one, other) => other.length - one.length)
    .map((word) => likePattern(word))

/** Whether a column that was written by `fold_text` holds every word of a search. */
export const foldedTextHolds = (column: string, search: string): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(column)} like all (${searchPatterns(search)}::text[])`

/** Whether these columns together hold every word of a search, however accents, apostrophes and case are written. */
export const textHolds = (columns: string | readonly string[], search: string): RawBuilder<boolean> => {
  const refs = sql.join([columns].flat().map((column) => sql.ref(column)))
  return sql<boolean>`fold_text(concat_ws(' ', ${refs})) like all (${searchPatterns(search)}::text[])`
}
