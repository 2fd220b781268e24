import { expect, test } from 'vitest'
import { startModuleItem } from '#features/progress/contract.ts'
import { testApp } from '../../../../../tests/api.ts'
import { answers, hurried, identityAsking } from '../../../../../tests/trade-rules/identity-asking.ts'
import * as contract from '../../contract.ts'
import * as identity from '../../contract-identity.ts'
import { settleOverdue } from './settle-overdue.ts'

const t = testApp()
const { learner } = identityAsking(t)
type Who = Awaited<ReturnType<typeof learner>>

const countsOf = async ({ admin, related_id }: Who) =>
  (await t.as(admin).call(contract.showEnrollmentRules, { params: { id: related_id } })).data.rules[0]?.identity
const logOf = ({ admin }: Who) =>
  t.platform((tx) =>
    tx
      .selectFrom('activity_logs')
      .select(['action', 'user_id'])
      .where('portal_id', '=', admin.portal.id)
      .where('action', 'like', 'identity.%')
      .orderBy('id')
      .execute(),
  )

test('staff reset the answers of a learner with a reason while nothing is locked, once, and the learner sets up new ones (TRD-067, TRD-068)', async () => {
  const who = await learner()
  const reset = (by = who.admin, reason = 'Forgot them') =>
    t.as(by).call(identity.resetIdentityAnswers, { params: { id: who.related_id }, body: { reason } })
  const nothing = { has_answers: false, asked: 0, right: 0, wrong: 0, missed: 0, is_locked: false }
  expect(await countsOf(who)).toEqual(nothing)
  await expect(reset()).rejects.toMatchObject({ status: 409, message: 'No answers are set up. Nothing was changed.' })
  await who.setUp()
  await who.step(startModuleItem)
  await who.spend(15.1)
  const question = await who.asked()
  expect(await countsOf(who)).toEqual({ ...nothing, has_answers: true, asked: 1 })

  await expect(reset(who.admin, ' ')).rejects.toMatchObject({ status: 422, errors: { reason: expect.anything() } })
  await expect(reset(await t.make.person('portal_admin'))).rejects.toMatchObject({ status: 404 })
  for (const by of [who.person, await t.make.person('instructor', { portal: who.admin.portal })])
    await expect(reset(by)).rejects.toMatchObject({ status: 403 })
  expect(await countsOf(who)).toMatchObject({ has_answers: true })
  const both = await Promise.allSettled([reset(), reset()])
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])

  // The open question counts for nothing, and no other comes before the new answers.
  expect(await who.reply(question.id, hurried(question.text))).toMatchObject({
    outcome: 'withdrawn',
    identity: { state: 'set_up', mistakes: 0 },
  })
  expect(await countsOf(who)).toEqual({ ...nothing, asked: 1 })
  await expect(who.step(startModuleItem, who.second)).rejects.toMatchObject({ code: 'identity_answers_needed' })
  expect((await who.report()).identity?.state).toBe('set_up')
  await who.setUp(answers().map((one) => ({ ...one, reply: `New ${one.reply}` })))
  await who.step(startModuleItem, who.second)
  expect(await logOf(who)).toEqual([{ action: 'identity.reset', user_id: who.admin.id }])
})

test('a reset while an answer arrives and another page reports: the answer counts or is withdrawn, and nothing is asked without answers (TRD-067)', async () => {
  const who = await learner()
  await who.setUp()
  await who.spend(15.1)
  const question = await who.asked()
  const [, given] = await Promise.all([
    t.as(who.admin).call(identity.resetIdentityAnswers, { params: { id: who.related_id }, body: { reason: 'Lost' } }),
    who.reply(question.id, hurried(question.text)),
    who.report(),
  ])
  expect(['right', 'withdrawn']).toContain(given.outcome)
  expect((await who.report()).identity).toMatchObject({ state: 'set_up', question: null, mistakes: 0 })
})

test('a question whose page never comes back is missed and locks the course as of its end, once (TRD-068, TRD-069)', async () => {
  const who = await learner({ most_mistakes: 1 })
  await who.setUp()
  await who.miss()
  const missed = { has_answers: true, asked: 1, right: 0, wrong: 0, missed: 1, is_locked: true }
  // Staff see it at once, and the list after the next run of the job.
  expect(await countsOf(who)).toEqual(missed)
  const settle = () => settleOverdue(t.app.services, t.app.db, new Date())
  await Promise.all([settle(), settle(), who.report(), who.report()])
  await settle()
  const { data: locks } = await t.as(who.admin).call(identity.listIdentityLocks)
  expect(locks).toMatchObject([{ related_id: who.related_id, mistakes: [{ outcome: 'missed' }] }])
  const { expires_at } = await t.platform((tx) =>
    tx
      .selectFrom('identity_questions')
      .select('expires_at')
      .where('enrollment_id', '=', who.related_id)
      .executeTakeFirstOrThrow(),
  )
  expect(locks[0]?.locked_at).toBe(expires_at.toISOString())
  expect(await countsOf(who)).toEqual(missed)
  expect(await logOf(who)).toHaveLength(1)

  // Without any page, and where one mistake does not lock.
  const [alone, other] = [await learner({ most_mistakes: 1 }), await learner()]
  for (const one of [alone, other]) {
    await one.setUp()
    await one.miss()
  }
  await settle()
  expect(await logOf(alone)).toEqual([{ action: 'identity.lock-overdue', user_id: null }])
  expect((await t.as(alone.admin).call(identity.listIdentityLocks)).data).toHaveLength(1)
  expect(await countsOf(other)).toEqual({ ...missed, is_locked: false })
  expect(await logOf(other)).toEqual([])
})
