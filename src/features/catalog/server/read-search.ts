import { sql } from 'kysely'
import { onceIn, type Tx } from '#platform/db/db.ts'
import {
  doubtfulWords,
  looserSearches,
  meantWord,
  partOf,
  searchParts,
  searchPattern,
  searchQuery,
  wordsOf,
} from '../rules/search.ts'

export type Search = {
  /** The text of a full-text query; empty when no word was typed. */
  words: string
  /** Finds what was typed anywhere in a title; null where titles are not asked. */
  pattern: string | null
  /** What was searched for instead, where a word was mistyped or nothing held all words; else null. */
  corrected: string | null
  /** The words that are looked for. */
  meant: readonly string[]
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
    const other = meantWord(word, similar, at === words.length - 1)
    // Of a word that is there the plural is found as well: nothing is mistyped.
    return other === null || word === `${other}s` || word === `${other}es` ? word : other
  })
  const isCorrected = meant.some((word, at) => word !== words[at])
  return {
    words: searchQuery(meant) ?? '',
    pattern: searchPattern(isCorrected ? meant.join(' ') : typed),
    corrected: isCorrected ? meant.join(' ') : null,
    meant,
  }
}

/** So many courses are looked at before an index is asked whether any is found. */
const FIRST = 100

/** The places of those full-text queries that find any course of the portal, the first so many being enough. */
const finding = async (tx: Tx, queries: readonly string[], most = queries.length): Promise<number[]> => {
  const { rows } = await sql<{ place: number }>`
    select place from searches_found(${[...queries]}::text[], null, ${most}) place order by place`.execute(tx)
  return rows.map(({ place }) => place - 1)
}

/** Whether any course of the portal is found, be it by its title alone. Of most words the few first courses tell it. */
const findsAny = async (tx: Tx, { words, pattern }: Search): Promise<boolean> => {
  const { rows } = await sql<{ finds_any: boolean }>`
    select case
      when exists (
        select from (
          select document from course_search where portal_id = portal_of_transaction() order by course_id limit ${sql.lit(FIRST)}
        ) s where s.document @@ to_tsquery('english', ${words})) then true
      else exists (select from searches_found(array[${words}], ${pattern}, 1)) end as finds_any`.execute(tx)
  return rows[0]?.finds_any ?? false
}

export type AnsweredSearch = Search & {
  /** Whether no course of the portal answers it, nor any search for less. */
  finds_nothing: boolean
}

/**
 * The search that is answered for what a person typed: the one for all of it or, where that finds nothing in all of the
 * portal, the nearest one for less. One that finds something, be it only without the chosen filters, is answered itself.
 */
export const answeredSearch = (tx: Tx, typed: string): Promise<AnsweredSearch> =>
  // The courses of a page and the numbers beside its filters ask for the same; to see that nothing is found costs most.
  onceIn(tx, `search for ${typed}`, async () => {
    const search = await readSearch(tx, typed)
    if (await findsAny(tx, search)) return { ...search, finds_nothing: false }
    const looser = await findLooser(tx, search)
    return { ...(looser ?? search), finds_nothing: looser === null }
  })

/** The nearest search for less that finds something; null where there is none. */
const findLooser = async (tx: Tx, search: Search): Promise<Search | null> => {
  if (search.words === '') return null
  const parts = searchParts(search.meant)
  // Where nothing is found by a phrase, something may be by one of its words.
  const asked = parts.map((part) => [part, ...(part.text.includes(' ') ? part.text.split(' ').map(partOf) : [])])
  const places = await finding(
    tx,
    asked.flat().map(({ query }) => query),
  )
  const there = new Set(places.map((at) => asked.flat()[at]))
  const known = asked.flatMap(([phrase, ...words]) =>
    phrase && there.has(phrase) ? [phrase] : words.filter((word) => there.has(word)),
  )
  const looser = looserSearches(parts, known)
  if (looser.length === 0) return null
  const [first] = await finding(
    tx,
    looser.map(({ query }) => query),
    1,
  )
  const found = first === undefined ? undefined : looser[first]
  return found ? { words: found.query, pattern: null, corrected: found.text, meant: search.meant } : null
}
