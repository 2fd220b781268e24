import { expect, test } from 'vitest'
import { describeBundle } from './describe-bundle.ts'

const long = 'x'.repeat(200)

test.each([
  [['Ladder Safety'], 'Ladder Safety'],
  [['Ladder Safety', 'Fall Protection'], 'Ladder Safety · Fall Protection'],
  [[long, long, 'Last'], `${long} · ${long} · Last`],
  [[long, long, long], `${long} · ${long} · 1 more`],
  [Array(100).fill(long), `${long} · ${long} · 98 more`],
  [['y'.repeat(501)], '1 more'],
])('the payment page names as many courses of a bundle as fit (ORD-049): case %#', (courses, described) => {
  expect(describeBundle(courses)).toBe(described)
  expect(described.length).toBeLessThanOrEqual(500)
})
