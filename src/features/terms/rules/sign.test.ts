import { expect, test } from 'vitest'
import { signOf } from './sign.ts'

test.each([
  ['Occupational Safety and Health Administration', 'OSHA', 'OSHA'],
  ['Spanish', 'es', 'ES'],
  ['Colorado Trade Licensing Board', null, 'CTL'],
  ['Hazardous materials', null, 'Ha'],
  ['Health', null, 'He'],
  ['Élévation', null, 'Él'],
  ['first aid', null, 'fi'],
])('%s with the code %s has the sign %s (CAT-022)', (title, code, sign) => {
  expect(signOf({ title, code })).toBe(sign)
})
