import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Context, SignedIn } from '#kernel/context.ts'
import { AppError } from '#kernel/errors.ts'
import type { Tx } from '#platform/db/db.ts'
import { type TestPerson, testApp } from '../../../../tests/api.ts'
import { enrolling } from '../../../../tests/enrolling.ts'
import { makeNamedLink } from '../../accounts/server/api.ts'
import { giveCredits } from '../../credits/server/api.ts'
import { unenroll } from '../../enrollments/server/actions/unenroll.ts'
import { enrollPeople } from '../../enrollments/server/api.ts'
import { acceptInvitation, declineInvitation } from './actions/answer.ts'
import { cancelInvitation } from './actions/cancel.ts'
import { invitePeople } from './actions/invite-people.ts'
import { sendAgain } from './actions/reinvite.ts'
import { closeDue } from './jobs.ts'
import { saveInvitation } from './store.ts'

const t = testApp()
const make = enrolling(t)

const SEED = 20_261_125
const STEPS = 1_500
const AT_ONCE = 16
/** Refusals that a caller may get. Anything else, especially a deadlock, fails the test. */
const REFUSALS = [
  'own_credits_not_enough',
  'portal_credits_not_enough',
  'invalid',
  'not_found',
  'invitation_already_enrolled',
  'invitation_already_cancelled',
  'invitation_closed',
  'invitation_for_other',
  'operation_not_permitted',
  'token_invalid',
  'link_expired',
  'conflict',
]
/** A process that ends in the middle: its uncommitted work is lost. */
const KILLED = new Error('killed')

