import { expect, test } from 'vitest'
import { finishModuleItem } from '#features/progress/contract.ts'
import { addTradeRuleVersion, createTradeRule } from '#features/trade-rules/contract.ts'
import { addDays, dayOf, formatDay } from '#kernel/format/day.ts'
import { readPdfText } from '#platform/pdf/pdf-text.ts'
import { testApp } from '../../../../tests/api.ts'
import { checking, packed } from '../../../../tests/evidence/files.ts'
import { evidenceMaking } from '../../../../tests/evidence/making.ts'
import { learning } from '../../../../tests/learning.ts'
import { makeEnrollmentEvidence } from '../contract.ts'
import type { EvidenceRecord } from './record.ts'

const t = testApp()
const make = learning(t)
const { made } = evidenceMaking(t)

test('the file has the rules of the trade that applied with days and sources, the sign-offs that they asked, and the time by item and day; the checker names the record in which a second was changed (TRD-036, EVD-005, EVD-006, EVD-008)', async () => {
  const who = await make.learner([['Text', 'Text']])
  const { course, person, related_id: relatedId } = who
  const portal = course.portal
  const admin = await t.make.person('portal_admin', { portal, first_name: 'Ruth', last_name: 'Registrar' })
  const today = dayOf(new Date(), 'America/New_York')
  const ago = (count: number) => addDays(today, -count)
  const [first, second] = course.outline[0]?.items ?? []
  const at = { portal_id: portal.id, enrollment_id: relatedId, course_id: course.id, user_id: person.id }
  await t.platform(async (tx) => {
    const enrolled = new Date(`${ago(9)}T17:00:00Z`)
    await tx.updateTable('enrollments').set({ created_at: enrolled }).where('id', '=', relatedId).execute()
    for (const [item, day, milliseconds] of [
      [first, ago(2), 90_500],
      [first, ago(1), 600_000],
      [second, ago(1), 30_000],
    ] as const)
      await tx
        .insertInto('seat_times')
        .values({ ...at, item_type: 'Text', item_id: item?.id as number, day: day as never, milliseconds })
        .execute()
  })
  const body = { title: 'Ten minutes', source: 'Letter of Oct 11 1994', minutes: 10, course_ids: [course.id] }
  const { data: rule } = await t
    .as(admin)
    .call(createTradeRule, { body: { ...body, kind: 'course_time', from_day: ago(30) } })
  await t.as(admin).call(addTradeRuleVersion, {
    params: { id: rule.id },
    body: { ...body, title: 'Twelve minutes', minutes: 12, from_day: ago(3) },
  })
  const practice = { ...body, kind: 'hands_on' as const, title: 'Practice', minutes: null, tasks: ['Don', 'Doff'] }
  await t.as(admin).call(createTradeRule, { body: { ...practice, from_day: ago(20), until_day: ago(5) } })
  await t.platform(async (tx) => {
    const session = await tx
      .insertInto('crew_sessions')
      .values({
        ...{ portal_id: portal.id, course_id: course.id, title: 'Yard day', tasks: ['doff'] },
        ...{ opened_by: admin.id, opened_at: new Date() },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('crew_entries')
      .values({
        ...{ portal_id: portal.id, session_id: session.id, enrollment_id: relatedId, kind: 'task', task: 0 },
        ...{ entry_id: '0199a000-0000-7000-8000-000000000001', recorded_by: admin.id },
        ...{ at: new Date(`${ago(6)}T15:00:00Z`), recorded_at: new Date() },
      })
      .execute()
  })
  for (const item of [first, second])
    await t.as(person).call(finishModuleItem, {
      params: { itemType: 'Text', itemId: item?.id as number },
      body: { related_id: relatedId },
    })

  const file = await made(admin, t.as(admin).call(makeEnrollmentEvidence, { params: { id: relatedId } }))
  const record: EvidenceRecord = file.json('record.json')
  expect(record.enrollment.completed_at).not.toBeNull()
  const by = { source: body.source, recorded_by: 'Ruth Registrar' }
  expect(record.rules).toMatchObject([
    { ...by, title: 'Ten minutes', asked_minutes: 10, applied_from: ago(9), applied_until: ago(4), asked_tasks: [] },
    { ...by, title: 'Twelve minutes', asked_minutes: 12, applied_from: ago(3), applied_until: today },
    {
      ...{ ...by, kind: 'hands_on', title: 'Practice', asked_minutes: null },
      ...{ applied_from: ago(9), applied_until: ago(5) },
      asked_tasks: [
        { task: 'Don', signed_off_at: null, signed_off_by: null },
        { task: 'Doff', signed_off_at: `${ago(6)}T15:00:00.000Z`, signed_off_by: 'Ruth Registrar' },
      ],
    },
  ])
  expect(record.seat_time.map(({ day, item_id, seconds }) => [day, item_id, seconds])).toEqual([
    [ago(2), first?.id, 90],
    [ago(1), first?.id, 600],
    [ago(1), second?.id, 30],
  ])
  const pdf = (await readPdfText(file.read('record.pdf'))).replaceAll(/\s+/g, ' ')
  for (const words of [
    'Rules of the trade that applied',
    'Twelve minutes',
    'Not signed off',
    'Time that counted',
    formatDay(ago(2)),
    '12 min 0 s',
  ])
    expect(pdf).toContain(words)

  const checker = checking(file.read('verify.mjs'))
  expect(await checker.check(file.zip)).toMatchObject({ is_valid: true })
  const text = String(file.read('record.json'))
  const forged = file.entries.map((entry) =>
    entry.name === 'record.json'
      ? { ...entry, data: Buffer.from(text.replace('"seconds": 600', '"seconds": 900')) }
      : entry,
  )
  expect(await checker.check(packed(forged))).toMatchObject({
    is_valid: false,
    said: expect.stringContaining('record.json: was changed'),
  })
  checker.close()
})
