import { describe, expect, test } from 'vitest'
import { updateSettings } from '#features/portals/contract.ts'
import { createUser } from '#features/users/contract.ts'
import { testApp } from '../../../../tests/api.ts'
import { syncing } from '../../../../tests/sync/syncing.ts'

const t = testApp()
const sync = syncing(t)

type PersonResult = {
  result: string
  person: { id: number; email: string | null; badge_number: string | null } | null
  error: { code: string; errors?: Record<string, string[]> } | null
}
const rowsOf = (body: { data?: unknown }) => body.data as PersonResult[]
const names = { first_name: 'Ray', last_name: 'Quinn' }

describe('people without an e-mail below /sync (BDG-039)', () => {
  test('are made with a badge, once, changed, and named by it (BDG-039, INT-031, INT-033)', async () => {
    const { call } = await sync.connected()
    const put = (body: object, ref = 'external:E-1') => call('PUT', `/sync/people/${ref}`, { body })
    const first = await put({ ...names, badge_number: 'w-17' })
    expect([first.status, first.body.data], JSON.stringify(first.body)).toMatchObject([
      200,
      { result: 'created', person: { external_id: 'E-1', email: null, badge_number: 'W-17', is_active: true } },
    ])
    expect((await put({ ...names, badge_number: 'W-17' })).body.data).toMatchObject({ result: 'unchanged' })
    const { id } = (first.body.data as { person: { id: number } }).person
    expect((await call('GET', '/sync/people/badge:w-17')).body.data).toMatchObject({ id, external_id: 'E-1' })
    expect((await put({ badge_number: 'W-18' }, 'badge:W-17')).body.data).toMatchObject({
      result: 'updated',
      person: { id, badge_number: 'W-18' },
    })
    // A number names one person for good.
    expect((await call('GET', '/sync/people/badge:W-17')).body.data).toMatchObject({ id })
    expect((await put({ badge_number: null })).body.data).toMatchObject({
      result: 'updated',
      person: { id, badge_number: null },
    })
    expect((await call('GET', '/sync/people/badge:W-99')).status).toBe(404)
    for (const [body, field] of [
      [{ badge_number: 'N-1', first_name: 'Ray' }, 'last_name'],
      [names, 'email'],
      [{ ...names, badge_number: 'new' }, 'badge_number'],
    ] as const) {
      const refused = await put(body, 'external:E-2')
      expect([refused.status, Object.keys(refused.body.errors ?? {})]).toEqual([422, [field]])
    }
  })

  test('get the external id of their badge; a number of somebody else is refused, row by row (BDG-039, ERR-182, INT-034)', async () => {
    const { call, admin } = await sync.connected()
    const make = async (badge_number: string) =>
      (await t.as(admin).call(createUser, { body: { ...names, badge_number } as never })).data.id
    const [one, other] = [await make('A-1'), await make('A-2')]
    const send = async (rows: object[]) => rowsOf((await call('POST', '/sync/people', { body: { rows } })).body)
    const linked = await send([
      { external_id: 'E-1', badge_number: 'A-1' },
      { external_id: 'E-2', badge_number: 'A-2', last_name: 'Quinn-Lee' },
      { external_id: 'E-3', badge_number: 'A-1', ...names },
      { external_id: 'E-4', badge_number: 'A-4', email: 'four@sync.example.com' },
    ])
    expect(linked.map(({ result, person, error }) => [result, person?.id ?? error?.errors])).toEqual([
      ['updated', one],
      ['updated', other],
      ['refused', { badge_number: ['This badge belongs to a person with another external ID.'] }],
      ['created', expect.any(Number)],
    ])
    const taken = await send([{ external_id: 'E-1', badge_number: 'A-2' }])
    expect(taken).toMatchObject([{ result: 'refused', error: { code: 'badge_number_taken' } }])

    // The same new people in two calls at once are made once.
    const rows = [1, 2, 3].map((n) => ({ external_id: `N-${n}`, badge_number: `NEW-${n}`, ...names }))
    const both = (await Promise.all([send(rows), send(rows)])).flat()
    expect(both.map(({ result }) => result).toSorted()).toEqual([
      ...Array(3).fill('created'),
      ...Array(3).fill('unchanged'),
    ])
    expect(new Set(both.map(({ person }) => person?.id)).size).toBe(3)
  })

  test('are enrolled and found by badge, and get no badge while the portal takes none (BDG-037, BDG-039, ERR-214)', async () => {
    const { call, admin, portal } = await sync.connected()
    const { id } = (await t.as(admin).call(createUser, { body: { ...names, badge_number: 'B-1' } as never })).data
    const rows = [
      { person: 'badge:B-1', course: 'no-such-course' },
      { person: 'badge:B-9', course: 'no-such-course' },
    ]
    const enrolled = await call('POST', '/sync/enrollments', { body: { rows } })
    expect(rowsOf(enrolled.body).map(({ error }) => error?.code)).toEqual(['course_unknown', 'external_id_unknown'])
    const certificates = await call('GET', '/sync/certificates?person=badge:B-1')
    expect([certificates.status, certificates.body.data]).toEqual([200, []])
    await t.as(admin).call(updateSettings, { body: { has_badges: false } })
    const off = await call('PUT', '/sync/people/external:O-1', { body: { ...names, badge_number: 'O-1' } })
    expect([off.status, off.body.code]).toEqual([422, 'badges_off'])
    expect((await call('GET', '/sync/people/badge:B-1')).body.data).toMatchObject({ id })
    expect(portal.id).toBeGreaterThan(0)
  })
})
