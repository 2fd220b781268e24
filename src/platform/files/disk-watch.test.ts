import { expect, test } from 'vitest'
import { type DiskState, judgeDisk } from './disk-watch.ts'

const GB = 2 ** 30
test.each<[number, DiskState, DiskState]>([
  [50, 'up', 'up'],
  [10, 'up', 'up'],
  [9.9, 'up', 'low'],
  [10.5, 'low', 'low'],
  [11.1, 'low', 'up'],
  [0.3, 'low', 'low'],
  [0.2, 'low', 'down'],
  [0, 'up', 'down'],
  [10.5, 'down', 'low'],
])('with %d GB of 100 GB free, after %s, the disk is %s (UPL-041)', (free, before, state) => {
  const sizes = { free: free * GB, total: 100 * GB, reserve: GB, warnPercent: 10, before }
  expect(judgeDisk(sizes)).toBe(state)
})

test('a disk smaller than its reserve does not count as low from the start (UPL-041)', () => {
  expect(judgeDisk({ free: 0.9 * GB, total: GB, reserve: GB, warnPercent: 10, before: 'up' })).toBe('up')
})
