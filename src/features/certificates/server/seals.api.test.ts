import { expect, test } from 'vitest'
import type { Role } from '#kernel/access/permissions.ts'
import { readPdf } from '#platform/pdf/pdf-testing.ts'
import { testApp } from '../../../../tests/api.ts'
import { certificateMakers } from '../../../../tests/certificates.ts'
import {
  createCertificates,
  downloadCertificate,
  listUserSeals,
  revokeCertificate,
  verifyCertificate,
} from '../contract.ts'

const t = testApp()
const make = certificateMakers(t)

/** A learner whose certificate has the seals of two agencies. */
const sealed = async () => {
  const school = await make.school()
  const graduate = await make.graduate(school)
  await make.approve(school, graduate.course_id, [
    ['Ohio Board of Building Standards', 'OBBS'],
    ['Federal Rail Safety Office'],
  ])
  const { data } = await t
    .as(graduate.learner)
    .call(createCertificates, { body: { users_courses: [graduate.related_id] } })
  return { school, ...graduate, certificate: data[0] as (typeof data)[number] }
}
const sealsOf = async (who: Parameters<typeof t.as>[0], userId: number, query = {}) =>
  (await t.as(who).call(listUserSeals, { params: { userId }, query })).data

test('a certificate has a numbered seal of each agency of its course (CER-021, CER-022, CER-023)', async () => {
  const { learner, course_id, certificate } = await sealed()
  const seals = await sealsOf(learner, learner.id, { sort: 'issued_at' })
  expect(seals).toEqual([
    {
      id: expect.any(Number),
      number: expect.stringMatching(/^OBBS-\d{6}$/),
      title: 'Ohio Board of Building Standards',
      image: null,
      course_id,
      course_title: certificate.course_title,
      certificate_id: certificate.id,
      certificate_number: certificate.number,
      status: 'valid',
      issued_at: certificate.issued_at,
    },
    expect.objectContaining({ number: expect.stringMatching(/^FRSO-\d{6}$/), title: 'Federal Rail Safety Office' }),
  ])
  const [first] = seals
  const page = await t
    .as(learner)
    .call(listUserSeals, { params: { userId: learner.id }, query: { per_page: 1, sort: 'issued_at' } })
  expect(page.data).toEqual([first])
  const rest = await sealsOf(learner, learner.id, { sort: 'issued_at', cursor: page.meta.next_cursor })
  expect(rest).toEqual(seals.slice(1))
})

test('the PDF and the verification page show the seals, and a repeated request adds none (CER-006, CER-028)', async () => {
  const { school, learner, related_id, certificate } = await sealed()
  await t.as(learner).call(createCertificates, { body: { users_courses: [related_id] } })
  const seals = await sealsOf(learner, learner.id, { sort: 'issued_at' })
  expect(seals).toHaveLength(2)
  const { data } = await t.as(school.portal).call(verifyCertificate, { params: { number: certificate.number } })
  expect(data.seals).toEqual(seals.map(({ number, title, image }) => ({ number, title, image })))
  const file = await t.request(learner, {
    method: 'GET',
    url: `/api/v1${downloadCertificate.path.replace(':id', String(certificate.id))}`,
  })
  const text = JSON.stringify(await readPdf(file.rawPayload))
  for (const { number } of seals) expect(text).toContain(`No. ${number}`)
})

test('a seal stays as it was when issued, and cannot be changed (CER-009, CER-028)', async () => {
  const { school, learner } = await sealed()
  const before = await sealsOf(learner, learner.id)
  await t.platform((tx) =>
    tx.updateTable('terms').set({ title: 'Renamed', code: 'NEW' }).where('portal_id', '=', school.portal.id).execute(),
  )
  expect(await sealsOf(learner, learner.id)).toEqual(before)
  await t.platform((tx) => tx.deleteFrom('terms').where('portal_id', '=', school.portal.id).execute())
  expect(await sealsOf(learner, learner.id)).toEqual(before)
  await expect(t.platform((tx) => tx.updateTable('seals').set({ title: 'Forged' }).execute())).rejects.toThrow(
    /permission denied/,
  )
  await expect(t.platform((tx) => tx.deleteFrom('seals').execute())).rejects.toThrow(/permission denied/)
})

test('seals are visible to their holder and to people who see the certificates (CER-023, ROL-062, USR-040, API-021)', async () => {
  const { school, learner, certificate } = await sealed()
  const person = (role: Role) => t.make.person(role, { portal: school.portal })
  expect(await sealsOf(school.admin, learner.id)).toHaveLength(2)
  expect(await sealsOf(await person('manager'), learner.id)).toEqual([])
  for (const role of ['learner', 'editor', 'accounting'] as const)
    await expect(sealsOf(await person(role), learner.id), role).rejects.toMatchObject({ status: 403 })
  await expect(sealsOf(await t.make.person('portal_admin'), learner.id)).rejects.toMatchObject({ status: 404 })
  await t.as(school.admin).call(revokeCertificate, { params: { id: certificate.id }, body: { reason: 'Wrong name' } })
  expect((await sealsOf(learner, learner.id)).map(({ status }) => status)).toEqual(['revoked', 'revoked'])
})
