// Random people, courses, enrollments, certificates, invitations and searches, for report tests.
import type { Tx } from '#platform/db/db.ts'
import type { TestApp, TestPerson } from '../api.ts'

const DAY_MS = 86_400_000

/** A number generator that repeats for the same seed (mulberry32). */
export const randomFrom = (seed: number) => {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

type Invitations = {
  portal_id: number
  courses: readonly { id: number }[]
  managers: readonly TestPerson[]
  pick: <T>(from: readonly T[]) => T
  moment: () => Date
  count: number
}

/** Invitations in every status, each with a credit reservation that no balance counts. */
const addInvitations = async (tx: Tx, { portal_id, courses, managers, pick, moment, count }: Invitations) => {
  const accounts = await tx
    .insertInto('credit_accounts')
    .values(['portal', 'issued'].map((kind) => ({ portal_id, kind, course_id: courses[0]?.id ?? null })))
    .returning('id')
    .execute()
  const [debit_account_id, credit_account_id] = accounts.map(({ id }) => id) as [number, number]
  const enrollments = await tx.selectFrom('enrollments').select('id').where('portal_id', '=', portal_id).execute()
  for (let n = 0; n < count; n++) {
    const sent = moment()
    const movement = await tx
      .insertInto('credit_movements')
      .values({
        portal_id,
        purpose: 'reserve',
        kind: 1,
        target: 1,
        amount: 1,
        debit_account_id,
        credit_account_id,
        holder_account_id: debit_account_id,
        debit_balance: 0,
        credit_balance: 0,
        balance_after: 0,
        created_at: sent,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const status = pick([1, 2, 2, 3, 4, 5, 6])
    await tx
      .insertInto('invitations')
      .values({
        portal_id,
        course_id: pick(courses).id,
        manager_id: pick(managers).id,
        payer: 'manager',
        email: `guest-${portal_id}-${n}@example.com`,
        status,
        failure: status === 6 ? pick(['undeliverable', 'expired', 'enrolled']) : null,
        movement_id: movement.id,
        enrollment_id: status === 2 ? pick(enrollments).id : null,
        accepted_at: status === 2 ? sent : null,
        sent_at: sent,
        expires_at: new Date(sent.getTime() + 14 * DAY_MS),
        created_at: sent,
        updated_at: sent,
      })
      .execute()
  }
}

/** Fills an admin's portal with records of the last 400 days before `now`, and returns them. */
export const fillWithRecords = async (t: TestApp, admin: TestPerson, now: Date, random: () => number, most = 60) => {
  const { portal } = admin
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T
  // Some at the very edge of a day in New York, when daylight saving time begins and ends.
  const edges = ['2026-03-08T04:59:59.999Z', '2026-03-08T05:00:00Z', '2026-11-01T04:00:00Z', '2026-11-02T04:59:59.999Z']
  const moment = (): Date =>
    random() < 0.15 ? new Date(pick(edges)) : new Date(now.getTime() - Math.floor(random() * 400 * DAY_MS))
  const around = (): Date => new Date(now.getTime() + Math.floor((random() - 0.5) * 240 * DAY_MS))
  const managers = [await t.make.person('manager', { portal }), await t.make.person('manager', { portal })]
  const courses = await t.platform(async (tx) => {
    const made = []
    for (let n = 0; n < 3; n++) {
      const title = `Course ${n}`
      const slug = `course-${n}-${Math.floor(random() * 1e9)}`
      const course = await tx
        .insertInto('courses')
        .values({ portal_id: portal.id, slug, title })
        .returning('id')
        .executeTakeFirstOrThrow()
      const template = await tx
        .insertInto('certificate_templates')
        .values({ portal_id: portal.id, title, text: 'Text' })
        .returning('id')
        .executeTakeFirstOrThrow()
      made.push({ id: course.id, title, template_id: template.id })
    }
    return made
  })
  const people: TestPerson[] = []
  for (let n = 0; n < 12; n++) people.push(await t.make.person('learner', { portal, joined_at: moment() }))
  await t.platform(async (tx) => {
    for (let n = 0; n < most; n++) {
      const course = pick(courses)
      const created = moment()
      const isStarted = random() < 0.7
      const isCompleted = isStarted && random() < 0.5
      const { id } = await tx
        .insertInto('enrollments')
        .values({
          portal_id: portal.id,
          user_id: pick(people).id,
          course_id: course.id,
          role: 'learner',
          manager_id: random() < 0.6 ? pick(managers).id : null,
          // Expired, so that the same person can enroll in the same course again.
          access: 'expired',
          starts_at: created,
          created_at: created,
          started_at: isStarted ? created : null,
          completed_at: isCompleted ? moment() : null,
          due_at: random() < 0.7 ? around() : null,
          due_told_at: random() < 0.5 ? moment() : null,
          expires_at: random() < 0.9 ? new Date('2100-01-01T00:00:00Z') : moment(),
          ended_at: random() < 0.1 ? moment() : null,
        } as never)
        .returning('id')
        .executeTakeFirstOrThrow()
      if (!isCompleted || random() < 0.2) continue
      const issued = moment()
      const isRevoked = random() < 0.1
      await tx
        .insertInto('certificates')
        .values({
          portal_id: portal.id,
          number: `N-${portal.id}-${id}`,
          user_id: (await tx.selectFrom('enrollments').select('user_id').where('id', '=', id).executeTakeFirstOrThrow())
            .user_id,
          course_id: course.id,
          related_id: id,
          template_id: course.template_id,
          holder_name: `Holder ${id}`,
          course_title: course.title,
          provider: 'Portico',
          design: '{}',
          is_automatic: true,
          issued_at: issued,
          expires_at: random() < 0.8 ? new Date(Math.max(around().getTime(), issued.getTime() + 1)) : null,
          ...(isRevoked && { revoked_at: now, revoke_reason: 'A mistake' }),
        } as never)
        .execute()
    }
    await addInvitations(tx, { portal_id: portal.id, courses, managers, pick, moment, count: most / 2 })
    for (let n = 0; n < most / 2; n++)
      await tx
        .insertInto('searches')
        .values({
          portal_id: portal.id,
          text: `word ${n}`,
          results: random() < 0.3 ? 0 : Math.ceil(random() * 50),
          created_at: moment(),
        })
        .execute()
  })
  return { managers, courses, people, pick }
}
