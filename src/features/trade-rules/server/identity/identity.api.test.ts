import { describe, expect, test } from 'vitest'
import { makeEnrollmentEvidence } from '#features/evidence/contract.ts'
import { finishModuleItem, startModuleItem } from '#features/progress/contract.ts'
import { dayOf } from '#kernel/format/day.ts'
import { testApp } from '../../../../../tests/api.ts'
import { evidenceMaking } from '../../../../../tests/evidence/making.ts'
import { examTaking } from '../../../../../tests/taking.ts'
import { answers, hurried, identityAsking, VISITS } from '../../../../../tests/trade-rules/identity-asking.ts'
import * as contract from '../../contract.ts'
import * as identity from '../../contract-identity.ts'
import { IDENTITY_QUESTIONS } from '../../rules/identity.ts'

const TODAY = dayOf(new Date(), 'America/New_York')
const t = testApp()
const { make, right, at } = examTaking(t)
const { made } = evidenceMaking(t)
const { learner } = identityAsking(t)

describe('before the first item', () => {
  test('answers are set up once, and only their hashes are kept (TRD-050, TRD-051, TRD-059, ERR-205)', async () => {
    const who = await learner()
    const needed = { status: 422, code: 'identity_answers_needed' }
    await expect(who.step(startModuleItem)).rejects.toMatchObject(needed)
    await expect(who.step(finishModuleItem)).rejects.toMatchObject(needed)
    await expect(who.start()).rejects.toMatchObject(needed)
    expect((await who.report()).identity).toMatchObject({
      ...{ state: 'set_up', question: null, answer_seconds: 60, mistakes: 0, most_mistakes: 2 },
      ...{ title: 'Who is there', source: '16 TAC § 84.504' },
    })
    await who.report()
    expect(await who.counted()).toBe(0)

    const [first, ...others] = answers()
    await expect(who.setUp(others)).rejects.toMatchObject({ status: 422 })
    await expect(who.setUp([{ question: 'first_car', reply: '—?' }, ...others])).rejects.toMatchObject({
      errors: {
        'answers.0.reply': ['Enter at least 2 letters or digits.'],
        'answers.1.question': ['Choose each question once.'],
      },
    })
    await expect(who.setUp([{ question: 'first_trip', reply: 'ford f150' }, ...others])).rejects.toMatchObject({
      errors: { 'answers.1.reply': ['Give a different answer to each question.'] },
    })
    // Of two pages at once one sets them up.
    const both = await Promise.allSettled([who.setUp(), who.setUp([first as never, ...others].toReversed())])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    await expect(who.setUp()).rejects.toMatchObject({ status: 409 })
    const stored = await t.platform((tx) =>
      tx.selectFrom('identity_answers').selectAll().where('user_id', '=', who.person.id).executeTakeFirstOrThrow(),
    )
    expect(stored.answer_hashes.every((hash) => hash.startsWith('$argon2id$'))).toBe(true)
    expect(JSON.stringify(stored).toLowerCase()).not.toContain('elm')
    expect((await who.step(startModuleItem)).data.status).toBe(1)
    expect((await who.report()).identity).toMatchObject({ state: 'clear', question: null })

    // Nobody in the name of the learner, and nobody without a role of one.
    await expect(
      t.as(who.admin).call(identity.setIdentityAnswers, { body: { answers: answers() } }),
    ).rejects.toMatchObject({
      status: 403,
    })
  })

  test('a rule has seconds and mistakes within limits (TRD-050)', async () => {
    for (const [field, value] of [
      ['answer_seconds', null],
      ['answer_seconds', 14],
      ['answer_seconds', 601],
      ['most_mistakes', null],
      ['most_mistakes', 21],
      ['minutes', 601],
    ])
      await expect(learner({ [field as string]: value }), `${field} ${value}`).rejects.toMatchObject({
        status: 422,
        errors: { [field as string]: expect.anything() },
      })
  })

  test('a dry run counts who has to set up answers, and who is asked how often (TRD-059)', async () => {
    const who = await learner()
    const body = {
      ...{
        kind: 'identity_questions' as const,
        from_day: TODAY,
        title: 'More',
        source: 'State',
        course_ids: [who.course.id],
      },
      ...{ minutes: 5, answer_seconds: 90, most_mistakes: 1 },
    }
    const run = () => t.as(who.admin).call(contract.dryRunTradeRule, { body })
    expect((await run()).data).toMatchObject({
      ...{ touched: 1, set_up_before: 1, set_up_after: 1 },
      rows: [
        {
          questions_before: { minutes: 10, answer_seconds: 60, most_mistakes: 2 },
          questions_after: { minutes: 5, answer_seconds: 60, most_mistakes: 1 },
        },
      ],
    })
    await who.setUp()
    expect((await run()).data).toMatchObject({ touched: 1, set_up_before: 0, set_up_after: 0 })
  })
})

