import { generateKeyPairSync, sign } from 'node:crypto'
import qrcode from 'qrcode'
import { describe, expect, test } from 'vitest'
import { type CrewEntry, crewAddresses, crewParts, MOST_IN_CREW } from './crew.ts'
import { byteLength } from './fields.ts'
import { type GateList, packRevoked } from './gate-list.ts'
import { judge } from './verdict.ts'

const { publicKey, privateKey } = generateKeyPairSync('ed25519')
const signer = (bytes: Uint8Array) => sign(null, bytes, privateKey)
const NOW = new Date('2026-11-27T12:00:00Z')
const NUMBER = 'K7M4-9XAT-2HRN-3CEF'
const OTHER = 'YYYY-XXXX-WWWW-TTTT'
const PAGE = 'https://harbor.example.com/gate'
const KEY = {
  key_id: '00112233445566ff',
  public_key: publicKey.export({ format: 'der', type: 'spki' }).subarray(12).toString('hex'),
  retired_at: null,
}
const LIST: GateList = {
  format: 'portico-gate-list/1',
  portal: { id: 7, name: 'Harbor', origin: 'https://harbor.example.com' },
  time_zone: 'America/New_York',
  made_at: '2026-11-27T11:00:00Z',
  keys: [KEY],
  revoked: '',
}
const until = (last_day: string | null, number = NUMBER): CrewEntry => ({ kind: 'certificate', number, last_day })
const record = (last_day: string | null): CrewEntry => ({ kind: 'record', last_day })
const grace = (last_day: string): CrewEntry => ({ kind: 'grace', last_day })

const crewOf = (requirements: string[], people: [name: string, ...entries: CrewEntry[]][]) => ({
  key_id: KEY.key_id,
  portal_id: 7,
  signed_at: new Date('2026-11-26T10:00:00Z'),
  title: 'Night shift',
  requirements,
  people: people.map(([name, ...entries]) => ({ name, entries })),
})
const codesOf = (crew: ReturnType<typeof crewOf>, page = PAGE) => {
  const parts = crewParts(page, crew, 22)
  return crewAddresses(page, crew, parts, signer)
}
const read = async (code: string, list: GateList = LIST, now = NOW) => {
  const verdict = await judge(code, list, now)
  if (verdict.kind !== 'crew') throw new Error(JSON.stringify(verdict))
  return verdict
}

describe('the code of a crew', () => {
  test.each([
    ['one person', 1, 1, 'Jo Li', PAGE, 1],
    ['a usual crew', 20, 1, 'Margaret Ellison', PAGE, 1],
    ['long names and titles', 60, 1, 'Žofie-Alžběta Müller-Łukasiewicz of the Night Shift', PAGE, 4],
    ['five requirements', 60, 5, 'Margaret Ellison', PAGE, 9],
    ['a long address', 40, 5, 'Margaret Ellison', `https://${'a'.repeat(63)}.${'b'.repeat(63)}.example.com/gate`, 8],
  ])(
    '%s: %d people and %d requirements are on few codes of version 25 at most, each person once and in order (EVD-022)',
    async (_, count, requirements, name, page, most) => {
      const titles = Array.from(
        { length: requirements },
        (_item, index) => `Course ${index} with quite a long title of its own`,
      )
      const crew = crewOf(
        titles,
        Array.from({ length: count }, (_item, index) => [`${index} ${name}`, ...titles.map(() => until('2027-01-01'))]),
      )
      const codes = codesOf({ ...crew, title: 'A title that is longer than a code has room for' }, page)
      expect(codes.length).toBeLessThanOrEqual(most)
      const starts: string[] = []
      for (const [index, code] of codes.entries()) {
        expect(byteLength(code)).toBeLessThanOrEqual(MOST_IN_CREW)
        expect(qrcode.create(code, { errorCorrectionLevel: 'L' }).version).toBeLessThanOrEqual(25)
        const { statement, people } = await read(code)
        expect(statement).toMatchObject({ part: index + 1, parts: codes.length })
        starts.push(...people.map((person) => person.name.split(' ')[0] ?? ''))
      }
      expect(starts).toEqual(Array.from({ length: count }, (_item, index) => String(index)))
      // The title changes nothing about how many codes there are: the dialog says it before there is one.
      expect(codesOf({ ...crew, title: 'x' }, page)).toHaveLength(codes.length)
    },
  )

  const people: Parameters<typeof crewOf>[1] = [
    ['Ana', until('2026-11-27'), until(null, OTHER)],
    ['Ben', until('2026-11-26'), 'not_required'],
    ['Cy', 'missing', until('2027-01-01')],
    ['Di', until('2026-11-01'), until('2027-01-01', OTHER)],
    ['Ed', 'not_required', until(null, OTHER)],
    ['Fay', record('2026-11-27'), record(null)],
    ['Gil', grace('2026-11-27'), record(null)],
  ]
  const [code = ''] = codesOf(crewOf(['Ladder Safety', 'First Aid'], people))
  const statesOf = async (list?: GateList, now?: Date) => (await read(code, list, now)).people.map(({ state }) => state)

  test.each<[string, string[], GateList, Date]>([
    ['on the last valid day', ['valid', 'expired', 'missing', 'expired', 'valid', 'valid', 'grace'], LIST, NOW],
    // It is still the last day in the time zone of the portal.
    [
      'late in the evening',
      ['valid', 'expired', 'missing', 'expired', 'valid', 'valid', 'grace'],
      LIST,
      new Date('2026-11-28T04:30:00Z'),
    ],
    [
      'a day later',
      ['expired', 'expired', 'missing', 'expired', 'valid', 'expired', 'missing'],
      LIST,
      new Date('2026-11-28T05:30:00Z'),
    ],
    [
      'when a certificate was revoked after printing',
      ['revoked', 'expired', 'missing', 'revoked', 'revoked', 'valid', 'grace'],
      { ...LIST, revoked: packRevoked([{ number: OTHER, revoked_at: NOW }]) },
      NOW,
    ],
    [
      'with a clock behind the list',
      ['valid', 'expired', 'missing', 'expired', 'valid', 'valid', 'grace'],
      LIST,
      new Date('2020-01-01'),
    ],
  ])('people stand as with the worst of what is required, %s (EVD-023)', async (_, states, list, now) => {
    expect(await statesOf(list, now)).toEqual(states)
  })

  test('what a person holds is said for each requirement (EVD-023)', async () => {
    const { people: judged } = await read(code)
    expect(judged[1]).toEqual({
      name: 'Ben',
      state: 'expired',
      entries: [
        { state: 'expired', last_day: '2026-11-26' },
        { state: 'not_required', last_day: null },
      ],
    })
    expect(judged[6]?.entries).toEqual([
      { state: 'grace', last_day: '2026-11-27' },
      { state: 'valid', last_day: null },
    ])
  })

  test('a roster in which a byte was changed, or of another portal, is unknown as a whole (EVD-023)', async () => {
    const at = code.indexOf('#') + 1
    for (let index = at; index < code.length; index += 5) {
      const changed = `${code.slice(0, index)}${code[index] === 'A' ? 'B' : 'A'}${code.slice(index + 1)}`
      expect(await judge(changed, LIST, NOW)).toMatchObject({ kind: 'unknown' })
    }
    const other = { ...LIST, portal: { ...LIST.portal, id: 8 } }
    expect(await judge(code, other, NOW)).toMatchObject({ kind: 'unknown', reason: 'other_portal' })
  })
})
