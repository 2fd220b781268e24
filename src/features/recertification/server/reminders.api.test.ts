import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createRequirement, savePlaces } from '#features/compliance/contract.ts'
import { listNotifications } from '#features/notifications/contract.ts'
import { addDays, addMonthsToDay, dayOf, formatDay, momentIn } from '#kernel/format/day.ts'
import { type TestPerson, type TestPortal, testApp } from '../../../../tests/api.ts'
import { certificateMakers, type School } from '../../../../tests/certificates.ts'
import { remindersBehind } from './behind.ts'
import { runDay } from './jobs.ts'

const ZONE = 'America/New_York'
const TODAY = dayOf(new Date(), ZONE)

const t = testApp()
const make = certificateMakers(t)

/** What the job does at this hour of a day of the portal. */
const runOn = (day: string, hour = '10:00', services = t.app.services) =>
  runDay(t.app.db, services, momentIn(`${day}T${hour}`, ZONE))

const complete = (school: School, course_id: number, person: TestPerson, day: string) =>
  t.platform(async (tx) => {
    const { id } = await tx
      .insertInto('enrollments')
      .values({
        ...{ portal_id: school.portal.id, user_id: person.id, course_id, role: 'learner', status: 1, access: 'active' },
        ...{ created_at: momentIn(`${day}T09:00`, ZONE), expires_at: new Date('2100-01-01T00:00:00Z') },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx
      .updateTable('enrollments')
      .set({ completed_at: momentIn(`${day}T12:00`, ZONE), access: 'expired' })
      .where('id', '=', id)
      .execute()
  })

/** A portal that requires a course every 12 months of everyone, and a manager with two people who completed it on a day. */
const world = async () => {
  const school = await make.school({ time_zone: ZONE })
  const joined_at = momentIn(`${addDays(TODAY, -500)}T09:00`, ZONE)
  const course = await make.course(school, { title: 'Ladders' })
  const manager = await t.make.person('manager', { portal: school.portal })
  const people = [
    await t.make.person('learner', { portal: school.portal, first_name: 'Ada', last_name: 'Ames', joined_at }),
    await t.make.person('learner', { portal: school.portal, first_name: 'Ben', last_name: 'Boyd', joined_at }),
  ] as const
  await t.as(school.admin).call(savePlaces, {
    body: { user_ids: people.map(({ id }) => id), from_day: addDays(TODAY, -400), team_id: manager.id },
  })
  await t.as(school.admin).call(createRequirement, {
    body: {
      ...{ kind: 'course', course_id: course, from_day: addDays(TODAY, -400), title: 'Ladder Safety' },
      ...{ roles: ['learner'], valid_months: 12, grace_days: 5 },
    } as never,
  })
  const completed = addDays(TODAY, -30)
  for (const person of people) await complete(school, course, person, completed)
  return { school, course, manager, people, end: addMonthsToDay(completed, 12) }
}

const bellOf = async (who: TestPerson) =>
  (await t.as(who).call(listNotifications)).data
    .filter(({ kind }) => kind.startsWith('recertification'))
    .map(({ title, text }) => `${title}: ${text}`)
    .toReversed()
const mailsOf = (portal: TestPortal) =>
  t.platform(async (tx) =>
    (
      await tx
        .selectFrom('mails')
        .select(['to_email', 'subject', 'text'])
        .where('portal_id', '=', portal.id)
        .where('template', 'like', 'recertification%')
        .orderBy('id')
        .execute()
    ).map((mail) => ({ ...mail, text: mail.text.replace(/\s+/g, ' ') })),
  )

test('the person and the manager are reminded 90, 60, 30 and 7 days before the last day and after it, the admins too then, each once, whatever runs at once or was missed (CMP-030, CMP-031, CMP-032, CMP-033)', async () => {
  const { school, course, manager, people, end } = await world()
  const [ada] = people
  const at = (days: number) => runOn(addDays(end, -days))
  await at(91)
  expect(await mailsOf(school.portal)).toEqual([])
  // Before six nobody is reminded; two workers at ten remind once.
  await runOn(addDays(end, -90), '05:30')
  expect(await bellOf(ada)).toEqual([])
  await Promise.all([at(90), at(90)])
  await runOn(addDays(end, -90), '23:00')
  await at(89)
  const first = await mailsOf(school.portal)
  expect(first.map(({ to_email, subject }) => [to_email, subject]).sort()).toEqual(
    [
      [ada.email, 'Ladder Safety expires in 90 days'],
      [people[1].email, 'Ladder Safety expires in 90 days'],
      [manager.email, 'Ladder Safety expires soon for 2 people'],
    ].sort(),
  )
  expect(first.find(({ to_email }) => to_email === manager.email)?.text).toMatch(/Ada Ames: until .*Ben Boyd: until /)
  expect(first.find(({ to_email }) => to_email === ada.email)?.text).toContain('/course/height-')
  await at(60)
  // The workers stood still for weeks: the nearest reminder alone; and this one was late.
  await at(18)
  await at(7)
  await at(0)
  await at(-1)
  await at(-2)
  await at(-40)
  const by = `Renew it by ${formatDay(end, 'long')}.`
  expect(await bellOf(ada)).toEqual([
    `Ladder Safety expires in 90 days: ${by}`,
    `Ladder Safety expires in 60 days: ${by}`,
    `Ladder Safety expires in 18 days: ${by}`,
    `Ladder Safety expires in 7 days: ${by}`,
    `Ladder Safety has expired: It was valid until ${formatDay(end, 'long')}. Renew it now.`,
  ])
  const team = 'Ladder Safety has expired: 2 people did not renew it in time.'
  expect((await bellOf(manager)).at(-1)).toBe(team)
  expect(await bellOf(school.admin)).toEqual([team])
  const over = (await mailsOf(school.portal)).findLast(({ to_email }) => to_email === ada.email)
  expect(over?.text).toContain('Days of grace until')
  // Who renews begins with a new end; the other one has had every reminder.
  const again = addDays(end, 45)
  await complete(school, course, ada, again)
  const before = (await mailsOf(school.portal)).length
  await runOn(addDays(addMonthsToDay(again, 12), -90))
  expect(
    (await mailsOf(school.portal))
      .slice(before)
      .map(({ to_email }) => to_email)
      .sort(),
  ).toEqual([ada.email, manager.email].sort())
})

test('a worker that is killed between two steps leaves none of them half done, and the next run does the rest (CMP-033)', async () => {
  const { school, people, end } = await world()
  const day = addDays(end, 1)
  let kills = 0
  const dying = {
    ...t.app.services,
    // Steps, notifications and mails of the people are written by now, and their transaction dies with the connection.
    loadPortalAdmins: (async (tx) => {
      kills += 1
      await sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx)
      return []
    }) as typeof t.app.services.loadPortalAdmins,
  }
  await expect(runOn(day, '10:00', dying)).rejects.toThrow()
  expect([kills, await mailsOf(school.portal)]).toEqual([1, []])
  await runOn(day, '11:00')
  await runOn(day, '12:00')
  expect(await bellOf(people[0])).toHaveLength(1)
  // Two people, their manager, and the admin.
  expect(await mailsOf(school.portal)).toHaveLength(4)
  await expect(
    t.platform((tx) => sql`update recertification_steps set step = 'days_7'`.execute(tx)),
  ).rejects.toMatchObject({ code: '42501' })
})

test('reminders that wait for the mail server and a portal without a run raise an alarm (CMP-034)', async () => {
  const { end } = await world()
  const behind = () => t.platform(remindersBehind)
  await runOn(addDays(end, -7))
  await t.platform((tx) =>
    sql`update mails set created_at = now() - interval '11 minutes' where template = 'recertification'`.execute(tx),
  )
  const stuck = await behind()
  expect(stuck).toMatchObject({ waiting: expect.any(Number), late_portals: 0 })
  expect(stuck.oldest_seconds).toBeGreaterThan(600)
  await t.platform((tx) => sql`update mails set sent_at = now() where template like 'recertification%'`.execute(tx))
  await t.platform((tx) => sql`update recertification_runs set done_at = now() - interval '31 hours'`.execute(tx))
  expect(await behind()).toEqual({ waiting: 0, oldest_seconds: 0, late_portals: expect.any(Number) })
  expect((await behind()).late_portals).toBeGreaterThan(0)
  await runDay(t.app.db, t.app.services, momentIn(`${addDays(TODAY, 1)}T07:00`, ZONE))
  expect((await behind()).late_portals).toBe(0)
})
