import { sql } from 'kysely'
import type { finishModuleItem, startModuleItem } from '#features/progress/contract.ts'
import * as contract from '#features/trade-rules/contract.ts'
import * as identity from '#features/trade-rules/contract-identity.ts'
import { IDENTITY_QUESTIONS, type IdentityQuestion } from '#features/trade-rules/rules/identity.ts'
import { addDays, dayOf } from '#kernel/format/day.ts'
import type { TestApp } from '../api.ts'
import { examTaking } from '../taking.ts'

const TODAY = dayOf(new Date(), 'America/New_York')
const MINUTE = 60_000
export const VISITS = ['0199a000-0000-7000-8000-000000000001', '0199a000-0000-7000-8000-000000000002'] as const
const ANSWERS: Partial<Record<IdentityQuestion, string>> = {
  first_school: 'Saint Étienne',
  first_car: 'Ford F-150',
  first_street: 'Elm Street',
  first_pet: "O'Malley",
  first_job: 'Joe’s Diner',
}
export const answers = (values = ANSWERS) =>
  Object.entries(values).map(([question, reply]) => ({ question: question as IdentityQuestion, reply }))
/** The same words as somebody types them in a hurry. */
export const hurried = (text: string) =>
  ` ${(answers().find(({ question }) => IDENTITY_QUESTIONS[question] === text)?.reply ?? '')
    .normalize('NFD')
    .replace(/[^A-Za-z0-9 ]/g, '')
    .toUpperCase()}. `
const QUESTIONS = { attempts_number: 3, pools: [{ questions: 2 }] }

/** Learners in a course with an exam, two texts and identity questions. */
export const identityAsking = (t: TestApp) => {
  const { taking } = examTaking(t)
  const learner = async (body: object = {}) => {
    const who = await taking(QUESTIONS, [['Text', 'Text']])
    const admin = await t.make.person('portal_admin', {
      portal: who.person.portal,
      first_name: 'Ruth',
      last_name: 'Lock',
    })
    const rule = {
      ...{
        kind: 'identity_questions' as const,
        from_day: addDays(TODAY, -30),
        title: 'Who is there',
        source: '16 TAC § 84.504',
      },
      ...{ minutes: 10, answer_seconds: 60, most_mistakes: 2, course_ids: [who.course.id], ...body },
    }
    await t.as(admin).call(contract.createTradeRule, { body: rule })
    const [text, second] = who.course.outline[1]?.items ?? []
    if (!text || !second) throw new Error('no text')
    const api = t.as(who.person)
    const steps = {
      setUp: (values = answers()) => api.call(identity.setIdentityAnswers, { body: { answers: values } }),
      report: async (visit: string = VISITS[0], item: { type: string; id: number } = text) =>
        (
          await api.call(contract.reportSeatTime, {
            body: { related_id: who.related_id, item_type: item.type as 'Text', item_id: item.id, visit },
          })
        ).data,
      step: (what: typeof startModuleItem | typeof finishModuleItem, item = text) =>
        api.call(what, { params: { itemType: 'Text', itemId: item.id }, body: { related_id: who.related_id } }),
      reply: async (id: number, answer: string) =>
        (await api.call(identity.answerIdentityQuestion, { params: { id }, body: { reply: answer } })).data,
      spend: (minutes: number) =>
        t.platform((tx) =>
          sql`
            insert into seat_times as s (portal_id, enrollment_id, item_type, item_id, day, user_id, course_id, milliseconds)
            values (${who.person.portal.id}, ${who.related_id}, 'Text', ${text.id}, ${TODAY}::date, ${who.person.id},
              ${who.course.id}, ${minutes * MINUTE})
            on conflict (portal_id, enrollment_id, item_type, item_id, day) do update
              set milliseconds = s.milliseconds + excluded.milliseconds`.execute(tx),
        ),
      /** As if the last report of the person were this old. */
      wait: (seconds: number) =>
        t.platform((tx) =>
          sql`update seat_clocks set at = at - make_interval(secs => ${seconds}) where user_id = ${who.person.id}`.execute(
            tx,
          ),
        ),
      /** A question whose time was over a while ago. */
      miss: () =>
        t.platform((tx) =>
          sql`
            insert into identity_questions (portal_id, enrollment_id, rule_version_id, question, item_type, item_id, asked_at,
              expires_at, counted_milliseconds)
            select portal_id, ${who.related_id}, max(id), 'first_pet', 'Text', ${text.id}, now() - interval '1 hour',
              now() - interval '59 minutes', 0
            from trade_rule_versions where portal_id = ${who.person.portal.id} group by portal_id`.execute(tx),
        ),
      asked: async () => {
        const question = (await steps.report()).identity?.question
        if (!question) throw new Error('no question')
        return question
      },
      counted: async () => {
        const { rows } = await t.platform((tx) =>
          sql<{ sum: number }>`
            select coalesce(sum(milliseconds), 0)::float8 as sum from seat_times where enrollment_id = ${who.related_id}`.execute(
            tx,
          ),
        )
        return rows[0]?.sum ?? 0
      },
    }
    return { ...who, ...steps, admin, text, second }
  }
  return { learner }
}
