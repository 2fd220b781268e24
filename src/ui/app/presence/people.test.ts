import { expect, test } from 'vitest'
import {
  EMPTY_ROOM,
  GRACE_MS,
  namesInWords,
  nextChange,
  openElsewhere,
  type Place,
  peopleIn,
  type Room,
  readPlace,
  SEEN_MS,
  settled,
  withMembers,
  withPlace,
} from './people.ts'

const jane = { id: '1', display_name: 'Jane Doe', avatar: null }
const mark = { id: '2', display_name: 'Mark Brown', avatar: null }
const place = (at: string, is_editing = false): Place => ({ at, name: at, is_editing })
const namesOf = (room: Room) => peopleIn(room).map(({ display_name }) => display_name)

test('people are listed by name with the places of all their tabs (BLD-082)', () => {
  let room = withMembers(EMPTY_ROOM, [mark, jane], 0)
  room = withPlace(room, 'a', '1', place('/pricing'), 0)
  room = withPlace(room, 'b', '1', place('/outline/Text/4', true), 0)
  room = withPlace(room, 'a', '1', place('/versions'), 0)
  expect(peopleIn(room)).toEqual([
    { ...jane, places: [place('/versions'), place('/outline/Text/4', true)] },
    { ...mark, places: [] },
  ])
})

test('who loads the page again stays, and who is gone longer leaves with all places (BLD-082, BLD-084)', () => {
  let room = withPlace(withMembers(EMPTY_ROOM, [jane, mark], 0), 'a', '1', place('/pricing'), 0)
  room = settled(withMembers(room, [mark], 1000), 1000)
  expect(namesOf(room)).toEqual(['Jane Doe', 'Mark Brown'])
  expect(nextChange(room)).toBe(1000 + GRACE_MS)
  expect(namesOf(settled(withMembers(room, [mark, jane], 2000), 2000 + GRACE_MS))).toEqual(['Jane Doe', 'Mark Brown'])
  room = settled(withMembers(room, [mark], 3000), 1000 + GRACE_MS)
  expect(namesOf(room)).toEqual(['Mark Brown'])
  expect(room.tabs.size).toBe(0)
  expect(nextChange(room)).toBeNull()
})

test('a tab that was loaded again takes the place of what it was before (BLD-083)', () => {
  let room = withPlace(withMembers(EMPTY_ROOM, [jane], 0), 'a', '1', place('/pricing', true), 0)
  room = withMembers(withMembers(room, [], 1000), [jane], 1500)
  expect(openElsewhere(peopleIn(room), '/pricing')).toHaveLength(1)
  room = withPlace(room, 'b', '1', place('/versions'), 1600)
  expect(peopleIn(room)).toEqual([{ ...jane, places: [place('/versions')] }])
  expect(peopleIn(withPlace(room, 'c', '1', place('/pricing'), 1700))[0]?.places).toHaveLength(2)
})

test('a tab that closes, or is silent for too long, has nothing open any more (BLD-083)', () => {
  let room = withPlace(withMembers(EMPTY_ROOM, [jane], 0), 'a', '1', place('/pricing'), 0)
  room = withPlace(room, 'b', '1', place('/pricing'), 50_000)
  expect(nextChange(room)).toBe(SEEN_MS)
  room = settled(room, SEEN_MS)
  expect([...room.tabs.keys()]).toEqual(['b'])
  expect(openElsewhere(peopleIn(withPlace(room, 'b', '1', null, SEEN_MS)), '/pricing')).toEqual([])
})

test('somebody edits where one of their tabs has edits (BLD-083)', () => {
  let room = withMembers(EMPTY_ROOM, [jane, mark], 0)
  room = withPlace(room, 'a', '1', place('/pricing'), 0)
  room = withPlace(room, 'b', '1', place('/pricing', true), 0)
  room = withPlace(room, 'c', '2', place('/versions', true), 0)
  expect(openElsewhere(peopleIn(room), '/pricing')).toEqual([{ id: '1', display_name: 'Jane Doe', is_editing: true }])
})

test.each([
  [{ at: '/outline/Text/4', name: 'Gloves', is_editing: true }, place('/outline/Text/4', true).at],
  [{ at: '', name: 'Outline' }, ''],
])('%j is a place (BLD-082)', (data, at) => {
  expect(readPlace(data)).toEqual({ is_editing: false, ...data, at })
})

test.each([
  null,
  7,
  { at: 7, name: 'Seven' },
  { at: '/pricing' },
  { at: '/../../../portals', name: 'Elsewhere' },
  { at: '//evil.example', name: 'Evil' },
  { at: '/a?b=c', name: 'Search' },
  { at: `/${'a'.repeat(200)}`, name: 'Long' },
])('%j is none (BLD-082)', (data) => {
  expect(readPlace(data)).toBeNull()
})

test('a long name is cut (BLD-082)', () => {
  expect(readPlace({ at: '', name: 'n'.repeat(5000) })?.name).toHaveLength(200)
})

test.each([
  [['Ann'], 'Ann'],
  [['Ann', 'Bo'], 'Ann and Bo'],
  [['Ann', 'Bo', 'Cy'], 'Ann, Bo, and Cy'],
  [['Ann', 'Bo', 'Cy', 'Di'], 'Ann, Bo, and 2 others'],
])('%j is said as "%s" (BLD-083)', (names, words) => {
  expect(namesInWords(names)).toBe(words)
})
