import { likePattern } from '#kernel/text.ts'
import { SYNONYMS } from './synonyms.ts'

const MOST_WORDS = 12

/** The words of what a person typed, in lower case: letters and digits, so that nothing typed acts as an operator. */
export const wordsOf = (typed: string): string[] =>
  typed
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu)
    ?.slice(0, MOST_WORDS) ?? []

type Phrase = { words: readonly string[]; group: readonly string[] }

const PHRASES: readonly Phrase[] = SYNONYMS.flatMap((group) =>
  group.map((text) => ({ words: text.split(' '), group })),
).sort((one, other) => other.words.length - one.words.length)
const VOCABULARY: ReadonlySet<string> = new Set(PHRASES.flatMap(({ words }) => words))

/** The words that may be mistyped: of letters alone, long enough to be told apart, and no word of our synonyms. */
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

/** So many mistakes are forgiven in a word: one, and from eight letters on two. */
const forgiven = (word: string): number => (word.length < 8 ? 1 : 2)

/**
 * The word that was meant: the nearest of those that look alike and of our synonyms, or null when none is near enough. A
 * word that may be unfinished is compared with the beginnings of the others as well.
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
    if (distance <= forgiven(typed) && distance < (best?.distance ?? Number.POSITIVE_INFINITY))
      best = { word, distance }
  }
  return best?.word ?? null
}

const quoted = (words: readonly string[], between: string, isUnfinished = false) =>
  words.map((word, at) => `'${word}'${isUnfinished && at === words.length - 1 ? ':*' : ''}`).join(between)

/**
 * Words as the text of a full-text query: every word must stand in the course, the last one may be unfinished, and where
 * words have synonyms any of those does as well. Null without a word.
 */
export const searchQuery = (words: readonly string[]): string | null => {
  const parts: string[] = []
  for (let at = 0; at < words.length; ) {
    const phrase = PHRASES.find(({ words: wanted }) => wanted.every((word, index) => words[at + index] === word))
    const taken = words.slice(at, at + (phrase?.words.length ?? 1))
    at += taken.length
    const typed = quoted(taken, ' & ', at === words.length)
    const others = (phrase?.group ?? [])
      .filter((text) => text !== taken.join(' '))
      .map((text) => quoted(text.split(' '), ' <-> '))
    parts.push(others.length > 0 ? `(${[typed, ...others].map((each) => `(${each})`).join(' | ')})` : typed)
  }
  return parts.length > 0 ? parts.join(' & ') : null
}

/** What a person typed as a pattern that finds it anywhere in a title. */
export const searchPattern = (typed: string): string => likePattern(typed.trim())