describe('while learning', () => {
  test('a question comes once its time has counted, stops the clock and every step, and takes one answer (TRD-052, TRD-053, TRD-054, ERR-206)', async () => {
    const who = await learner()
    await who.setUp()
    await who.step(startModuleItem)
    await who.spend(4.9)
    expect((await who.report()).identity?.state).toBe('clear')
    await who.spend(10.2)
    // Two pages at once are asked one question.
    const [one, other] = await Promise.all([who.report(VISITS[0]), who.report(VISITS[1])])
    expect(one.identity).toMatchObject({ state: 'asked', answer_seconds: 60 })
    expect(other.identity?.question?.id).toBe(one.identity?.question?.id)
    const question = await who.asked()
    expect(question.milliseconds_left).toBeLessThanOrEqual(60_000)
    expect(JSON.stringify(one)).not.toMatch(/draw|interval|next/)
    const before = await who.counted()
    await who.wait(20)
    await who.report()
    expect(await who.counted()).toBe(before)
    const refused = { status: 422, code: 'identity_question_open' }
    await expect(who.step(finishModuleItem)).rejects.toMatchObject(refused)
    await expect(who.step(startModuleItem, who.second)).rejects.toMatchObject(refused)
    await expect(who.start()).rejects.toMatchObject(refused)

    const stranger = await make.learner([['Text']])
    const theirs = t.as(stranger.person).call(identity.answerIdentityQuestion, {
      ...{ params: { id: question.id }, body: { reply: 'Rex' } },
    })
    await expect(theirs).rejects.toMatchObject({ status: 404 })

    // From two devices at once, and again: one result.
    const replies = await Promise.all([
      who.reply(question.id, hurried(question.text)),
      who.reply(question.id, 'something'),
    ])
    expect(replies[0]?.outcome).toBe(replies[1]?.outcome)
    expect((await who.reply(question.id, 'something else')).outcome).toBe(replies[0]?.outcome)
  })

  test('a right answer lets the clock go on, and the next question comes later (TRD-051, TRD-052, TRD-054)', async () => {
    const who = await learner()
    await who.setUp()
    await who.spend(15.1)
    const question = await who.asked()
    expect(await who.reply(question.id, hurried(question.text))).toMatchObject({
      outcome: 'right',
      identity: { state: 'clear', mistakes: 0 },
    })
    const before = await who.counted()
    await who.report()
    await who.wait(20)
    expect((await who.report()).identity?.state).toBe('clear')
    expect(await who.counted()).toBeGreaterThan(before)
    expect((await who.step(finishModuleItem)).data.status).toBe(5)
    await who.spend(15.1)
    const next = await who.asked()
    expect(next.text).not.toBe(question.text)
  })

  test('an attempt that runs is not interrupted, and no other begins (TRD-052, TRD-053)', async () => {
    const who = await learner()
    await who.setUp()
    await who.start()
    await who.spend(15.1)
    expect((await who.report(VISITS[0], who.exam)).identity?.state).toBe('clear')
    await right(who, at(who, 0))
    // Asked on another page: the attempt still goes on to its end.
    await who.asked()
    const { finished } = (await who.give(at(who, 1).id, at(who, 1).wrong.slice(0, 1))).data
    expect(finished).toMatchObject({ result: 'failed' })
    await expect(who.start()).rejects.toMatchObject({ code: 'identity_question_open' })
  })
})

