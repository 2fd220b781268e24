import { type Kysely, sql } from 'kysely'
import { expect, test } from 'vitest'
import type { DB } from '#platform/db/db-types.ts'
import { testApp } from '../../../../tests/api.ts'
import { assignedLearner, type Looker } from './assigned.ts'

const t = testApp()

const ME = 1
const SOMEBODY = 2
const COURSE = 7
const TAUGHT = [COURSE, 8]

const CASES: [
  string,
  acting: string,
  taught: number[] | null,
  manager: number | null,
  curator: number | null,
  boolean,
][] = [
  ['the manager who brought them', 'manager', null, ME, null, true],
  ['the manager who brought them, with another curator', 'manager', null, ME, SOMEBODY, true],
  ['the curator of what another manager brought', 'manager', null, SOMEBODY, ME, true],
  ['a manager of somebody else’s learner', 'manager', null, SOMEBODY, SOMEBODY, false],
  ['a manager of a learner without manager and curator', 'manager', null, null, null, false],
  ['a manager who teaches the course, but does not act as instructor', 'manager', TAUGHT, null, null, false],
  ['an outside manager who brought them', 'outside manager', null, ME, SOMEBODY, true],
  ['an outside manager as curator', 'outside manager', null, SOMEBODY, ME, false],
  ['an outside manager of the course', 'outside manager', TAUGHT, null, null, false],
  ['an instructor of the course, without curator', 'instructor', TAUGHT, SOMEBODY, null, true],
  ['an instructor of the course, with another curator', 'instructor', TAUGHT, null, SOMEBODY, false],
  ['the instructor who is the curator', 'instructor', TAUGHT, null, ME, true],
  ['a curator who does not teach the course', 'instructor', [8], null, ME, true],
  ['an instructor of another course', 'instructor', [8], null, null, false],
  ['an instructor of no course', 'instructor', [], null, null, false],
  ['an instructor who brought them as manager', 'instructor', [], ME, SOMEBODY, true],
]

test.each(CASES)('%s as %s (ROL-027, ROL-069, ROL-083)', async (_, acting, taught, manager, curator, expected) => {
  const { rows } = await t.platform((tx) =>
    sql<{
      is_own: boolean
    }>`select coalesce(is_learner_of(${ME}, ${acting}, ${taught}::bigint[], ${manager}, ${curator},
      ${COURSE}), false) as is_own`.execute(tx),
  )
  expect(rows[0]?.is_own).toBe(expected)
})

const LOOKERS: Looker[] = [
  { portal_id: 1, user_id: ME, role: 'manager', is_outside: false },
  { portal_id: 1, user_id: ME, role: 'manager', is_outside: true },
  { portal_id: 1, user_id: ME, role: 'instructor', is_outside: false },
]

test.each(LOOKERS)(
  'PostgreSQL puts the rule in place of the call, for $role, outside: $is_outside (ROL-083)',
  async (looker) => {
    const plan = await t.platform(async (tx) => {
      const query = (tx as unknown as Kysely<DB>)
        .selectFrom('enrollments as e')
        .select('e.id')
        .where(assignedLearner(looker))
      return JSON.stringify(await query.explain('json', sql`verbose`))
    })
    expect(plan).not.toMatch(/is_learner_of|taught_courses|outside/)
    expect(plan).toContain('manager_id')
  },
)
