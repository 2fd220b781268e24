// A call of a provider whose connection to the database dies.
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { testApp } from '../../../../tests/api.ts'
import { patch, provisioning } from '../../../../tests/scim/provider.ts'
import { listProvisioningEvents } from '../contract.ts'

const t = testApp()
const scim = provisioning(t)
const deactivate = patch({ op: 'replace', path: 'active', value: false })

const isBlocked = (portalId: number, id: string) =>
  t.platform(
    async (tx) =>
      (
        await tx
          .selectFrom('portal_users')
          .select('is_blocked')
          .where('portal_id', '=', portalId)
          .where('user_id', '=', Number(id))
          .executeTakeFirstOrThrow()
      ).is_blocked,
  )

/** The superuser, who alone sees and ends the connections of the program. */
const asOwner = async (query: string): Promise<number> => {
  const { template: _, password, ...server } = inject('pg')
  const client = new pg.Client({
    ...server,
    ...(password !== null && { password }),
    database: t.app.db.pool.options.database,
  })
  await client.connect()
  try {
    return (await client.query(query)).rowCount ?? 0
  } finally {
    await client.end()
  }
}

test('a call whose connection dies at its end is done once, or not at all (PRV-008)', async () => {
  const { portal, admin, call, create } = await scim.connected()
  const { id } = await create()
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  let isHeld = () => {}
  const ready = new Promise<void>((resolve) => {
    isHeld = resolve
  })
  // Holds the token, which a call asks for last of all: everything else is done by then.
  const holding = t.app.db.withPlatform(async (tx) => {
    await tx.selectFrom('portal_tokens').select('id').where('portal_id', '=', portal.id).forUpdate().execute()
    isHeld()
    await held
  })
  await ready
  const running = call('PATCH', `/Users/${id}`, deactivate)
  const kill = `select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`
  try {
    await expect.poll(() => asOwner(kill), { timeout: 10_000 }).toBe(1)
  } finally {
    release()
    await holding
  }
  const { status } = await running
  const eventKinds = async () =>
    (await t.as(admin).call(listProvisioningEvents, { query: { kind: 'people' } })).data.map(({ kind }) => kind)
  const isDone = status === 200
  expect([isDone || status >= 500, await isBlocked(portal.id, id)]).toEqual([true, isDone])
  expect(await eventKinds()).toEqual([...(isDone ? ['person_deactivated'] : []), 'person_created'])
  expect((await call('PATCH', `/Users/${id}`, deactivate)).body).toMatchObject({ active: false })
  expect(await eventKinds()).toEqual(['person_deactivated', 'person_created'])
})
