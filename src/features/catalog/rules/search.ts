import { foldText } from '#kernel/fold.ts'
import { likePattern } from '#kernel/text.ts'
import { SYNONYMS } from './synonyms.ts'

const MOST_WORDS = 12

type Phrase = { words: readonly string[]; group: readonly string[] }

const PHRASES: readonly Phrase[] = SYNONYMS.map((group) => group.map(foldText))
  .flatMap((group) => group.map((text) => ({ words: text.split(' '), group })))
  .sort((one, other) => other.words.length - one.words.length)
const VOCABULARY: ReadonlySet<string> = new Set(PHRASES.flatMap(({ words }) => words))
/** The words of several that people also write as one: "firstaid", "osha10". */
const WRITTEN_AS_ONE: ReadonlyMap<string, readonly string[]> = new Map(
  PHRASES.filter(({ words }) => words.length > 1).map(({ words }) => [words.join(''), words]),
)
const HOURS = /^(\d+)(?:hrs?|h|hours?)$/

/** The words of the trades as they are written there: "fork lift" as "forklift", "40hr" as "40 hour". */
const asWritten = (typed: readonly string[]): string[] => {
  const words: string[] = []
  for (let at = 0; at < typed.length; at++) {
    const word = typed[at] as string
    const glued = word + (typed[at + 1] ?? '')
    const hours = HOURS.exec(word)
    if (glued !== word && VOCABULARY.has(glued) && !isPhrase(word, typed[at + 1] as string)) {
      words.push(glued)
      at++
    } else if (hours) words.push(hours[1] as string, 'hour')
    else if (word === 'hr' || word === 'hrs') words.push('hour')
    else words.push(...((!VOCABULARY.has(word) && WRITTEN_AS_ONE.get(word)) || [word]))
  }
  return words
}
const isPhrase = (one: string, other: string) =>
  PHRASES.some(({ words }) => words.length === 2 && words[0] === one && words[1] === other)

/**
 * The folded words of what a person typed: letters and digits, so that nothing typed acts as an operator. Numbers of rules
 * keep their dot.
 */
export const wordsOf = (typed: string): string[] => {
  const words = foldText(typed).match(/\p{N}+(?:\.\p{N}+)+|[\p{L}\p{N}]+/gu)
  return asWritten(words ?? []).slice(0, MOST_WORDS)
}

/** The words that may be mistyped: only letters, long enough to be told apart, and not one of our synonyms. */
export const doubtfulWords = (words: readonly string[]): string[] =>
  words.filter((word) => word.length >= 4 && /^\p{L}+$/u.test(word) && !VOCABULARY.has(word))

