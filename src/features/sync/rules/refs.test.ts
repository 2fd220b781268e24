import { expect, test } from 'vitest'
import { PERSON_REF, readCourseRef, readPersonRef } from './refs.ts'

test.each([
  [57, { id: 57 }],
  ['57', { id: 57 }],
  ['external:E-1042', { external_id: 'E-1042' }],
  ['external:57', { external_id: '57' }],
  ['external:badge:1', { external_id: 'badge:1' }],
  ['badge:10442', { badge_number: '10442' }],
  ['badge:w-17', { badge_number: 'W-17' }],
  ['external:external:1', { external_id: 'external:1' }],
])('the person %j is read as %j (INT-033, BDG-039)', (ref, read) => {
  expect(readPersonRef(ref)).toEqual(read)
})

test.each([
  '',
  '0',
  'badge:',
  'badge:1',
  'badge:-17',
  'badge:W 17',
  '007',
  'E-1042',
  'external:',
  'external:a b',
  'external:é',
  `external:${'x'.repeat(129)}`,
  '1e3',
])('the text %j names no person (INT-033)', (ref) => {
  expect(PERSON_REF.test(ref)).toBe(false)
})

test.each([
  [12, { id: 12 }],
  ['12', { id: 12 }],
  ['osha-10', { slug: 'osha-10' }],
])('the course %j is read as %j (INT-033)', (ref, read) => {
  expect(readCourseRef(ref)).toEqual(read)
})