const randomFrom = (seed: number) => {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

test(`no credit is lost or doubled in ${STEPS} steps of inviting, answering, canceling, enrolling and being killed at once (MGR-002, MGR-007, MGR-024; seed ${SEED})`, {
  timeout: 300_000,
}, async () => {
  const random = randomFrom(SEED)
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T
  const portal = await t.make.portal()
  const admin = await t.make.person('portal_admin', { portal })
  const managers = [await t.make.person('manager', { portal }), await t.make.person('manager', { portal })]
  const people: TestPerson[] = []
  for (let at = 0; at < 12; at++) people.push(await t.make.person('learner', { portal }))
  const courses = [await make.course(portal), await make.course(portal)]
  await make.plan(portal, 60)
  for (const { id: course_id } of courses)
    for (const manager of managers)
      await make.run(admin, (tx, ctx) =>
        giveCredits(tx, ctx, { by: { kind: 'portal', course_id }, user_id: manager.id, amount: 6 }),
      )
  const contexts = new Map<number, SignedIn>()
  for (const who of [admin, ...managers, ...people]) {
    const scope = managers.includes(who) ? 'own' : 'any'
    contexts.set(who.id, { ...((await make.contextOf(who)) as SignedIn), scope })
  }
  const contextOf = (who: TestPerson): SignedIn => ({ ...(contexts.get(who.id) as SignedIn), now: new Date() })

  const invitations = async () => {
    const rows = await t.platform((tx) =>
      tx.selectFrom('invitations').select(['id', 'email']).where('portal_id', '=', portal.id).execute(),
    )
    return rows
  }
  /** Stands in for the e-mail: a link that the person opens. */
  const linkTo = (ctx: Context, id: number, email: string) =>
    t.app.db.withPortal(portal.id, async (tx) => {
      const link = await makeNamedLink(tx, ctx, { user_id: null, email, type: 'invite' })
      await saveInvitation(tx, { portal_id: portal.id, id, now: ctx.now }, { link_id: link.id })
      return link.token
    })

  type Step = { who: TestPerson; work: (tx: Tx, ctx: SignedIn) => Promise<unknown> }
  const answering = async (answer: typeof acceptInvitation | typeof declineInvitation): Promise<Step | null> => {
    const all = await invitations()
    if (all.length === 0) return null
    const { id, email } = pick(all)
    const who = people.find((person) => person.email === email) as TestPerson
    const token = await linkTo(contextOf(who), id, email)
    return { who, work: (tx, ctx) => answer(tx, ctx, token, {}) }
  }
  const managing = async (action: typeof cancelInvitation | typeof sendAgain): Promise<Step | null> => {
    const all = await invitations()
    if (all.length === 0) return null
    const { id } = pick(all)
    return { who: pick([admin, ...managers]), work: (tx, ctx) => action(tx, ctx, id) }
  }
  const steps: (() => Promise<Step | null>)[] = [
    async () => {
      const slug = pick(courses).slug
      const invited = [pick(people), pick(people), pick(people)].map(({ email }) => ({ email }))
      return { who: pick([admin, ...managers]), work: (tx, ctx) => invitePeople(tx, ctx, { slug, people: invited }) }
    },
    () => answering(acceptInvitation),
    () => answering(declineInvitation),
    () => managing(cancelInvitation),
    () => managing(sendAgain),
    async () => {
      const body = {
        course_id: pick(courses).id,
        role_id: 'learner' as const,
        user_ids: [],
        emails: [pick(people).email],
        new_people: [],
      }
      return { who: pick([admin, ...managers]), work: (tx, ctx) => enrollPeople(tx, ctx, body) }
    },
    async () => {
      const rows = await t.platform((tx) =>
        tx
          .selectFrom('enrollments')
          .select('id')
          .where('portal_id', '=', portal.id)
          .where('role', '=', 'learner')
          .where('ended_at', 'is', null)
          .execute(),
      )
      if (rows.length === 0) return null
      const { id } = pick(rows)
      return { who: admin, work: (tx, ctx) => unenroll(tx, ctx, { role_id: 'learner', ids: [id] }) }
    },
  ]

  const counts: Record<string, number> = {}
  const count = (name: string) => {
    counts[name] = (counts[name] ?? 0) + 1
  }
  const run = async (isKilled: boolean, { who, work }: Step) => {
    try {
      await t.app.db.withPortal(portal.id, async (tx) => {
        await work(tx, contextOf(who))
        if (isKilled) throw KILLED
      })
      count('ok')
    } catch (error) {
      if (error === KILLED) return count('killed')
      const code = error instanceof AppError ? error.code : String((error as { code?: string }).code ?? error)
      if (!REFUSALS.includes(code) && code !== '23505') throw error
      count(code)
    }
  }
  for (let done = 0; done < STEPS; done += AT_ONCE) {
    const planned: Promise<unknown>[] = []
    for (let at = 0; at < AT_ONCE; at++) {
      const isKilled = random() < 0.1
      const step = await pick(steps)()
      if (step) planned.push(run(isKilled, step))
    }
    // The same answer twice at once, and the job that closes expired invitations, alongside everything else.
    planned.push(closeDue(t.app.db, new Date(), (id) => t.app.resolvers.portalById(id)))
    await Promise.all(planned)
  }

  expect(counts).toMatchObject({ ok: expect.any(Number), killed: expect.any(Number) })
  expect(counts['ok']).toBeGreaterThan(STEPS / 4)
  expect(await make.check()).toEqual([])
  const { rows } = await t.platform((tx) =>
    sql<{ open: number; reserved: number; statuses: number; doubled: number; sum: number }>`
      select
        (select count(*)::int from invitations where portal_id = ${portal.id} and status in (1, 5)) as open,
        (select sum(balance)::int from credit_accounts where portal_id = ${portal.id} and kind = 'reserved') as reserved,
        (select count(distinct status)::int from invitations where portal_id = ${portal.id}) as statuses,
        (select count(*)::int from (
          select from invitations where portal_id = ${portal.id} and status in (1, 5) group by course_id, email having count(*) > 1
        ) d) as doubled,
        (select sum(balance + distributed)::int from credit_accounts where portal_id = ${portal.id} and kind = 'portal') as sum`.execute(
      tx,
    ),
  )
  const [end] = rows
  expect(end?.reserved).toBe(end?.open)
  expect(end?.doubled).toBe(0)
  expect(end?.sum).toBe(60)
  expect(end?.statuses).toBeGreaterThanOrEqual(5)
})
