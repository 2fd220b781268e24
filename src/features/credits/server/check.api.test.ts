import pg from 'pg'
import { describe, expect, inject, test } from 'vitest'
import { executeSql } from '#platform/db/db.ts'
import { testApp } from '../../../../tests/api.ts'
import { enrolling } from '../../../../tests/enrolling.ts'
import { giveCredits } from './api.ts'

const t = testApp()
const make = enrolling(t)

describe('the walls around the ledger', () => {
  const asOwner = async <T>(work: (client: pg.Client) => Promise<T>): Promise<T> => {
    const { template: _, password, ...server } = inject('pg')
    const { database } = t.app.db.pool.options
    const client = new pg.Client({ ...server, ...(password === null ? {} : { password }), database })
    await client.connect()
    try {
      return await work(client)
    } finally {
      await client.end()
    }
  }

  test('the program cannot change or remove a movement, and no balance falls below zero', async () => {
    const portal = await t.make.portal()
    await make.plan(portal, 5)
    const attempt = (sql: string) => t.app.db.withPortal(portal.id, (tx) => executeSql(tx, sql))
    const asPlatform = (sql: string) => t.platform((tx) => executeSql(tx, sql))
    for (const run of [attempt, asPlatform]) {
      await expect(run('update credit_movements set amount = 50')).rejects.toMatchObject({ code: '42501' })
      await expect(run('delete from credit_movements')).rejects.toMatchObject({ code: '42501' })
      await expect(run('truncate credit_movements cascade')).rejects.toMatchObject({ code: '42501' })
      await expect(run("update credit_accounts set balance = -1 where kind = 'portal'")).rejects.toMatchObject({
        code: '23514',
        constraint: 'credit_accounts_not_below_zero',
      })
      await expect(run('update credit_accounts set used = distributed + 1')).rejects.toMatchObject({ code: '23514' })
    }
  })

  test('the check names a balance, a counter and a movement that were tampered with (CRD-007)', async () => {
    const portal = await t.make.portal()
    const manager = await t.make.person('manager', { portal })
    const { id: course_id } = await make.course(portal)
    await make.plan(portal, 5)
    const hand = { by: { kind: 'portal', course_id } as const, user_id: manager.id, amount: 2 }
    await make.run(portal, (tx, ctx) => giveCredits(tx, ctx, hand))
    expect(await make.check()).toEqual([])

    const tamper = (sql: string) => asOwner((client) => client.query(sql, [portal.id]))
    await tamper("update credit_accounts set balance = balance + 7 where portal_id = $1 and kind = 'manager'")
    expect(await make.check()).toEqual([
      expect.objectContaining({
        portal_id: portal.id,
        problem: 'an account differs from the sum of its movements',
        expected: 2,
        found: 9,
      }),
      {
        portal_id: portal.id,
        problem: 'the balances of a portal do not sum to zero',
        record: `portal ${portal.id}`,
        expected: 0,
        found: 7,
      },
    ])
    await tamper("update credit_accounts set balance = balance - 7 where portal_id = $1 and kind = 'manager'")

    await tamper(
      "update credit_accounts set distributed = 3 where portal_id = $1 and kind = 'portal' and course_id is not null",
    )
    expect(await make.check()).toEqual([expect.objectContaining({ expected: 2, found: 3 })])
    await tamper(
      "update credit_accounts set distributed = 2 where portal_id = $1 and kind = 'portal' and course_id is not null",
    )

    await tamper("update credit_movements set credit_balance = 40 where portal_id = $1 and purpose = 'give'")
    expect(await make.check()).toEqual([
      expect.objectContaining({
        problem: 'a movement notes another balance than its account had',
        expected: 2,
        found: 40,
      }),
    ])
    await tamper("update credit_movements set credit_balance = 2 where portal_id = $1 and purpose = 'give'")

    await tamper('update credit_handouts set amount = amount + 1 where portal_id = $1 and amount = 2')
    expect((await make.check()).map((one) => one.problem)).toContain('a handout differs from what was given and taken')
    await tamper('update credit_handouts set amount = 2 where portal_id = $1')
    expect(await make.check()).toEqual([])
  })
})
