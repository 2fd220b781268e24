import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  doubtfulWords,
  editDistance,
  looserSearches,
  meantWord,
  searchParts,
  searchPattern,
  searchQuery,
  wordsOf,
} from './search.ts'
import { SYNONYMS } from './synonyms.ts'

describe('what a person typed (CAT-012)', () => {
  test('every word must match and the last one may be unfinished', () => {
    expect(searchQuery(wordsOf('Crane parts'))).toContain(" & 'parts':*")
    expect(searchQuery(wordsOf('  "roofs" | !slate '))).toBe(
      "(('roofs') | ('roofsslate')) & (('slate':*) | ('roofsslate'))",
    )
    expect(searchQuery(wordsOf(' !&|()<-> '))).toBeNull()
  })

  test('anything typed becomes quoted words, and operators are never taken from the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (typed) => {
        const query = searchQuery(wordsOf(typed))
        if (query !== null) expect(query.replace(/'[\p{L}\p{N}.]+'/gu, '')).toMatch(/^[ ()&|<>:*-]*$/)
      }),
    )
  })

  test('pattern characters are searched for literally', () => {
    expect(searchPattern(' 100% _new_ \\ ')).toBe('%100\\% \\_new\\_ \\\\%')
  })

  test('a word matches its synonyms, and so do phrases', () => {
    const forklift = searchQuery(['forklift'])
    expect(forklift).toContain("('forklift':*)")
    expect(forklift).toContain("('powered' <-> 'industrial' <-> 'truck')")
    const hazardous = searchQuery(['hazardous', 'waste', 'refresher'])
    expect(hazardous).toContain("('hazardous' & 'waste')")
    expect(hazardous).toContain("('hazwoper')")
    expect(hazardous).toContain("('refresher':*) | ")
    expect(searchQuery(['osha', '10'])).toContain("('10' <-> 'hour' <-> 'construction')")
    // The longest of several phrases counts.
    expect(searchQuery(['hazardous', 'waste', 'management'])).toContain("('rcra')")
  })

  test('the synonyms are plain words in lower case, and each stands once in its group', () => {
    for (const group of SYNONYMS) {
      expect(group.length).toBeGreaterThan(1)
      expect(new Set(group).size).toBe(group.length)
      for (const text of group) expect(text).toMatch(/^[\p{Ll}\p{N}]+(?:[ .][\p{Ll}\p{N}]+)*$/u)
    }
  })
})

describe('words the way people write them (CAT-012)', () => {
  test.each([
    ['osha10', 'osha 10'],
    ['40hr HAZWOPER', '40 hour hazwoper'],
    ['40-hrs hazwoper', '40 hour hazwoper'],
    ['fork lift operator', 'forklift operator'],
    ['lock-out / tag-out', 'lockout tagout'],
    ['haz mat', 'hazmat'],
    ['firstaid', 'first aid'],
    // Two words that form their own phrase stay two.
    ['storm water', 'storm water'],
    ['29 CFR 1910.147(c)', '29 cfr 1910.147 c'],
    ['seguridad ele\u0301ctrica', 'seguridad electrica'],
  ])('%s is read as %s', (typed, words) => {
    expect(wordsOf(typed).join(' ')).toBe(words)
  })

  test('an acronym is a whole word, whatever its stem', () => {
    expect(searchQuery(['aed'])).toContain("('aed')")
    expect(searchQuery(['lad'])).toBe("'lad':*")
  })
})

describe('a search that finds nothing (CAT-012)', () => {
  const looser = (typed: string, isKnown: (text: string) => boolean) => {
    const parts = searchParts(wordsOf(typed))
    return looserSearches(
      parts,
      parts.filter(({ text }) => isKnown(text)),
    ).map(({ text }) => text)
  }

  test('words that no course has are left out first, then those that any course could have', () => {
    expect(looser('forklift licence', (text) => text === 'forklift')).toEqual(['forklift'])
    expect(looser('CPR AED certification', () => true)).toEqual(['cpr aed', 'cpr', 'aed'])
    expect(looser('osha training card online', (text) => text !== 'card')).toEqual(['osha training online', 'osha'])
  })

  test('then each word in turn from the last on, and finally a single word is enough', () => {
    expect(looser('roof crew rain', () => true)).toEqual([
      'roof crew',
      'roof rain',
      'crew rain',
      'roof',
      'crew',
      'rain',
    ])
    expect(looser('roof rain', () => true)).toEqual(['roof', 'rain'])
  })

  test('minor words are searched for only if nothing else is left', () => {
    expect(looser('online training', () => true)).toEqual(['online', 'training'])
    expect(looser('xylophone', () => false)).toEqual([])
    expect(looser('o’b', () => true)).toEqual([])
  })
})

describe('mistyped words (CAT-012)', () => {
  test.each([
    ['ladder', 'ladder', 0],
    ['laddr', 'ladder', 1],
    ['forkilft', 'forklift', 1],
    ['electrcial', 'electrical', 1],
    ['', 'abc', 3],
    ['fire', 'tire', 1],
    ['kitten', 'sitting', 3],
  ])('%s is %s with %i changes', (one, other, distance) => {
    expect(editDistance(one, other)).toBe(distance)
    expect(editDistance(other, one)).toBe(distance)
  })

  test.each([
    ['laddr', ['ladder', 'leader'], false, 'ladder'],
    ['haswoper', [], false, 'hazwoper'],
    ['forkilft', ['forklift'], false, 'forklift'],
    ['electrisity', ['electricity', 'electrical'], false, 'electricity'],
    ['elektr', ['electrical'], true, 'electrical'],
    ['elektr', ['electrical'], false, null],
    ['zebra', ['ladder', 'safety'], false, null],
    ['eelctrical', ['electrical'], false, 'electrical'],
  ])('%s among %o', (typed, similar, isUnfinished, expected) => {
    expect(meantWord(typed, similar, isUnfinished)).toBe(expected)
  })

  test('numbers, short words and trade terms are not corrected', () => {
    expect(doubtfulWords(wordsOf('OSHA 1910 hazwoper sds laddr h2s4x'))).toEqual(['laddr'])
  })
})
