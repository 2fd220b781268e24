import { expect, test } from 'vitest'
import { courseCountText } from './count-text.ts'

test.each([
  [0, false, '0 courses'],
  [1, false, '1 course'],
  [999, false, '999 courses'],
  [1500, false, '1.50K courses'],
  [10_000, true, '10,000+ courses'],
])('%i courses, capped %s, are told as "%s" (CAT-012, UIX-023)', (count, isCapped, text) => {
  expect(courseCountText(count, isCapped)).toBe(text)
})
