import { type RawBuilder, sql } from 'kysely'
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
} from '../../rules/search.ts'

export type Search = {
  /** The text of a full-text query; null where no word was typed. */
  words: string | null
  /** Finds what was typed anywhere in a folded title; null where titles are not looked into. */
  pattern: string | null
  /** What was searched for instead, if a word was mistyped or no course holds all words. */
  corrected: string | null
  /** Whether it looks for less than was typed, since no course holds all of it. */
  is_less: boolean
  /** Whether no course of the portal answers it, nor any search for less. */
  finds_nothing: boolean
}

/** Titles that hold a part of a word are looked for only where fewer courses than this hold the words. */
const ENOUGH = 2000

/** A text of a query as PostgreSQL takes it. */
export const asWords = (words: string | null): RawBuilder<unknown> => sql`to_tsquery('english', ${words})`

/** How many courses hold each query, counted to `most`. */
const countCourses = async (tx: Tx, queries: readonly string[], most: number): Promise<number[]> => {
  if (queries.length === 0) return []
  const { rows } = await sql<{ courses: number }>`
    select courses from count_courses(${[...queries]}::text[], ${most}::int) order by place`.execute(tx)
  return rows.map(({ courses }) => courses)
}

const countOf = async (tx: Tx, words: string | null): Promise<number> =>
  words === null ? 0 : ((await countCourses(tx, [words], ENOUGH))[0] ?? 0)

const isInTitles = async (tx: Tx, pattern: string | null): Promise<boolean> => {
  if (pattern === null) return false
  const { rows } = await sql`select 1 from courses_found(null, ${pattern}, null, 1)`.execute(tx)
  return rows.length > 0
}

/**
 * The words with each mistyped one replaced by the nearest word of the portal or of the synonyms; null if nothing was
 * replaced.
 */
const correctedWords = async (tx: Tx, words: readonly string[]): Promise<string[] | null> => {
  const doubtful = doubtfulWords(words)
  if (doubtful.length === 0) return null
  const { rows } = await sql<{ typed_word: string; other: string | null }>`
    select typed_word, other from similar_words(${doubtful}::text[])`.execute(tx)
  const unknown = new Set(rows.map((row) => row.typed_word))
  const corrected = words.map((word, at) => {
    if (!unknown.has(word)) return word
    const similar = rows.flatMap((row) => (row.typed_word === word && row.other ? [row.other] : []))
    return meantWord(word, similar, at === words.length - 1) ?? word
  })
  return corrected.some((word, at) => word !== words[at]) ? corrected : null
}

/** The nearest smaller search that finds something, by words only; null if there is none. */
const findLooser = async (tx: Tx, words: readonly string[]): Promise<Pick<Search, 'words' | 'corrected'> | null> => {
  const parts = searchParts(words)
  // Where no course holds a phrase, some may hold one of its words.
  const tried = parts.map((part) => [part, ...(part.text.includes(' ') ? part.text.split(' ').map(partOf) : [])])
  const counts = await countCourses(
    tx,
    tried.flat().map(({ query }) => query),
    1,
  )
  const there = new Set(tried.flat().filter((_, at) => counts[at]))
  const known = tried.flatMap(([phrase, ...single]) =>
    phrase && there.has(phrase) ? [phrase] : single.filter((word) => there.has(word)),
  )
  const looser = looserSearches(parts, known)
  if (looser.length === 0) return null
  // A single known part always finds something.
  const isKnown = new Set(known.map(({ query }) => query))
  const open = looser.filter(({ query }) => !isKnown.has(query))
  const perQuery = await countCourses(
    tx,
    open.map(({ query }) => query),
    1,
  )
  const first = looser.find((each) => isKnown.has(each.query) || perQuery[open.indexOf(each)])
  return first ? { words: first.query, corrected: first.text } : null
}

/** A search for all of these words, or null where no course answers it. */
const findAll = async (
  tx: Tx,
  corrected: readonly string[],
  typed: string,
): Promise<Pick<Search, 'words' | 'pattern'> | null> => {
  const words = searchQuery(corrected)
  const pattern = searchPattern(typed)
  const courses = await countOf(tx, words)
  if (courses >= ENOUGH) return { words, pattern: null }
  return courses > 0 || (await isInTitles(tx, pattern)) ? { words, pattern } : null
}

/**
 * The search that answers what a person typed: for all of it, else with mistyped words corrected, else for less. One that
 * finds courses in the portal, even if the chosen filters leave none of them, is answered itself.
 */
export const answeredSearch = (tx: Tx, typed: string): Promise<Search> =>
  // The courses of a page and the numbers next to its filters use the same search.
  onceIn(tx, `search for ${typed}`, async () => {
    const words = wordsOf(typed)
    const exact = await findAll(tx, words, typed)
    if (exact) return { ...exact, corrected: null, is_less: false, finds_nothing: false }
    const corrected = await correctedWords(tx, words)
    const text = corrected?.join(' ') ?? null
    const search = corrected && text ? await findAll(tx, corrected, text) : null
    if (search) return { ...search, corrected: text, is_less: false, finds_nothing: false }
    const looser = words.length > 0 ? await findLooser(tx, corrected ?? words) : null
    if (looser) return { ...looser, pattern: null, is_less: true, finds_nothing: false }
    return { words: null, pattern: null, corrected: text, is_less: false, finds_nothing: true }
  })
