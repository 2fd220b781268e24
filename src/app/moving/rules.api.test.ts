import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../tests/database.ts'
import { planMove } from './catalog.ts'
import { TABLES } from './tables.ts'

let database: TestDatabase
let owner: pg.Client
beforeAll(async () => {
  database = await createTestDatabase()
  owner = new pg.Client(database.owner)
  await owner.connect()
})
afterAll(async () => {
  await owner?.end()
  await database?.drop()
})

/** What the rules leave open once the database has been changed; the change is taken back. */
const faultsAfter = async (change: string): Promise<string[]> => {
  await owner.query('begin')
  try {
    await owner.query(change)
    return (await planMove(owner)).faults
  } finally {
    await owner.query('rollback')
  }
}

test('every table goes along or says why not, and every column that may hold ids says what is in it (OPS-070)', async () => {
  const { plan, faults } = await planMove(owner)
  expect(faults).toEqual([])
  expect(plan.tables.length).toBeGreaterThan(100)
  for (const { name, reason } of plan.left) expect(reason.length, name).toBeGreaterThan(20)
})

test.each([
  ['a new table', 'create table drills (id bigint)', 'drills: has no rule'],
  ['a table that is gone', 'drop table searches', 'searches: has a rule and does not exist'],
  ['a column that is gone', 'alter table searches rename results to hits; alter table seals drop column image', null],
  [
    'a new number that may be an id',
    'alter table courses add twin_id bigint',
    'courses.twin_id: no rule says what is in it (bigint)',
  ],
  [
    'new ids in a list',
    'alter table courses add twin_ids bigint[]',
    'courses.twin_ids: no rule says what is in it (bigint[])',
  ],
  ['new JSON', 'alter table courses add notes jsonb', 'courses.notes: no rule says what is in it (jsonb)'],
  ['a new secret', 'alter table courses add seal bytea', 'courses.seal: no rule says what is in it (bytea)'],
  ['a new key', 'alter table courses add message_key text', 'courses.message_key: no rule says what is in it (text)'],
  [
    'a column with a rule that is gone',
    'alter table courses drop column outline_version cascade',
    'courses.outline_version: has a rule and does not exist',
  ],
  [
    'a reference to what stays behind',
    'alter table courses add session bigint references exports',
    'courses.session: names rows of exports, which stays behind',
  ],
  ['a new name, which holds no id', 'alter table courses add nickname text', null],
])('%s is a fault, or none where nothing can be lost (OPS-070)', async (_, change, fault) => {
  expect(await faultsAfter(change)).toEqual(fault === null ? [] : expect.arrayContaining([fault]))
})

test('what stays behind is known: a table more is a decision about what customers lose when they move (OPS-070)', () => {
  const staying = Object.entries(TABLES).flatMap(([name, rule]) => ('stays' in rule ? [name] : []))
  expect(staying.toSorted()).toEqual([
    'alarms',
    'api_calls',
    'api_tokens',
    'authenticator_apps',
    'backups',
    'bus_payloads',
    'call_counts',
    'callback_attempts',
    'callback_deliveries',
    'callback_events',
    'callback_subjects',
    'course_releases',
    'course_search',
    'course_shares',
    'disk_alarms',
    'dkim_keys',
    'enrollment_changes',
    'exam_proctor_requests',
    'exports',
    'idempotency_keys',
    'integrations',
    'link_tokens',
    'mails_on_request',
    'mobile_number_codes',
    'passkey_challenges',
    'passkeys',
    'payment_accounts',
    'pending_sign_ins',
    'permission_defaults',
    'portal_tokens',
    'processes',
    'publishing_jobs',
    'received_courses',
    'received_items',
    'record_versions',
    'recovery_codes',
    'rule_standing_changes',
    'schema_migrations',
    'search_words',
    'seat_clocks',
    'shipping_choices',
    'sign_on_attempts',
    'sign_on_keys',
    'sign_on_sessions',
    'sign_on_ways_back',
    'subscription_plans',
    'text_days',
    'text_links',
    'text_requests',
    'texts_to_numbers',
    'trusted_devices',
    'users',
    'wrong_passwords',
  ])
})
