import { expect, test } from 'vitest'
import { noteText } from './note-text.ts'

test.each([
  ['ended', [], 'Your access to this course has ended.'],
  [
    'ended',
    ['Words'],
    'Your access to this course has ended. You finished “Words” without a connection, but it was received after your access ended and does not count. If it should count, contact your instructor.',
  ],
  [
    'ended',
    ['Words', 'Talk', 'Exam'],
    'Your access to this course has ended. You finished “Words”, “Talk”, and “Exam” without a connection, but they were received after your access ended and do not count. If they should count, contact your instructor.',
  ],
  [
    'refused',
    ['Words'],
    'You finished “Words” without a connection. This could not be recorded, because the course changed. Open the course to see what is left to do.',
  ],
  [
    'refused',
    ['Words', 'Talk'],
    'You finished “Words” and “Talk” without a connection. These could not be recorded, because the course changed. Open the course to see what is left to do.',
  ],
  [
    'refused',
    [],
    'Something you finished without a connection could not be recorded, because the course changed. Open the course to see what is left to do.',
  ],
] as const)('a note of kind %s with %j (OFF-028)', (kind, items, text) => {
  expect(noteText({ kind, items: [...items] })).toBe(text)
})
