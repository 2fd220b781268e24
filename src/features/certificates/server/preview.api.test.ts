import { beforeAll, describe, expect, test } from 'vitest'
import { updateCertificateTemplate } from '#features/courses/contract.ts'
import { createMaterial } from '#features/media/contract-admin.ts'
import type { Files } from '#platform/files/files.ts'
import { readPdf } from '#platform/pdf/pdf-testing.ts'
import { type TestPerson, testApp } from '../../../../tests/api.ts'
import { certificateMakers, type School } from '../../../../tests/certificates.ts'
import { multipart, png } from '../../../../tests/multipart.ts'
import { createCertificates, previewCertificateTemplate } from '../contract.ts'
import { SAMPLE_NUMBER } from '../rules/number.ts'
import { printedData, render } from './pdf-file.ts'
import { sealsOf } from './seals.ts'
import { loadByNumber } from './store.ts'

const now = new Date('2026-03-02T10:00:00Z')
const t = testApp({ now: () => now })
const make = certificateMakers(t)
let files: Files
beforeAll(() => {
  files = t.app.services.files
})

const slugOf = (id: number) =>
  t.platform(async (tx) => {
    const row = await tx.selectFrom('courses').select('slug').where('id', '=', id).executeTakeFirstOrThrow()
    return row.slug
  })
const picture = async ({ admin }: School, name: string, width: number): Promise<string> => {
  const body = await multipart({ file: { name, bytes: png(width, 20) } })
  const answer = await t.request(admin, { method: 'POST', url: `/api/v1${createMaterial.path}`, ...body })
  return answer.json().data.uuid
}
const preview = async (who: TestPerson, slug: string, body: Record<string, unknown>) => {
  const { data } = await t
    .as(who)
    .call(previewCertificateTemplate, { params: { slug }, body: { title: 'A', text: 'b', ...body } })
  return { ...data, pdf: Buffer.from(data.pdf, 'base64') }
}
const words = (pdf: Buffer) => (readPdf(pdf).texts[0] ?? '').replace(/[\s\u00a0]+/g, ' ')

describe('the preview of a template', () => {
  test('is byte for byte the PDF that is issued with the same text, except for the numbers (CER-012, CER-028, PGB-032)', async () => {
    const school = await make.school()
    const { admin, portal } = school
    const { learner, course_id, related_id } = await make.graduate(school, { name: ['Ada', 'Lovelace'] })
    await make.approve(school, course_id, [
      ['Ohio Board of Building Standards', 'OBBS'],
      ['Federal Rail Safety Office'],
    ])
    const author = await t.make.person('course_admin', { portal, first_name: 'Ada', last_name: 'Lovelace' })
    const slug = await slugOf(course_id)
    const template = {
      title: 'Certificate of Mastery',
      text: 'Awarded by {portal_name} to {user_name}\nfor {course_title} on {date}. Ask {support_email}. {nickname}',
      logo: await picture(school, 'logo.png', 60),
      signature_image: await picture(school, 'signature.png', 44),
      signer_name: 'Margaret Ellison',
      signer_title: 'Director of Training',
      valid_months: 24,
    }
    const shown = await preview(author, slug, template)
    expect(shown.has_logo).toBe(true)

    await t.as(admin).call(updateCertificateTemplate, { params: { slug }, body: template })
    const issued = await t.as(learner).call(createCertificates, { body: { users_courses: [related_id] } })
    const certificate = issued.data[0] as (typeof issued.data)[number]
    const url = `/api/v1/certificates/${certificate.id}/download`
    const file = (await t.request(learner, { method: 'GET', url })).rawPayload

    const printed = (hasNumbers: boolean) =>
      t.app.db.withPortal(portal.id, async (tx) => {
        const row = await loadByNumber(tx, portal.id, certificate.number)
        if (!row) throw new Error('no certificate')
        const seals = await sealsOf(tx, portal.id, row.id)
        if (hasNumbers) return printedData(tx, files, row, seals)
        const verify_url = row.design.verify_url.replace(row.number, SAMPLE_NUMBER)
        const unnumbered = { ...row, number: SAMPLE_NUMBER, design: { ...row.design, verify_url } }
        const marks = seals.map((seal) => ({ ...seal, number: seal.number.replace(/\d+$/, '000000') }))
        return printedData(tx, files, unnumbered, marks)
      })
    // The statement in the code has the time of its signature.
    const code_url = readPdf(file).links.find((link) => link.includes('#')) ?? ''
    expect((await render({ ...(await printed(true)), code_url })).pdf.equals(file)).toBe(true)
    expect((await render(await printed(false))).pdf.equals(shown.pdf)).toBe(true)
    expect(words(shown.pdf)).toContain('to Ada Lovelace for Working at Height on March 2 2026.')
    expect(words(shown.pdf)).toContain('{nickname}')
    expect(words(shown.pdf)).toContain('No. OBBS-000000')
  })

  test('shows the current text, saved or not, and changes nothing (CER-010, CER-012)', async () => {
    const school = await make.school()
    const course_id = await make.course(school, { has_template: false })
    const slug = await slugOf(course_id)
    const { pdf } = await preview(school.admin, slug, { title: 'Early draft', text: 'List<String> of {course_title}' })
    expect(words(pdf)).toContain('Early draft')
    expect(words(pdf)).toContain('List<String> of Working at Height')
    const course = await t.platform((tx) =>
      tx.selectFrom('courses').select('certificate_template_id').where('id', '=', course_id).executeTakeFirst(),
    )
    expect(course).toEqual({ certificate_template_id: null })
  })

  test('says if no certificate could be issued from it because there is no logo (CER-005, ERR-057)', async () => {
    const school = await make.school({ has_logo: false })
    const slug = await slugOf(await make.course(school))
    expect((await preview(school.admin, slug, {})).has_logo).toBe(false)
    const logo = await picture(school, 'logo.png', 60)
    expect((await preview(school.admin, slug, { logo })).has_logo).toBe(true)
  })

  test('names the letters that no font has, and only those (CER-031)', async () => {
    const school = await make.school()
    const slug = await slugOf(await make.course(school))
    expect((await preview(school.admin, slug, { title: 'شهادة', text: '修了証 · Zoë' })).undrawable).toEqual([])
    expect((await preview(school.admin, slug, { text: 'ⴰⵎ for {user_name}' })).undrawable).toEqual(['ⴰ', 'ⵎ'])
  })

  test('still uses a picture removed from the library, and none from elsewhere (UPL-008, API-021)', async () => {
    const [school, elsewhere] = [await make.school(), await make.school()]
    const slug = await slugOf(await make.course(school))
    const logo = await picture(school, 'logo.png', 60)
    await t.as(school.admin).call(updateCertificateTemplate, { params: { slug }, body: { logo } })
    await t.platform((tx) => tx.updateTable('media').set({ deleted_at: now }).where('uuid', '=', logo).execute())
    expect((await preview(school.admin, slug, { logo })).has_logo).toBe(true)
    const foreign = await picture(elsewhere, 'logo.png', 60)
    await expect(preview(school.admin, slug, { logo: foreign })).rejects.toMatchObject({
      status: 422,
      errors: { logo: ['Selected value is not valid'] },
    })
    await expect(preview(school.admin, slug, { text: ' \n ' })).rejects.toMatchObject({ status: 422 })
    await expect(preview(elsewhere.admin, slug, {})).rejects.toMatchObject({ status: 404, code: 'not_found' })
  })
})
