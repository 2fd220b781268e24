import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Tx } from '#platform/db/db.ts'
import { testApp } from '../../../../tests/api.ts'
import { certificateMakers } from '../../../../tests/certificates.ts'
import { lockWaits } from '../../../../tests/processes/lock-waits.ts'

const t = testApp()
const make = certificateMakers(t)

test('two facts of one enrollment at the same moment are both in its record (CMP-003)', async () => {
  const school = await make.school()
  const course = await make.course(school)
  const ada = await t.make.person('learner', { portal: school.portal })
  const { id: enrollment } = await t.platform((tx) =>
    tx
      .insertInto('enrollments')
      .values({
        portal_id: school.portal.id,
        user_id: ada.id,
        course_id: course,
        role: 'learner',
        status: 1,
        access: 'active',
        expires_at: new Date('2100-01-01T00:00:00Z'),
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  const tell = (tx: Tx, kind: string, day: string) =>
    sql`insert into compliance_facts (portal_id, user_id, kind, day, course_id, enrollment_id)
      values (${school.portal.id}, ${ada.id}, ${kind}, ${day}::date, ${course}, ${enrollment})`.execute(tx)
  const { promise: bothAreUnderWay, resolve: goOn } = Promise.withResolvers<void>()
  const first = t.platform(async (tx) => {
    await tell(tx, 'completed', '2026-03-01')
    await bothAreUnderWay
  })
  const second = t.platform((tx) => tell(tx, 'certificate_issued', '2026-03-02'))
  await expect.poll(() => lockWaits(t)).toBeGreaterThan(0)
  goOn()
  await Promise.all([first, second])
  const { rows } = await t.platform((tx) =>
    sql`select completed_day::text, held_day::text from compliance_records
      where enrollment_id = ${enrollment}`.execute(tx),
  )
  expect(rows).toEqual([{ completed_day: '2026-03-01', held_day: '2026-03-02' }])
})
