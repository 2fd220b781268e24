import { expect, test, vi } from 'vitest'
import { createCertificates, revokeCertificate } from '#features/certificates/contract.ts'
import { testApp } from '../../../../tests/api.ts'
import { certificateMakers } from '../../../../tests/certificates.ts'
import { LATE, LATE_TEST_MS, syncing } from '../../../../tests/sync/syncing.ts'

const t = testApp()
const make = certificateMakers(t)
const sync = syncing(t)
vi.setConfig({ testTimeout: LATE_TEST_MS })

type Certificate = { id: number; status: string; file_url: string; person: { external_id: string | null } }
type Row = { enrollment_id: number; certificate: { number: string; status: string } | null }

test('certificates are read by person and course with their files, and a new or revoked one shows in progress (INT-037, INT-038)', async () => {
  const school = await make.school()
  const { portal, admin } = school
  const token = await sync.token(admin)
  const call = sync.by(token.token, portal)
  const one = await make.graduate(school)
  const two = await make.graduate(school)
  await t.platform((tx) =>
    tx.updateTable('portal_users').set({ external_id: 'E-1' }).where('user_id', '=', one.learner.id).execute(),
  )
  const progress = async (cursor = '') => {
    const { body } = await call('GET', `/sync/progress?per_page=500${cursor && `&cursor=${cursor}`}`)
    return { rows: body.data as Row[], ...(body.meta as { next_cursor: string; has_more: boolean }) }
  }
  await sync.untilReady(call)
  let feed = await progress()
  expect(feed.rows.map(({ certificate }) => certificate)).toEqual([null, null])
  while (feed.has_more) feed = await progress(feed.next_cursor)

  const issue = async (related: number) =>
    (await t.as(admin).call(createCertificates, { body: { users_courses: [related] } })).data[0]
  const first = await issue(one.related_id)
  await issue(two.related_id)
  // A change is read when everything that began before it has ended, in other tests as well.
  const changes = async (count: number) => {
    const rows: Row[] = []
    await expect
      .poll(async () => {
        feed = await progress(feed.next_cursor)
        rows.push(...feed.rows)
        return rows.length
      }, LATE)
      .toBe(count)
    return rows
  }
  expect((await changes(2)).map(({ certificate }) => certificate?.status)).toEqual(['valid', 'valid'])

  const list = async (query = '') => (await call('GET', `/sync/certificates${query}`)).body.data as Certificate[]
  expect(await list()).toHaveLength(2)
  const [own] = await list('?person=external%3AE-1')
  expect(own).toMatchObject({ id: first?.id, status: 'valid', person: { id: one.learner.id, external_id: 'E-1' } })
  expect(await list(`?course=${two.course_id}`)).toMatchObject([{ person: { id: two.learner.id } }])
  const unknown = await call('GET', '/sync/certificates?person=external%3AE-404')
  expect([unknown.status, unknown.body.code]).toEqual([422, 'external_id_unknown'])

  const file = await t.app.http.inject({
    url: new URL(own?.file_url ?? '').pathname,
    headers: { host: portal.host, authorization: `Bearer ${token.token}` },
  })
  expect([file.statusCode, file.headers['content-type']]).toEqual([200, 'application/pdf'])
  expect(file.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
  const blind = sync.by((await sync.token(admin, ['people:read'])).token, portal)
  expect((await blind('GET', `/certificates/${first?.id}/download`)).body.code).toBe('scope_missing')

  await t.as(admin).call(revokeCertificate, { params: { id: first?.id ?? 0 }, body: { reason: 'Wrong name' } })
  expect(await changes(1)).toMatchObject([{ enrollment_id: one.related_id, certificate: { status: 'revoked' } }])
})
