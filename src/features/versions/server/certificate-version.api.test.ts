import { describe, expect, test } from 'vitest'
import {
  createCertificates,
  downloadCertificate,
  listCertificates,
  verifyCertificate,
} from '#features/certificates/contract.ts'
import { showReport } from '#features/reports/contract.ts'
import { readPdf } from '#platform/pdf/pdf-testing.ts'
import { testApp } from '../../../../tests/api.ts'
import { certificateMakers } from '../../../../tests/certificates.ts'
import { moveEach } from '../../../../tests/versions/moving.ts'
import { versioning } from '../../../../tests/versions/versioning.ts'

const t = testApp()
const make = versioning(t)
const certificates = certificateMakers(t)

type Learner = Awaited<ReturnType<typeof make.learnerIn>>

/** A published course with a certificate, which finishing it issues where one is required. */
const certified = async (is_required: boolean) => {
  const made = await make.published()
  await make.certify(made, { is_required })
  const finishAll = async (learner: Learner, ...texts: number[]) => {
    for (const id of [made.why, made.how, ...texts]) await learner.finish(id)
    await learner.passExam()
  }
  return { ...made, finishAll }
}

const certificateOf = async ({ api }: Learner) => {
  const [certificate] = (await api.call(listCertificates)).data
  if (!certificate) throw new Error('no certificate')
  return certificate
}

describe('the version on a certificate', () => {
  test('a certificate names the version in which it was earned, whatever is published and moved later (VER-012)', async () => {
    const made = await certified(true)
    const [first, second] = [await make.learnerIn(made), await make.learnerIn(made)]
    await first.finish(made.why)
    const extra = await made.addText('Extra')
    await made.publish(1)
    await made.finishAll(second, extra)
    await made.finishAll(first)
    const related_ids = [first.related_id, second.related_id]
    const moved = await moveEach(made.api, { ...made.params, number: 2 }, { related_ids })
    expect(moved).toEqual({ moved: 0, reopened: 0, kept: 0 })

    const [one, two] = [await certificateOf(first), await certificateOf(second)]
    expect([one.course_version, two.course_version]).toEqual([1, 2])
    for (const { number, course_version } of [one, two]) {
      const { data } = await t.as(made.author.portal).call(verifyCertificate, { params: { number } })
      expect(data.course_version).toBe(course_version)
    }
    const { columns, data } = await made.api.call(showReport, { params: { report: 'certificates' }, query: {} })
    const at = columns.findIndex(({ title }) => title === 'Course version')
    expect(data.map(({ cells }) => cells[at]).toSorted()).toEqual([1, 2])
    const url = `/api/v1${downloadCertificate.path.replace(':id', String(one.id))}`
    const { rawPayload } = await t.request(first.person, { method: 'GET', url })
    expect(readPdf(rawPayload).texts[0]?.replace(/\s+/g, ' ')).toContain('Course version 1')
  })

  test('one that is asked for later names that version too (VER-012)', async () => {
    const made = await certified(false)
    const learner = await make.learnerIn(made)
    await made.finishAll(learner)
    await made.addText('Extra')
    await made.publish(1)
    const body = { users_courses: [learner.related_id] }
    const { data } = await learner.api.call(createCertificates, { body })
    expect(data).toMatchObject([{ course_version: 1 }])
  })

  test('a certificate of a course that was never published names none (VER-012)', async () => {
    const school = await certificates.school()
    const { learner, related_id } = await certificates.graduate(school)
    const { data } = await t.as(learner).call(createCertificates, { body: { users_courses: [related_id] } })
    expect(data).toMatchObject([{ course_version: null }])
    const number = data[0]?.number ?? ''
    const seen = await t.as(school.portal).call(verifyCertificate, { params: { number } })
    expect(seen.data.course_version).toBeNull()
  })
})
