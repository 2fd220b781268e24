import { expect, test } from 'vitest'
import { isSameName } from './names.ts'

test.each([
  ['Ana Gomez', 'Ana Gómez', true],
  ['GOMEZ, ANA', 'Ana Gómez', true],
  [' ana  gómez ', 'Ana Gómez', true],
  ["Mary-Ann O'Neil", 'Mary Ann O’Neil', true],
  ['Ana', 'Ana Gómez', false],
  ['Ben Gómez', 'Ana Gómez', false],
  ['Ana Gómez Ruiz', 'Ana Gómez', false],
  ['', 'Ana Gómez', false],
])('“%s” for “%s”: %s (CRW-022)', (typed, name, isSame) => {
  expect(isSameName(typed, name)).toBe(isSame)
})
