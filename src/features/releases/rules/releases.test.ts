import { describe, expect, test } from 'vitest'
import { canGoBack, isInTheWay, mayMove, STATUSES, standingOf, thingsInWords } from './releases.ts'

describe('a release (PGB-050, PGB-052)', () => {
  test.each([
    ['gone', null, true, false],
    ['same', { isSame: true, isBehind: true }, false, true],
    ['behind', { isSame: false, isBehind: true }, true, false],
    ['ready', { isSame: false, isBehind: false }, false, false],
  ] as const)('a part that is %s', (standing, compared, isAsked, isBack) => {
    expect(standingOf(compared)).toBe(standing)
    expect(isInTheWay(standingOf(compared))).toBe(isAsked)
    expect(canGoBack(compared)).toBe(isBack)
  })

  test('only a live one is rolled back, and nothing else is done to it', () => {
    expect(STATUSES.filter((status) => mayMove(status, 'roll_back'))).toEqual(['live'])
    for (const move of ['edit', 'publish', 'schedule', 'delete'] as const)
      expect(STATUSES.filter((status) => mayMove(status, move))).toEqual(['draft', 'scheduled', 'rolled_back'])
  })

  test.each([
    [['Home'], '“Home”'],
    [['Home', 'Navigation'], '“Home” and “Navigation”'],
    [['A', 'B', 'C', 'D'], '“A”, “B”, “C” and 1 other'],
    [['A', 'B', 'C', 'D', 'E'], '“A”, “B”, “C” and 2 others'],
  ])('%j in words', (titles, words) => {
    expect(thingsInWords(titles)).toBe(words)
  })
})
