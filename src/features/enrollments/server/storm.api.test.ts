import { sql } from 'kysely'
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import type { SignedIn } from '#kernel/context.ts'
import type { Tx } from '#platform/db/db.ts'
import { type TestPortal, testApp } from '../../../../tests/api.ts'
import { enrolling } from '../../../../tests/enrolling.ts'
import {
  buyCredits,
  giveCredits,
  grantPlanCredits,
  releaseCredit,
  removeUnusedCredits,
  reserveCredit,
  takeCredits,
} from '../../credits/server/api.ts'
import { takeAway } from './actions/take-away.ts'
import { endOrderGrants, enrollLearner, type Grant, recordProgress } from './api.ts'
import { lockEnrollments } from './store.ts'

const t = testApp()
const make = enrolling(t)

const SEED = 20_310_417
const STEPS = 5_200
const AT_ONCE = 24
/** Refusals that a caller may get. Anything else, especially a deadlock, fails the test. */
const EXPECTED = [
  'own_credits_not_enough',
  'portal_credits_not_enough',
  'max_value',
  'invalid',
  'not_found',
  'conflict',
]

/** Numbers from 0 up to 1, the same for the same seed (mulberry32). */
const randomFrom = (seed: number) => {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

type School = {
  ctx: SignedIn
  courses: number[]
  managers: number[]
  learners: number[]
  /** Everything created so far, for the steps that undo it. */
  enrollments: number[]
  orders: number[]
  reservations: { movement_id: number; course_id: number; user_id: number }[]
}

const addPeople = async (portal: TestPortal, prefix: string, count: number): Promise<number[]> => {
  const rows = await t.platform((tx) =>
    sql<{ id: number }>`
      with made as (
        insert into users (email) select ${`${prefix}-${portal.id}-`}::text || n || '@example.com'
        from generate_series(1, ${count}::int) n returning id
      )
      insert into portal_users (portal_id, user_id) select ${portal.id}, id from made returning user_id as id`.execute(
      tx,
    ),
  )
  return rows.rows.map(({ id }) => id)
}

const openSchool = async (): Promise<School> => {
  const portal = await t.make.portal()
  const courses = await Promise.all([1, 2, 3].map(() => make.course(portal)))
  return {
    ctx: (await make.contextOf(portal)) as SignedIn,
    courses: courses.map(({ id }) => id),
    managers: await addPeople(portal, 'manager', 3),
    learners: await addPeople(portal, 'learner', 40),
    enrollments: [],
    orders: [],
    reservations: [],
  }
}

test(`nothing is lost in ${STEPS} steps of buying, giving, taking, enrolling, unenrolling and refunding at once (seed ${SEED})`, {
  timeout: 300_000,
}, async () => {
  const random = randomFrom(SEED)
  const under = (limit: number) => Math.floor(random() * limit)
  const oneOf = <T>(list: readonly T[]): T => list[under(list.length)] as T
  const schools = await Promise.all([1, 2, 3].map(openSchool))
  let orders = 0

  const newOrder = (school: School): number => {
    orders += 1
    school.orders.push(orders)
    return orders
  }
  const ofManager = (school: School) => ({
    kind: 'manager' as const,
    course_id: oneOf(school.courses),
    user_id: oneOf(school.managers),
  })
  const ofPortal = (school: School) => ({ kind: 'portal' as const, course_id: oneOf(school.courses) })
  const payer = (school: School) => (random() < 0.5 ? ofManager(school) : ofPortal(school))

  type Step = (school: School) => (tx: Tx, ctx: SignedIn) => Promise<unknown>
  const enrollWith = (school: School, grant: Grant, course_id: number): ReturnType<Step> => {
    const user_id = oneOf(school.learners)
    return async (tx, ctx) => school.enrollments.push((await enrollLearner(tx, ctx, { user_id, course_id, grant })).id)
  }
  /** Each step makes all its choices before it runs, so that they depend on the seed alone as far as possible. */
  const steps: Record<string, { weight: number; step: Step }> = {
    plan: {
      weight: 1,
      step: () => {
        const grant = { amount: 1 + under(12), key: `${random()}` }
        return (tx, ctx) => grantPlanCredits(tx, ctx, grant)
      },
    },
    buy: {
      weight: 4,
      step: (school) => {
        const general = { kind: 'portal' as const, course_id: null }
        const holder = oneOf([general, ofPortal(school), ofManager(school)])
        const purchase = { holder, amount: 1 + under(8), order_id: newOrder(school) }
        return (tx, ctx) => buyCredits(tx, ctx, purchase)
      },
    },
    give: {
      weight: 10,
      step: (school) => {
        const by = payer(school)
        const user_id = by.kind === 'portal' && random() < 0.3 ? null : oneOf(school.managers)
        const handout = { by, user_id, amount: 1 + under(4) }
        return (tx, ctx) => giveCredits(tx, ctx, handout)
      },
    },
    take: {
      weight: 10,
      step: (school) => {
        const by = payer(school)
        const user_id = by.kind === 'portal' && random() < 0.3 ? null : oneOf(school.managers)
        const handout = { by, user_id, amount: 1 + under(3) }
        return (tx, ctx) => takeCredits(tx, ctx, handout)
      },
    },
    enroll: {
      weight: 30,
      step: (school) => {
        const holder = payer(school)
        return enrollWith(school, { kind: 'credit', holder }, holder.course_id)
      },
    },
    purchase: {
      weight: 8,
      step: (school) => enrollWith(school, { kind: 'order', order_id: newOrder(school) }, oneOf(school.courses)),
    },
    reserve: {
      weight: 5,
      step: (school) => {
        const holder = ofManager(school)
        return async (tx, ctx) => {
          const movement_id = await reserveCredit(tx, ctx, { holder })
          school.reservations.push({ movement_id, course_id: holder.course_id, user_id: holder.user_id })
        }
      },
    },
    accept: {
      weight: 4,
      step: (school) => {
        const reservation = oneOf(school.reservations)
        if (!reservation) return async () => {}
        const { movement_id, ...of } = reservation
        return enrollWith(school, { kind: 'reserved', movement_id, holder: { kind: 'manager', ...of } }, of.course_id)
      },
    },
    release: {
      weight: 3,
      step: (school) => {
        const reservation = oneOf(school.reservations)
        return async (tx, ctx) => reservation && releaseCredit(tx, ctx, reservation)
      },
    },
    unenroll: {
      weight: 24,
      step: (school) => {
        const ids = [oneOf(school.enrollments), oneOf(school.enrollments)].filter((id) => id !== undefined)
        return async (tx, ctx) => {
          const enrollments = ids.length === 0 ? [] : await lockEnrollments(tx, ctx, ids)
          await takeAway(
            tx,
            ctx,
            enrollments.filter((one) => !one.ended_at),
            'unenrolled',
          )
        }
      },
    },
    begin: {
      weight: 6,
      step: (school) => {
        const id = oneOf(school.enrollments)
        return async (tx, ctx) => id && recordProgress(tx, ctx, id, { status: 1, items_done: 1 })
      },
    },
    refund: {
      weight: 5,
      step: (school) => {
        const order_id = oneOf(school.orders)
        const at_most = random() < 0.3 ? 1 + under(3) : Number.POSITIVE_INFINITY
        return async (tx, ctx) => {
          if (order_id === undefined) return
          await endOrderGrants(tx, ctx, { order_id })
          await removeUnusedCredits(tx, ctx, { order_id, at_most })
        }
      },
    },
  }
  const names = Object.entries(steps).flatMap(([name, { weight }]) => Array<string>(weight).fill(name))

  const stepCounts: Record<string, number> = {}
  const refusals: Record<string, number> = {}
  const runOne = async (): Promise<void> => {
    const name = oneOf(names)
    const school = oneOf(schools)
    const step = steps[name]?.step(school)
    try {
      await t.app.db.withPortal(school.ctx.portal.id, async (tx) => step?.(tx, school.ctx))
      stepCounts[name] = (stepCounts[name] ?? 0) + 1
    } catch (error) {
      const code = String((error as { code?: string }).code)
      refusals[code] = (refusals[code] ?? 0) + 1
      if (!EXPECTED.includes(code)) throw error
    }
  }
  for (let count = 0; count < STEPS; count += AT_ONCE) await Promise.all(Array.from({ length: AT_ONCE }, runOne))

  expect(Object.keys(stepCounts).sort()).toEqual(Object.keys(steps).sort())
  expect(stepCounts['enroll']).toBeGreaterThan(500)
  expect(stepCounts['take']).toBeGreaterThan(50)
  expect(refusals['own_credits_not_enough']).toBeGreaterThan(50)
  expect(refusals['max_value']).toBeGreaterThan(50)
  expect(await make.check()).toEqual([])

  await tamperAndFind(schools[0]?.ctx.portal.id ?? 0)
})

/** The check must find the faults it exists for: an enrollment without a used credit, and the reverse. */
const tamperAndFind = async (portalId: number): Promise<void> => {
  const { template: _, password, ...server } = inject('pg')
  const { database } = t.app.db.pool.options
  const owner = new pg.Client({ ...server, ...(password === null ? {} : { password }), database })
  await owner.connect()
  try {
    const { rows } = await owner.query<{ id: number; enrollment_id: number; credit_movement_id: number }>(
      `select id, enrollment_id, credit_movement_id from enrollment_grants
       where portal_id = $1 and kind = 'credit' and revoked_at is null limit 1`,
      [portalId],
    )
    const grant = rows[0]
    await owner.query('update enrollment_grants set credit_movement_id = null where id = $1', [grant?.id])
    expect(await make.check()).toEqual([
      {
        portal_id: portalId,
        problem: 'an enrollment and its credit do not match',
        record: `enrollment ${grant?.enrollment_id}`,
        expected: 1,
        found: 0,
      },
    ])
    await owner.query('update enrollment_grants set credit_movement_id = $2 where id = $1', [
      grant?.id,
      grant?.credit_movement_id,
    ])
    expect(await make.check()).toEqual([])
  } finally {
    await owner.end()
  }
}
