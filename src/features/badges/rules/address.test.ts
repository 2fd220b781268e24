import { expect, test } from 'vitest'
import { badgeAddress, badgeCode, isBadgeCode, readBadgeHash } from './address.ts'

const bytes = Uint8Array.from({ length: 20 }, (_, at) => at * 13)
const code = badgeCode(bytes)

test('the code of a badge has 20 signs of 32, which are 100 bits (BDG-011)', () => {
  expect(isBadgeCode(code)).toBe(true)
  const all = badgeCode(Uint8Array.from({ length: 256 }, (_, at) => at))
  expect(new Set(all).size).toBe(32)
  for (const sign of new Set(all)) expect(all.split(sign)).toHaveLength(9)
})

test('what the QR of a badge and of a slip say is read back (BDG-011, BDG-022)', () => {
  const read = (address: string) => readBadgeHash(new URL(address).hash)
  const badge = badgeAddress('https://harbor.example.com', code)
  expect(badge).toBe(`https://harbor.example.com/badge#${code}`)
  expect(read(badge)).toEqual({ code, start_code: null })
  expect(read(badgeAddress('https://harbor.example.com', code, '7KQM2XVD'))).toEqual({ code, start_code: '7KQM2XVD' })
})

test.each(['', '#', '#10442', `#${code}x`, `#${code.slice(1)}`, '#<script>'])(
  'an address that is not of a badge fills in nothing (BDG-022): %j',
  (hash) => {
    expect(readBadgeHash(hash)).toBeNull()
  },
)