describe('too many wrong or missed answers', () => {
  test('lock the course until somebody unlocks it with a reason; all of it is in the record, no answer is (TRD-054, TRD-055, TRD-056, TRD-058, ERR-207, EVD-005, EVD-006)', async () => {
    const who = await learner()
    await who.setUp()
    await who.step(startModuleItem)
    // The page was closed: the question is missed, and the next one is asked at once.
    await who.miss()
    const question = await who.asked()
    expect((await who.report()).identity).toMatchObject({ mistakes: 1, state: 'asked' })
    expect(await who.reply(question.id, 'no idea')).toMatchObject({
      outcome: 'wrong',
      identity: { state: 'locked', mistakes: 2 },
    })
    expect((await who.report()).identity).toMatchObject({ state: 'locked', question: null })
    const locked = { status: 422, code: 'identity_locked', message: expect.stringContaining(who.person.portal.name) }
    await expect(who.step(finishModuleItem)).rejects.toMatchObject(locked)
    await expect(who.start()).rejects.toMatchObject(locked)

    const { data: locks } = await t.as(who.admin).call(identity.listIdentityLocks)
    expect(locks).toMatchObject([
      {
        ...{ related_id: who.related_id, user: { id: who.person.id }, course: { id: who.course.id } },
        mistakes: [{ question: IDENTITY_QUESTIONS.first_pet, outcome: 'missed' }, { outcome: 'wrong' }],
      },
    ])
    const staff = t.as(who.admin).call(contract.showEnrollmentRules, { params: { id: who.related_id } })
    expect((await staff).data.rules).toMatchObject([
      {
        kind: 'identity_questions',
        identity: { has_answers: true, asked: 2, right: 0, wrong: 1, missed: 1, is_locked: true },
      },
    ])
    const unlock = (id: number, reason = 'Checked the photo ID') =>
      t.as(who.admin).call(identity.unlockIdentity, { params: { id }, body: { reason, resets_answers: true } })
    const id = locks[0]?.id as number
    await expect(unlock(id, ' ')).rejects.toMatchObject({ status: 422 })
    const stranger = await t.make.person('portal_admin')
    await expect(
      t.as(stranger).call(identity.unlockIdentity, { params: { id }, body: { reason: 'Mine' } }),
    ).rejects.toMatchObject({ status: 404 })
    const both = await Promise.allSettled([unlock(id), unlock(id)])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    await expect(unlock(id)).rejects.toMatchObject({ status: 409 })
    expect((await t.as(who.admin).call(identity.listIdentityLocks)).data).toEqual([])

    // New answers first, and then a question at once.
    expect((await who.report()).identity?.state).toBe('set_up')
    await who.setUp()
    const again = await who.asked()
    expect(await who.reply(again.id, hurried(again.text))).toMatchObject({
      outcome: 'right',
      identity: { mistakes: 0 },
    })
    expect((await who.step(finishModuleItem)).data.status).toBe(5)

    const actions = await t.platform((tx) =>
      tx
        .selectFrom('activity_logs')
        .select(['action', 'user_id'])
        .where('portal_id', '=', who.person.portal.id)
        .where('action', 'like', 'identity.%')
        .orderBy('id')
        .execute(),
    )
    expect(actions).toEqual([
      { action: 'identity.lock', user_id: who.person.id },
      { action: 'identity.unlock-and-reset', user_id: who.admin.id },
    ])
    const file = await made(who.admin, t.as(who.admin).call(makeEnrollmentEvidence, { params: { id: who.related_id } }))
    const record: { identity_questions: object[]; rules: object[] } = file.json('record.json')
    expect(record.identity_questions).toMatchObject([
      { outcome: 'missed', answered_at: null, lock: null, question: IDENTITY_QUESTIONS.first_pet },
      {
        outcome: 'wrong',
        lock: { unlocked_by: 'Ruth Lock', reason: 'Checked the photo ID', answers_were_reset: true },
      },
      { outcome: 'right', lock: null },
    ])
    expect(record.rules).toMatchObject([{ kind: 'identity_questions', answer_seconds: 60, most_mistakes: 2 }])
    expect(JSON.stringify(record)).not.toContain('$argon2')
  })

  test('nothing is asked any more where the rule is retired (TRD-050, TRD-055)', async () => {
    const who = await learner({ most_mistakes: 1 })
    await who.setUp()
    await who.miss()
    expect((await who.report()).identity?.state).toBe('locked')
    const { data: rules } = await t.as(who.admin).call(contract.listTradeRules)
    const version = rules[0]?.versions[0]
    await t.as(who.admin).call(contract.addTradeRuleVersion, {
      params: { id: rules[0]?.id as number },
      body: {
        ...{ from_day: TODAY, title: 'Over', source: 'State', is_retired: true, course_ids: [who.course.id] },
        ...{ minutes: version?.minutes ?? 1, answer_seconds: 60, most_mistakes: 1 },
      },
    })
    expect((await who.report()).identity).toBeNull()
    expect((await who.step(finishModuleItem)).data.status).toBe(5)
  })
})
