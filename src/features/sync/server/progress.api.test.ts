import { expect, test, vi } from 'vitest'
import { testApp } from '../../../../tests/api.ts'
import { LATE, LATE_TEST_MS, syncing } from '../../../../tests/sync/syncing.ts'

const t = testApp()
const sync = syncing(t)
vi.setConfig({ testTimeout: LATE_TEST_MS })

type Row = { enrollment_id: number; status: number; ended_at: string | null; person: { external_id: string | null } }
type Call = Awaited<ReturnType<typeof sync.connected>>['call']

/** A mirror as a customer's system keeps it: the newest row of every enrollment, and the cursor to go on from. */
const mirrorOf = (call: Call) => {
  const rows = new Map<number, Row>()
  let cursor = ''
  const read = async (perPage = 2) => {
    for (;;) {
      const { status, body } = await call('GET', `/sync/progress?per_page=${perPage}${cursor && `&cursor=${cursor}`}`)
      expect(status, JSON.stringify(body)).toBe(200)
      for (const row of body.data as Row[]) rows.set(row.enrollment_id, row)
      const { next_cursor, has_more } = body.meta as { next_cursor: string; has_more: boolean }
      cursor = next_cursor
      if (!has_more) return rows
    }
  }
  return { rows, read }
}

test('a mirror that goes on from its cursor has everyone, then what changed, also in a transaction that ends late (INT-037)', async () => {
  const { portal, course, call } = await sync.connected(20)
  await sync.untilReady(call)
  const ids = Array.from({ length: 7 }, (_, at) => `E-${at}`)
  for (const id of ids) await sync.learner(portal, { external_id: id })
  const enroll = (some: string[]) =>
    call('POST', '/sync/enrollments', {
      body: { rows: some.map((id) => ({ person: `external:${id}`, course: course.slug })) },
    })
  await enroll(ids.slice(0, 5))
  const mirror = mirrorOf(call)
  await mirror.read()
  expect([...mirror.rows.values()].map(({ person }) => person.external_id)).toEqual(ids.slice(0, 5))
  const [first, second, third] = [...mirror.rows.keys()]

  let end = () => {}
  const isOver = new Promise<void>((resolve) => {
    end = resolve
  })
  let isWritten = () => {}
  const written = new Promise<void>((resolve) => {
    isWritten = resolve
  })
  // Begins before the next change and ends after it was read.
  const late = sync.run(portal, async (tx) => {
    await tx
      .updateTable('enrollments')
      .set({ items_done: 3 })
      .where('id', '=', first as number)
      .execute()
    isWritten()
    await isOver
  })
  await written
  try {
    await sync.begin(portal, second as number)
    await mirror.read()
  } finally {
    end()
    await late
  }
  await mirror.read()
  const stored = async () =>
    (await t.platform((tx) =>
      tx.selectFrom('enrollments').select(['id', 'status']).where('portal_id', '=', portal.id).orderBy('id').execute(),
    )) as { id: number; status: number }[]
  // A change is read when everything that began before it has ended, in other tests as well.
  const mirrored = async () => {
    await mirror.read(500)
    return [...mirror.rows.values()].map((row) => ({ id: row.enrollment_id, status: row.status }))
  }
  await expect.poll(mirrored, LATE).toEqual(await stored())
  const changed = await call('GET', '/sync/progress?per_page=500')
  expect(changed.body.data as { progress: number }[]).toHaveLength(5)

  await enroll(ids.slice(5))
  await call('POST', '/sync/enrollments/withdraw', {
    body: { rows: [{ person: 'external:E-2', course: course.id }] },
  })
  await expect.poll(mirrored, LATE).toEqual(await stored())
  await expect
    .poll(async () => {
      await mirror.read()
      return mirror.rows.get(third as number)?.ended_at
    }, LATE)
    .not.toBeNull()
  const seen = mirror.rows.size
  await mirror.read()
  expect(mirror.rows.size).toBe(seen)
})

test('an unknown cursor starts over, and nobody of another portal is read (API-015, API-021)', async () => {
  const one = await sync.connected(5)
  const two = await sync.connected(5)
  await sync.untilReady(one.call)
  await sync.untilReady(two.call)
  await sync.learner(one.portal, { external_id: 'E-1' })
  await one.call('POST', '/sync/enrollments', { body: { rows: [{ person: 'external:E-1', course: one.course.id }] } })
  expect((await one.call('GET', '/sync/progress?cursor=nonsense')).body.data).toHaveLength(1)
  expect((await two.call('GET', '/sync/progress')).body.data).toEqual([])
  const foreign = await two.call('POST', '/sync/enrollments', {
    body: { rows: [{ person: 'external:E-1', course: two.course.id }] },
  })
  expect(foreign.body.meta).toEqual({ succeeded: 0, refused: 1 })
  // The token of one portal is nothing at the host of another.
  const stranger = sync.by(one.token.token, two.portal)
  expect((await stranger('GET', '/sync')).status).toBe(401)
})