/** How many letters must be changed, put in, left out or swapped with the next to make one word of the other. */
export const editDistance = (one: string, other: string): number => {
  let before: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let row = 1; row <= one.length; row++) {
    const next = [row]
    for (let column = 1; column <= other.length; column++) {
      const isSame = one[row - 1] === other[column - 1]
      const isSwap = row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      next[column] = Math.min(
        (last[column] ?? 0) + 1,
        (next[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
        isSwap ? (before[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      )
    }
    before = last
    last = next
  }
  return last[other.length] ?? 0
}

/** How many typos a word may have: one, and two from eight letters on. */
const allowedTypos = (word: string): number => (word.length < 8 ? 1 : 2)

/**
 * The most likely intended word: the nearest of similar words and of our synonyms, or null when none is near enough. A
 * word that may be unfinished is also compared with the beginnings of the others.
 */
export const meantWord = (typed: string, similar: readonly string[], isUnfinished: boolean): string | null => {
  const distanceOf = (other: string) =>
    isUnfinished && other.length > typed.length
      ? Math.min(
          editDistance(typed, other),
          ...[-1, 0, 1].map((more) => editDistance(typed, other.slice(0, typed.length + more))),
        )
      : editDistance(typed, other)
  let best: { word: string; distance: number } | null = null
  for (const word of [...similar, ...VOCABULARY]) {
    if (word[0] !== typed[0] && word[0] !== typed[1]) continue
    const distance = distanceOf(word)
    if (distance <= allowedTypos(typed) && distance < (best?.distance ?? Number.POSITIVE_INFINITY))
      best = { word, distance }
  }
  return best?.word ?? null
}

/** Acronyms are whole words, though another word may begin so; and the stem of "aed" would be "a", with which many begin. */
const isWhole = (word: string) => word.length <= 3 && VOCABULARY.has(word)

const quoted = (words: readonly string[], between: string, isUnfinished = false) =>
  words
    .map((word, at) => `'${word}'${isUnfinished && at === words.length - 1 && !isWhole(word) ? ':*' : ''}`)
    .join(between)

/** Words that say nothing about the subject: every result is a course and ends with a certificate. */
const BESIDE: ReadonlySet<string> = new Set(
  'training trainings course courses class classes online certification certifications certificate certificates certified card cards license licenses licence licences program programs programme lesson lessons'.split(
    ' ',
  ),
)

/** A word or phrase of a search: its full-text query, what it represents, and whether it is a minor word. */
export type SearchPart = { text: string; query: string; is_beside: boolean }

/**
 * The parts of a search, all of which a course must hold: the last word may be unfinished, where words have synonyms any of
 * those does as well, and two words may stand there as one.
 */
export const searchParts = (words: readonly string[]): SearchPart[] => {
  const parts: SearchPart[] = []
  let before = ''
  for (let at = 0; at < words.length; ) {
    const phrase = PHRASES.find(({ words: texts }) => texts.every((word, index) => words[at + index] === word))
    const taken = words.slice(at, at + (phrase?.words.length ?? 1))
    at += taken.length
    const text = taken.join(' ')
    const typed = quoted(taken, ' & ', at === words.length)
    const others = phrase
      ? phrase.group.filter((other) => other !== text).map((other) => quoted(other.split(' '), ' <-> '))
      : gluedOf(before, text, words[at]).map((glued) => `'${glued}'`)
    parts.push({
      text,
      query: others.length > 0 ? `(${[typed, ...others].map((each) => `(${each})`).join(' | ')})` : typed,
      is_beside: BESIDE.has(text),
    })
    before = phrase ? '' : text
  }
  return parts
}

/** One word on its own, unchanged. */
export const partOf = (word: string): SearchPart => ({ text: word, query: `'${word}'`, is_beside: BESIDE.has(word) })

/** A word made one with its neighbors, where all are of letters. */
const gluedOf = (before: string, word: string, after = ''): string[] =>
  [before && before + word, after && word + after].filter((glued) => glued !== '' && /^\p{L}{5,}$/u.test(glued))

const joined = (parts: readonly SearchPart[], between: string) => parts.map(({ query }) => query).join(between)

/** Words as the text of a full-text query: every part must stand in the course. Null without a word. */
export const searchQuery = (words: readonly string[]): string | null => joined(searchParts(words), ' & ') || null

/** A search for less than was typed, and what it looks for in words. */
export type LooserSearch = { query: string; text: string }

/**
 * Replacements for a search that finds nothing, the nearest first: without the words that no course contains, without
 * minor words, without any one of the others, and finally a single one of them, since any of several frequent words
 * would match most of a large catalog. `understood` are the parts that some course contains.
 */
export const looserSearches = (parts: readonly SearchPart[], understood: readonly SearchPart[]): LooserSearch[] => {
  // A single letter says nothing on its own.
  const known = understood.filter(({ text }) => !/^\p{L}$/u.test(text))
  const essential = known.filter((part) => !part.is_beside)
  const required = essential.length > 0 ? essential : known
  const all = (some: readonly SearchPart[]): LooserSearch => ({
    query: joined(some, ' & '),
    text: some.map(({ text }) => text).join(' '),
  })
  const searches = [
    known.length !== parts.length || known.some((part) => !parts.includes(part)) ? [all(known)] : [],
    required.length < known.length ? [all(required)] : [],
    required.length > 2 ? required.map((_, left) => all(required.toSpliced(required.length - 1 - left, 1))) : [],
    required.length > 1 ? required.map((part) => all([part])) : [],
  ]
  return known.length > 0 ? searches.flat() : []
}

/** The typed text as a pattern that finds it anywhere in a folded title; null if nothing of it is left. */
export const searchPattern = (typed: string): string | null => {
  const folded = foldText(typed).trim()
  return folded === '' ? null : likePattern(folded)
}
