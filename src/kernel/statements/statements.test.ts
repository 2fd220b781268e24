import { generateKeyPairSync, sign } from 'node:crypto'
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import qrcode from 'qrcode'
import { describe, expect, test } from 'vitest'
import { fromBase64Url, toBase64Url } from './bytes.ts'
import { byteLength, shorten } from './fields.ts'
import { type GateList, isClockWrong, openGateList, packRevoked, unpackRevoked } from './gate-list.ts'
import { NUMBER_SIGNS, packNumber, unpackNumber } from './number.ts'
import { type CertificateStatement, certificateAddress, readStatement } from './statement.ts'
import { judge } from './verdict.ts'

const { publicKey, privateKey } = generateKeyPairSync('ed25519')
const signer = (bytes: Uint8Array) => sign(null, bytes, privateKey)
const KEY = {
  key_id: '00112233445566ff',
  public_key: publicKey.export({ format: 'der', type: 'spki' }).subarray(12).toString('hex'),
  retired_at: null,
}
const NUMBER = 'K7M4-9XAT-2HRN-3CEF'
const PAGE = `https://harbor.example.com/certificates/${NUMBER}`
const STATEMENT: CertificateStatement = {
  key_id: KEY.key_id,
  portal_id: 7,
  signed_at: new Date('2026-11-20T10:00:00Z'),
  number: NUMBER,
  issued_on: '2026-11-19',
  last_day: '2027-11-19',
  expires_at: new Date('2027-11-20T05:00:00Z'),
  name: 'Zoë Łukasiewicz-Đorđević',
  course: 'Working at Height',
}
const LIST: GateList = {
  format: 'portico-gate-list/1',
  portal: { id: 7, name: 'Harbor', origin: 'https://harbor.example.com' },
  time_zone: 'America/New_York',
  made_at: '2026-11-25T20:14:00.000Z',
  keys: [KEY],
  revoked: '',
}
const NOW = new Date('2026-11-27T12:00:00Z')
const ADDRESS = certificateAddress(PAGE, STATEMENT, signer)
const fragment = (address: string) => address.slice(address.indexOf('#') + 1)
const versionOf = (text: string, level: 'L' | 'M') => qrcode.create(text, { errorCorrectionLevel: level }).version

const numbers = fc
  .string({ unit: fc.constantFrom(...NUMBER_SIGNS), minLength: 16, maxLength: 16 })
  .map((signs) => signs.match(/.{4}/g)?.join('-') ?? '')
const days = fc.integer({ min: 1, max: 60_000 }).map((day) => new Date(day * 86_400_000).toISOString().slice(0, 10))
const moments = fc.integer({ min: 1, max: 4_294_967_295 }).map((seconds) => new Date(seconds * 1000))
const texts = fc.string({ unit: 'grapheme', maxLength: 300 })

describe('the signed statement of a certificate', () => {
  test('what is written is read back, whatever it says, and its code fits into version 15 (EVD-013, EVD-014)', () => {
    fc.assert(
      fc.property(
        fc.record({
          number: numbers,
          issued_on: days,
          last_day: fc.option(days),
          expires_at: fc.option(moments),
          name: texts,
          course: texts,
        }),
        fc.integer({ min: 4, max: 253 }),
        (values, host) => {
          const page = `https://${'h'.repeat(host)}/certificates/${values.number}`
          const address = certificateAddress(page, { ...STATEMENT, ...values }, signer)
          const read = readStatement(fragment(address))?.statement
          expect(read).toMatchObject({
            ...values,
            name: expect.any(String),
            course: expect.any(String),
          })
          const isShort = byteLength(values.name.normalize('NFC')) <= 60 && host < 60
          if (isShort) expect(read).toMatchObject({ name: shorten(values.name, 60) })
          expect(versionOf(address, 'L')).toBeLessThanOrEqual(15)
          if (host < 60) expect(versionOf(address, 'M')).toBeLessThanOrEqual(15)
        },
      ),
      { numRuns: 60 },
    )
  })

  test.each([
    ['Ana', 10, 'Ana'],
    ['Maria Fernanda', 10, 'Maria F…'],
    ['👩‍👩‍👧‍👦👩‍👩‍👧‍👦', 30, '👩‍👩‍👧‍👦…'],
    ['  two  words ', 20, 'two words'],
    ['long', 2, ''],
  ])('%s in %d bytes is %s: whole letters, and an ellipsis (EVD-014)', (text, most, short) => {
    expect(shorten(text, most)).toBe(short)
    expect(byteLength(shorten(text, most))).toBeLessThanOrEqual(most)
  })

  test('numbers pack into ten bytes; other bytes are no number', () => {
    fc.assert(
      fc.property(numbers, (number) => {
        expect(unpackNumber(packNumber(number))).toBe(number)
      }),
    )
    expect(unpackNumber(new Uint8Array(10).fill(255))).toBeNull()
    expect(() => packNumber('0000-0000-0000-0000')).toThrow(RangeError)
  })

  test('the example of docs/offline-certificates.md is this one, byte for byte (EVD-015)', async () => {
    const doc = readFileSync('docs/offline-certificates.md', 'utf8')
    const example = /https:\/\/\S+#[\w-]{100,}/.exec(doc)?.[0] ?? ''
    const key = /public_key`: `([0-9a-f]{64})/.exec(doc)?.[1] ?? ''
    const read = readStatement(fragment(example))
    const list = { ...LIST, keys: [{ ...KEY, key_id: read?.statement.key_id ?? '', public_key: key }] }
    expect(await judge(example, list, NOW)).toMatchObject({
      kind: 'certificate',
      state: 'valid',
      statement: { name: STATEMENT.name, course: STATEMENT.course, number: NUMBER },
    })
  })
})

