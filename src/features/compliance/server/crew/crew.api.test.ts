import { expect, test } from 'vitest'
import { createCertificates, revokeCertificate, showGateList } from '#features/certificates/contract.ts'
import { addDays, dayOf } from '#kernel/format/day.ts'
import { openGateList } from '#kernel/statements/gate-list.ts'
import { judge } from '#kernel/statements/verdict.ts'
import { readPdf } from '#platform/pdf/pdf-testing.ts'
import { readPdfText } from '#platform/pdf/pdf-text.ts'
import { type TestPerson, testApp } from '../../../../../tests/api.ts'
import { certificateMakers } from '../../../../../tests/certificates.ts'
import * as contract from '../../contract.ts'

const ZONE = 'America/New_York'
const TODAY = dayOf(new Date(), ZONE)
const t = testApp()
const make = certificateMakers(t)

test('a roster has the people of the filters and the certificates that count the longest; its code says at the gate who is valid now; a manager gets the own people, a large selection is refused (EVD-022, EVD-023, EVD-024)', async () => {
  const school = await make.school({ name: 'Harbor', time_zone: ZONE })
  const { portal } = school
  const admin = t.as(school.admin)
  const manager = await t.make.person('manager', { portal })
  const course = await make.course(school, { title: 'Ladder Safety', valid_months: 12 })
  const names: [string, string][] = [
    ['Ana', 'Ames'],
    ['Ben', 'Bond'],
    ['Cy', 'Cole'],
    ['Di', 'Dorn'],
  ]
  const people: TestPerson[] = []
  for (const [first_name, last_name] of names)
    people.push(await t.make.person('learner', { portal, first_name, last_name }))
  const [ana, ben, cy, di] = people as [TestPerson, TestPerson, TestPerson, TestPerson]
  await admin.call(contract.createRequirement, {
    body: {
      kind: 'certificate',
      course_id: course,
      from_day: addDays(TODAY, -30),
      title: 'Ladders',
      sites: ['Pier 1'],
    },
  })
  await admin.call(contract.savePlaces, {
    body: { user_ids: [ana.id, ben.id, cy.id], from_day: addDays(TODAY, -20), site: 'Pier 1' },
  })
  // A course that nobody of the crew needs takes no room on their roster.
  await admin.call(contract.createRequirement, {
    body: {
      kind: 'course',
      course_id: await make.course(school, { title: 'First Aid' }),
      from_day: addDays(TODAY, -30),
      title: 'First aid',
      sites: ['Pier 2'],
    },
  })
  await admin.call(contract.savePlaces, { body: { user_ids: [di.id], from_day: addDays(TODAY, -20), site: 'Pier 2' } })
  // A license takes no course; until it is uploaded there are days of grace.
  const ed = await t.make.person('learner', { portal, first_name: 'Ed', last_name: 'Eng' })
  await admin.call(contract.createRequirement, {
    body: { kind: 'license', from_day: addDays(TODAY, -30), title: 'Crane license', grace_days: 60, sites: ['Pier 3'] },
  })
  await admin.call(contract.savePlaces, { body: { user_ids: [ed.id], from_day: addDays(TODAY, -20), site: 'Pier 3' } })
  const certify = async (person: TestPerson, values = {}) => {
    const related = await make.enroll(school, course, person, values)
    const { data } = await admin.call(createCertificates, { body: { users_courses: [related] } })
    return data[0]?.id as number
  }
  const revoke = (id: number) => admin.call(revokeCertificate, { params: { id }, body: { reason: 'Test' } })
  await certify(ana, { manager })
  const bens = await certify(ben)

  const query = { site: 'Pier 1' }
  const size = (who: TestPerson, asked: object = query) => t.as(who).call(contract.showCrewRoster, { query: asked })
  expect((await size(school.admin)).data).toEqual({ people: 3, requirements: 1, sheets: 1 })
  expect((await size(manager)).data).toEqual({ people: 1, requirements: 1, sheets: 1 })
  expect((await size(school.admin, { site: 'Pier 9' })).data).toEqual({ people: 0, requirements: 0, sheets: 0 })

  const download = (who: TestPerson, asked: Record<string, string>) =>
    t.request(who, { method: 'GET', url: `/api/v1/compliance/crew-roster/pdf?${new URLSearchParams(asked)}` })
  const answer = await download(school.admin, { ...query, title: 'Night shift' })
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-disposition']).toContain('Crew roster - Night shift.pdf')
  const text = await readPdfText(answer.rawPayload)
  for (const part of ['Night shift', 'Ana Ames', 'Ben Bond', 'Cy Cole', 'Not cleared', 'Ladders', 'Sheet 1 of 1'])
    expect(text).toContain(part)
  expect(text).not.toContain('Di Dorn')
  const [code = ''] = readPdf(answer.rawPayload).links
  expect(code).toMatch(/\/gate#[\w-]+$/)

  const statesNow = async (scanned = code, at = new Date()) => {
    const list = await openGateList((await t.as(portal).call(showGateList)).data, null)
    const verdict = await judge(scanned, list, at)
    return verdict.kind === 'crew' ? verdict.people.map(({ name, state }) => `${name} ${state}`) : verdict
  }
  expect(await statesNow()).toEqual(['Ana Ames valid', 'Ben Bond valid', 'Cy Cole missing'])
  await revoke(bens)
  expect(await statesNow()).toEqual(['Ana Ames valid', 'Ben Bond revoked', 'Cy Cole missing'])
  expect(await readPdfText((await download(school.admin, query)).rawPayload)).toContain('Revoked')
  // A certificate that counts stands in the place of a revoked one.
  await t.platform((tx) =>
    tx.updateTable('enrollments').set({ ended_at: new Date() }).where('user_id', '=', ben.id).execute(),
  )
  await certify(ben)
  expect(await readPdfText((await download(school.admin, query)).rawPayload)).not.toContain('Revoked')

  const third = await download(school.admin, { site: 'Pier 3' })
  const [licensed = ''] = readPdf(third.rawPayload).links
  expect(await readPdfText(third.rawPayload)).toContain('Grace to')
  expect(await statesNow(licensed)).toEqual(['Ed Eng grace'])
  expect(await statesNow(licensed, new Date(Date.now() + 60 * 86_400_000))).toEqual(['Ed Eng missing'])

  const refused = await download(school.admin, { site: 'Pier 9' })
  expect(refused.statusCode).toBe(422)
  expect(refused.body).toContain('Nothing is required of these people today.')
})
