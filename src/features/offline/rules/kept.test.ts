import { describe, expect, it } from 'vitest'
import { fits, isOpen, itemsGone, itemsToFetch, type KeptItem, keptSize, openedBy, partsOf, totalOf } from './kept.ts'

const item = (id: number, more: Partial<KeptItem> = {}): KeptItem => ({
  itemable_type: 'Text',
  itemable_id: id,
  module_id: 1,
  title: `Text ${id}`,
  size: 100,
  mark: 'a',
  is_complete: true,
  files: [],
  pictures: [],
  lease_id: null,
  ...more,
})
const offered = (id: number, mark = 'a', reason: string | null = null) => ({ ...item(id, { mark }), reason })
const ids = (items: readonly { itemable_id: number }[]) => items.map(({ itemable_id }) => itemable_id)

describe('what a device keeps', () => {
  it('fetches what is new, incomplete or changed, and nothing twice (OFF-004, OFF-008)', () => {
    const kept = [item(1), item(2), item(3, { is_complete: false })]
    const chosen = [offered(1), offered(2, 'b'), offered(3), offered(4), offered(5, 'a', 'exam')]
    expect(ids(itemsToFetch(kept, chosen))).toEqual([2, 3, 4])
  })

  it('lets go of what was taken out of the course (OFF-008)', () => {
    expect(ids(itemsGone([item(1), item(2), item(3)], [offered(1), offered(2, 'a', 'no_content')]))).toEqual([2, 3])
  })

  it('keeps an exam as long as this device holds it (OFF-018)', () => {
    const exam = (lease_id: string | null, more = {}) => item(9, { itemable_type: 'Exam', lease_id, ...more })
    const held = (lease_id: string | null) => ({ ...exam(lease_id), reason: lease_id && 'exam_taken_along' })
    expect(itemsGone([exam('a')], [held('a')])).toEqual([])
    expect(ids(itemsGone([exam('a')], [held('b')]))).toEqual([9])
    expect(ids(itemsGone([exam('a')], [held(null)]))).toEqual([9])
    expect(itemsGone([exam('a', { is_complete: false })], [held(null)])).toEqual([])
    expect(ids(itemsToFetch([exam('a', { is_complete: false })], [held('a')]))).toEqual([9])
    expect(itemsToFetch([exam('a')], [held('a')])).toEqual([])
    expect(itemsToFetch([], [held('b')])).toEqual([])
  })

  it('counts what is complete (OFF-009)', () => {
    expect(keptSize({ items: [item(1), item(2, { is_complete: false, size: 7 }), item(3, { size: 5 })] })).toBe(105)
  })

  it.each([
    [0, [[0, -1]]],
    [1, [[0, 0]]],
    [10, [[0, 9]]],
    [
      11,
      [
        [0, 9],
        [10, 10],
      ],
    ],
    [
      25,
      [
        [0, 9],
        [10, 19],
        [20, 24],
      ],
    ],
  ])('a file of %i bytes comes in parts (OFF-004)', (size, parts) => {
    expect(partsOf(size, 10).map(({ start, end }) => [start, end])).toEqual(parts)
  })

  it.each([
    ['2026-11-27T00:00:00Z', 0, true],
    ['2026-11-28T00:00:00Z', 0, false],
    ['2026-11-29T00:00:00Z', 0, false],
    // The clock was set back after the day had passed.
    ['2026-11-01T00:00:00Z', Date.parse('2026-11-28T00:00:01Z'), false],
  ])('at %s it opens or not (OFF-011)', (now, seen_at, expected) => {
    expect(isOpen({ open_until: '2026-11-28T00:00:00Z', seen_at }, Date.parse(now))).toBe(expected)
  })

  it('knows whether it fits (OFF-013)', () => {
    expect(fits(10, { quota: 30, usage: 20 })).toBe(true)
    expect(fits(11, { quota: 30, usage: 20 })).toBe(false)
    expect(fits(11, {})).toBeNull()
  })

  it('reads the size of a file from its first part (OFF-004)', () => {
    expect([totalOf('bytes 0-9/300'), totalOf('bytes */300'), totalOf(null)]).toEqual([300, null, null])
  })

  it('an outline opens items of courses and nothing else (OFF-006)', () => {
    const path = '/courses/learner/ladders/7/outline/modules/2/Text/9'
    expect(openedBy(`#open=${encodeURIComponent(path)}`)).toBe(path)
    expect(openedBy('#open=https%3A%2F%2Felsewhere.example')).toBeNull()
    expect(openedBy('#open=%2F%2Felsewhere.example%2Fcourses')).toBeNull()
    expect(openedBy('#main')).toBeNull()
  })
})
