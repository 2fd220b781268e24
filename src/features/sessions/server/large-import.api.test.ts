import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testApp } from '../../../../tests/api.ts'
import { analyze } from '../../../../tests/database.ts'

const t = testApp()

/** A portal with an admin and this many other people that the database's statistics do not include. */
const importPeople = async (count: number) => {
  const admin = await t.make.person('portal_admin')
  const id = admin.portal.id
  await t.platform((tx) =>
    sql`with made as (
        insert into users (email)
        select 'import' || n || '-' || ${id}::text || '@example.com' from generate_series(1, ${count}::int) n
        returning id)
      insert into portal_users (portal_id, user_id, first_name)
        select ${id}::bigint, id, 'Imported' from made`.execute(tx),
  )
  return admin
}

// With statistics of one of the two tables only, reading a session once took six minutes.
test('a call is answered while the statistics of the database are older than a large import (AUT-025)', async () => {
  await importPeople(10_000)
  await analyze(t.app.db, 'portal_users')
  const admin = await importPeople(10_000)
  const answer = await t.request(admin, { method: 'GET', url: '/api/v1/me' })
  expect(answer.statusCode).toBe(200)
})
