import { expect, test } from 'vitest'
import { confirmPresence, openExam, recordIncident } from '#features/proctoring/contract.ts'
import { createTradeRule } from '#features/trade-rules/contract.ts'
import { addDays, dayOf } from '#kernel/format/day.ts'
import { readPdfText } from '#platform/pdf/pdf-text.ts'
import { testApp } from '../../../../tests/api.ts'
import { evidenceMaking } from '../../../../tests/evidence/making.ts'
import { examTaking } from '../../../../tests/taking.ts'
import { makeEnrollmentEvidence } from '../contract.ts'
import type { EvidenceRecord } from './record.ts'

const t = testApp()
const { taking, right } = examTaking(t)
const { made } = evidenceMaking(t)

test('the file says who was present at an attempt, where, how they checked who it was, what happened, and that they stayed until the end (TRD-045, EVD-005, EVD-006)', async () => {
  const who = await taking({ pools: [{ questions: 1 }] }, [])
  const admin = await t.make.person('portal_admin', {
    portal: who.course.portal,
    first_name: 'Ruth',
    last_name: 'Watch',
  })
  const from_day = addDays(dayOf(new Date(), 'America/New_York'), -3)
  const rule = { title: 'On site', source: '49 CFR 380.503', from_day, course_ids: [who.course.id] }
  await t.as(admin).call(createTradeRule, { body: { ...rule, kind: 'proctored_exam', item_ids: [who.exam.id] } })
  const checked = { place: 'Denver yard', identity_check: "Driver's license" }
  const { data } = await t
    .as(admin)
    .call(openExam, { body: { related_id: who.related_id, exam_id: who.exam.id, ...checked } })
  const params = { id: data.id }
  await who.start()
  await t.as(admin).call(recordIncident, { params, body: { text: 'The lights went out' } })
  for (const question of who.questions) await right(who, question)
  await t.as(admin).call(confirmPresence, { params })

  const file = await made(admin, t.as(admin).call(makeEnrollmentEvidence, { params: { id: who.related_id } }))
  const record: EvidenceRecord = file.json('record.json')
  expect(record.enrollment.completed_at).not.toBeNull()
  expect(record.exams[0]?.attempts[0]?.proctor).toMatchObject({
    ...{ name: 'Ruth Watch', ...checked, ended_attempt_at: null, confirmed_presence_at: expect.any(String) },
    incidents: [{ text: 'The lights went out', recorded_by: 'Ruth Watch' }],
  })
  const pdf = (await readPdfText(file.read('record.pdf'))).replaceAll(/\s+/g, ' ')
  for (const words of [
    ...['Proctor', 'Ruth Watch', "Driver's license", 'Denver yard', 'Confirmed until the end'],
    ...['The lights went out', `Proctored exam (exams ${who.exam.id})`],
  ])
    expect(pdf).toContain(words)
})