describe('what a gate says', () => {
  test('every single changed byte is unknown, and so are a shorter and a longer code (EVD-017)', async () => {
    const bytes = fromBase64Url(fragment(ADDRESS)) as Uint8Array<ArrayBuffer>
    const variants = [...bytes].map((byte, at) => bytes.with(at, byte ^ (1 << (at % 8))))
    for (const changed of [...variants, bytes.slice(0, -1), Uint8Array.from([...bytes, 0])])
      expect(await judge(`${PAGE}#${toBase64Url(changed)}`, LIST, NOW)).toMatchObject({ kind: 'unknown' })
    // A second way to write the same bytes.
    expect(fromBase64Url('QUI')).not.toBeNull()
    expect(fromBase64Url('QUJ')).toBeNull()
  })

  const other = { ...KEY, key_id: 'ffffffffffffffff' }
  const retired = (day: string): GateList => ({ ...LIST, keys: [{ ...KEY, retired_at: `${day}T00:00:00.000Z` }] })
  const revoked = { ...LIST, revoked: packRevoked([{ number: NUMBER, revoked_at: new Date('2026-11-21T00:00:00Z') }]) }
  test.each<[string, string, GateList | null, string, string, object]>([
    ['valid', ADDRESS, LIST, '2026-11-27', 'valid', {}],
    ['valid on its last evening', ADDRESS, LIST, '2027-11-20T04:59:59Z', 'valid', {}],
    ['expired after it', ADDRESS, LIST, '2027-11-20T05:00:00Z', 'expired', {}],
    [
      'expired by the list where the clock is behind',
      ADDRESS,
      { ...LIST, made_at: '2028-01-01T00:00:00Z' },
      '2026-01-01',
      'expired',
      {},
    ],
    ['revoked', ADDRESS, revoked, '2026-11-27', 'revoked', { revoked_at: new Date('2026-11-21T00:00:00Z') }],
    ['revoked also after its end', ADDRESS, revoked, '2029-11-27', 'revoked', {}],
    ['a key that was replaced later', ADDRESS, retired('2026-11-22'), '2026-11-27', 'valid', {}],
    [
      'a key that was replaced before',
      ADDRESS,
      retired('2026-11-12'),
      '2026-11-27',
      'unknown',
      { reason: 'replaced_key' },
    ],
    [
      'another portal',
      ADDRESS,
      { ...LIST, portal: { ...LIST.portal, id: 8 }, keys: [other] },
      '2026-11-27',
      'unknown',
      { reason: 'other_portal' },
    ],
    [
      'a key that two portals know',
      ADDRESS,
      { ...LIST, portal: { ...LIST.portal, id: 8 } },
      '2026-11-27',
      'unknown',
      { reason: 'other_portal' },
    ],
    ['a key that is missing', ADDRESS, { ...LIST, keys: [other] }, '2026-11-27', 'unknown', { reason: 'unknown_key' }],
    ['no list', ADDRESS, null, '2026-11-27', 'unknown', { reason: 'no_list' }],
    ['the address alone', PAGE, LIST, '2026-11-27', 'unknown', { reason: 'no_statement', number: NUMBER }],
    ['something else', 'https://example.com/', LIST, '2026-11-27', 'unknown', { reason: 'no_statement' }],
    [
      'the page of another certificate',
      ADDRESS.replace(NUMBER, 'AAAA-AAAA-AAAA-AAAA'),
      LIST,
      '2026-11-27',
      'unknown',
      { reason: 'changed' },
    ],
  ])('%s (EVD-017)', async (_, scanned, list, now, state, more) => {
    expect(await judge(scanned, list, new Date(now))).toMatchObject({ state, ...more })
  })

  test('a list opens only as its portal signed it, and as that of the same portal (EVD-016)', async () => {
    const list = JSON.stringify(revoked)
    const sent = { list, key_id: KEY.key_id, signature: signer(Buffer.from(list)).toString('hex') }
    expect(await openGateList(sent, 7)).toEqual(revoked)
    expect(await openGateList(sent, 8)).toBeNull()
    expect(await openGateList({ ...sent, list: list.replace('Harbor', 'Harbur') }, 7)).toBeNull()
    expect(unpackRevoked(revoked.revoked)).toEqual(new Map([[NUMBER, new Date('2026-11-21T00:00:00Z')]]))
    expect(isClockWrong(LIST, new Date('2026-11-25T20:00:00Z'))).toBe(true)
    expect(isClockWrong(LIST, new Date('2026-11-25T20:12:00Z'))).toBe(false)
  })
})
