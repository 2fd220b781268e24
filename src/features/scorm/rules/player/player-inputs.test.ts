import { expect, test } from 'vitest'
import { DEFAULT_LOG_LEVEL, DEFAULT_VERSION, playerFault } from '#features/scorm/rules/player/player-inputs.ts'
import { errorText, GENERIC_ERROR } from '#kernel/errors.ts'

const inputs = { student_id: '7', scorm_link: 'https://content.example.com/p/x/player' }

test('the player starts with a student and an address, as version 1.2 and silently (SCO-005, SCO-007)', () => {
  expect(DEFAULT_VERSION).toBe('1.2')
  expect(DEFAULT_LOG_LEVEL).toBe(5)
  expect(playerFault(inputs)).toBeNull()
  expect(playerFault({ ...inputs, version: '1.2' })).toBeNull()
})

test.each([{ ...inputs, student_id: undefined }, { ...inputs, student_id: '' }, { ...inputs, scorm_link: null }, {}])(
  'the player does not start without an input: %j (SCO-008)',
  (input) => {
    expect(playerFault(input)).toBe(GENERIC_ERROR)
  },
)

test.each(['2004 3rd Edition', '1.3', ''])('version "%s" is not implemented (SCO-004)', (version) => {
  expect(playerFault({ ...inputs, version })).toBe(errorText('version_not_implemented', { x: version }))
})
