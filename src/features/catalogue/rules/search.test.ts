import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { doubtfulWords, editDistance, meantWord, searchPattern, searchQuery, wordsOf } from './search.ts'
import { SYNONYMS } from './synonyms.ts'

describe('what a person typed (CAT-012)', () => {
  test('every word must match and the last one may be unfinished', () => {
    expect(searchQuery(wordsOf('Crane parts'))).toContain(" & 'parts':*")
    expect(searchQuery(wordsOf('  "roofs" | !slate '))).toBe("'roofs' & 'slate':*")
    expect(searchQuery(wordsOf(' !&|()<-> '))).toBeNull()
  })

  test('whatever is typed becomes quoted words, and operators are ours alone', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (typed) => {
        const query = searchQuery(wordsOf(typed))
        if (query !== null) expect(query.replace(/'[\p{L}\p{N}]+'/gu, '')).toMatch(/^[ ()&|<>:*-]*$/)
      }),
    )
  })

  test('signs with a meaning in patterns are searched for as they are', () => {
    expect(searchPattern(' 100% _new_ \\ ')).toBe('%100\\% \\_new\\_ \\\\%')
  })

  test('a word stands for its synonyms, several words as well', () => {
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
      for (const text of group) expect(text.split(' ')).toEqual(wordsOf(text))
    }
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
  ])('%s among %o', (typed, similar, isUnfinished, meant) => {
    expect(meantWord(typed, similar, isUnfinished)).toBe(meant)
  })

  test('numbers, short words and words of the trades are no mistakes', () => {
    expect(doubtfulWords(wordsOf('OSHA 1910 hazwoper sds laddr h2s4x'))).toEqual(['laddr'])
  })
})
