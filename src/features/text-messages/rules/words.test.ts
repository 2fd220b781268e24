import { expect, test } from 'vitest'
import { canonicalMobile, maskedMobile } from '#kernel/access/mobile-number.ts'
import { isNews, plainError, replyOf, type Status, statusOf } from './delivery.ts'
import { plainWords, segmentsOf } from './segments.ts'
import { drawCode, type Kind, linkAddress, linkToken, readLinkHash, textWords, withoutSecret } from './words.ts'

test.each([
  ['', 'gsm-7', 0, 1],
  ['a'.repeat(160), 'gsm-7', 160, 1],
  ['a'.repeat(161), 'gsm-7', 161, 2],
  ['a'.repeat(307), 'gsm-7', 307, 3],
  [`${'a'.repeat(159)}€`, 'gsm-7', 161, 2],
  ['é à ñ ü @ _ £', 'gsm-7', 13, 1],
  ['ç', 'ucs-2', 1, 1],
  ['工'.repeat(70), 'ucs-2', 70, 1],
  ['工'.repeat(71), 'ucs-2', 71, 2],
  ['😀', 'ucs-2', 2, 1],
])('%j is %s with %i units in %i parts (TXT-005)', (text, encoding, units, segments) => {
  expect(segmentsOf(text)).toEqual({ encoding, units, segments })
})

test('words stay in GSM-7 where they can (TXT-005)', () => {
  expect(plainWords('Miller’s “Crane” Training – Zürich, Łódź, garçon, 工')).toBe(
    `Miller's "Crane" Training - Zürich, Lodz, garcon, 工`,
  )
})

const token = linkToken(new Uint8Array(22).map((_, at) => at * 37))
const kinds: readonly Kind[] = ['start', 'sign-in', 'code', 'test']
const address = linkAddress('https://a-rather-long-name.portico.example.com', token)

test.each(kinds)(
  'a %s text names its sender, fits one part, and says once how to get no more (TXT-004, TXT-005)',
  (kind) => {
    const secret = kind === 'code' ? '041377' : kind === 'test' ? '' : address
    for (const sender of ['Granite', 'The Northeastern Association of Tower Crane Operators and Riggers, Inc.']) {
      const first = textWords({ kind, sender, secret, is_first: true })
      expect(segmentsOf(first)).toMatchObject({ encoding: 'gsm-7', segments: 1 })
      expect(first).toContain(secret)
      expect(first.slice(0, 7)).toBe(sender.slice(0, 7))
      expect(first).toMatch(/Reply STOP to opt out\.$/)
      expect(textWords({ kind, sender, secret, is_first: false })).not.toContain('STOP')
      expect(withoutSecret(first)).not.toContain(secret || 'nothing')
    }
  },
)

test('a name that no phone can show in one part is sent whole (TXT-005)', () => {
  const said = { kind: 'start' as const, secret: address, is_first: true }
  expect(textWords({ ...said, sender: '安全訓練中心' })).toContain('安全訓練中心: Set')
})

test('a link has 110 random bits behind #, and nothing else is read as one (TXT-011)', () => {
  expect(readLinkHash(`#${token}`)).toBe(token)
  expect(address).toBe(`https://a-rather-long-name.portico.example.com/t#${token}`)
  for (const hash of ['', '#', `#${token}1`, `#${token.slice(1)}`, '#ILOU'.padEnd(23, '0')])
    expect(readLinkHash(hash)).toBeNull()
  expect(new Set(linkToken(new Uint8Array(256).map((_, at) => at))).size).toBe(32)
  expect(drawCode(() => 42)).toBe('000042')
  expect(maskedMobile(canonicalMobile('212 555 0147') ?? '')).toBe('••• 0147')
})

test('what the service says of a text is one of four states, which never go back (TXT-003)', () => {
  const words = ['accepted', 'queued', 'sending', 'sent', 'delivered', 'undelivered', 'failed', 'receiving']
  expect(words.map(statusOf)).toEqual(['sent', 'sent', 'sent', 'sent', 'delivered', 'failed', 'failed', null])
  const states: readonly Status[] = ['queued', 'sent', 'failed', 'delivered']
  for (const [at, before] of states.entries())
    for (const [then, after] of states.entries()) expect(isNews(before, after)).toBe(then > at)
})

test('errors are explained in words that say what to do (TXT-003)', () => {
  expect(plainError(30006, null)).toContain('landline')
  expect(plainError(21610, 'Attempt to send')).toContain('STOP')
  expect(plainError(99, 'Odd')).toBe('Twilio said: Odd (99)')
  expect(plainError(null, 'Odd')).toBe('Twilio said: Odd')
  expect(plainError(12, null)).toContain('12')
})

test.each([
  ['STOP', 'stop'],
  [' stop ', 'stop'],
  ['Unsubscribe', 'stop'],
  ['start', 'start'],
  ['UNSTOP', 'start'],
  ['Please stop by the office', null],
  ['', null],
])('the reply %j means %s (TXT-007)', (text, meaning) => {
  expect(replyOf(text)).toBe(meaning)
})
