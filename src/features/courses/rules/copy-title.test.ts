import { expect, test } from 'vitest'
import { copyTitle } from './copy-title.ts'

test('a copy has the title of the course with the ending "copy", in no more than a title may have (BLD-023)', () => {
  expect(copyTitle('Cranes')).toBe('Cranes copy')
  expect(copyTitle('Cranes copy')).toBe('Cranes copy copy')
  expect(copyTitle('x'.repeat(200))).toBe(`${'x'.repeat(195)} copy`)
  expect(copyTitle(`${'x'.repeat(194)} yyyyy`)).toBe(`${'x'.repeat(194)} copy`)
})
