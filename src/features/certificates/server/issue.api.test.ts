import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { listNotifications } from '#features/notifications/contract.ts'
import { updateSettings } from '#features/portals/contract.ts'
import { finishModuleItem } from '#features/progress/contract.ts'
import { addMonthsToDay, dayOf, endOfDay } from '#kernel/format/day.ts'
import { createFiles } from '#platform/files/files.ts'
import { createBus } from '#platform/live/bus.ts'
import { readPdf } from '#platform/pdf/pdf-testing.ts'
import { type TestPerson, testApp } from '../../../../tests/api.ts'
import { certificateMakers } from '../../../../tests/certificates.ts'
import { createCertificates, downloadCertificate, listCertificates, verifyCertificate } from '../contract.ts'
import { issueForEnrollment } from './api.ts'
import { jobs } from './jobs.ts'

let now = new Date('2026-03-02T10:00:00Z')
const t = testApp({ now: () => now })
const make = certificateMakers(t)

const generate = async (who: TestPerson, ...users_courses: number[]) =>
  (await t.as(who).call(createCertificates, { body: { users_courses } })).data
const download = (who: TestPerson, id: number) =>
  t.request(who, { method: 'GET', url: `/api/v1${downloadCertificate.path.replace(':id', String(id))}` })
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const rowOf = (id: number) =>
  t.platform((tx) => tx.selectFrom('certificates').selectAll().where('id', '=', id).executeTakeFirstOrThrow())

describe('generating', () => {
  test('the learner of a finished course gets one, with all its fields and a unique number (CER-002, CER-004, CER-007, CER-017)', async () => {
    const school = await make.school({ name: 'Harbor' })
    const { learner, course_id, related_id } = await make.graduate(school, { valid_months: 24 })
    const [certificate] = await generate(learner, related_id)
    expect(certificate).toMatchObject({
      user_id: learner.id,
      course_id,
      related_id,
      portal_id: school.portal.id,
      template_id: expect.any(Number),
      status: 'valid',
      holder_name: 'Ada Lovelace',
      course_title: 'Working at Height',
      issued_at: '2026-03-02T10:00:00.000Z',
      expires_at: '2028-03-03T05:00:00.000Z',
      revoked_at: null,
      abilities: { revoke: false },
    })
    expect(certificate?.number).toMatch(/^([2-9A-Z]{4}-){3}[2-9A-Z]{4}$/)
    expect(certificate?.verify_url).toBe(`http://${school.portal.host}:3000/certificates/${certificate?.number}`)
  })

  test('its holder is notified once (RTM-009)', async () => {
    const school = await make.school()
    const { learner, related_id } = await make.graduate(school)
    const [certificate] = await generate(learner, related_id)
    await generate(learner, related_id)
    const { data } = await t.as(learner).call(listNotifications)
    expect(data).toMatchObject([
      { kind: 'certificate_issued', text: `Working at Height, certificate ${certificate?.number}.` },
    ])
  })

  test('name and course title stay as they were on the day of issue (CER-007)', async () => {
    const school = await make.school()
    const { learner, course_id, related_id } = await make.graduate(school)
    const [before] = await generate(learner, related_id)
    await t.platform(async (tx) => {
      await tx.updateTable('courses').set({ title: 'Renamed' }).where('id', '=', course_id).execute()
      await tx.updateTable('portal_users').set({ last_name: 'King' }).where('user_id', '=', learner.id).execute()
    })
    const { data } = await t.as(learner).call(listCertificates)
    expect(data).toEqual([before])
    const { data: seen } = await t
      .as(school.portal)
      .call(verifyCertificate, { params: { number: before?.number ?? '' } })
    expect(seen).toMatchObject({ holder_name: 'Ada Lovelace', course_title: 'Working at Height' })
  })

  test('a certificate is dated in its portal’s time zone, even after the portal moves to another zone (CER-032, PRT-077)', async () => {
    for (const zone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
      const school = await make.school()
      await t.as(school.admin).call(updateSettings, { body: { time_zone: zone } })
      const { learner, related_id } = await make.graduate(school, { valid_months: 12 })
      const [certificate] = await generate(learner, related_id)
      const issuedAt = new Date(certificate!.issued_at)
      expect(certificate!.time_zone).toBe(zone)
      expect(certificate!.expires_at).toBe(endOfDay(addMonthsToDay(dayOf(issuedAt, zone), 12), zone).toISOString())
      await t.as(school.admin).call(updateSettings, { body: { time_zone: 'America/Denver' } })
      const { data } = await t.as(school.portal).call(verifyCertificate, { params: { number: certificate!.number } })
      expect([data.time_zone, data.expires_at]).toEqual([zone, certificate!.expires_at])
    }
  })

  test('an unfinished course answers ERR-066 with the address of the student (CER-004, MGR-012, ERR-066)', async () => {
    const school = await make.school()
    const { learner, related_id } = await make.graduate(school, { is_finished: false })
    await expect(generate(learner, related_id)).rejects.toMatchObject({
      status: 422,
      code: 'course_not_completed',
      message: `The ${learner.email} student has not yet completed the course`,
    })
  })

  test('without a template the text is ERR-056, without a logo ERR-057 (CER-005)', async () => {
    const school = await make.school({ has_logo: false })
    const bare = await make.graduate(school, { has_template: false })
    await expect(generate(bare.learner, bare.related_id)).rejects.toMatchObject({
      status: 422,
      code: 'no_certificate_template',
    })
    const plain = await make.graduate(school)
    await expect(generate(plain.learner, plain.related_id)).rejects.toMatchObject({
      status: 422,
      code: 'no_certificate_logo',
    })
  })

  test('a list of enrollments succeeds or fails as a whole, with each refusal at its position (CER-002)', async () => {
    const school = await make.school()
    const good = await make.graduate(school)
    const bad = await make.graduate(school, { is_finished: false })
    await expect(generate(school.admin, good.related_id, bad.related_id)).rejects.toMatchObject({
      status: 422,
      errors: { 'users_courses.1': [`The ${bad.learner.email} student has not yet completed the course`] },
    })
    expect((await t.as(school.admin).call(listCertificates)).data).toEqual([])
    const other = await make.graduate(school)
    const issued = await generate(school.admin, other.related_id, good.related_id)
    expect(issued.map((certificate) => certificate.user_id).toSorted()).toEqual(
      [good.learner.id, other.learner.id].toSorted(),
    )
  })

  test('only a person who edits enrollments may generate for others; a foreign enrollment answers 404 (CER-008, API-021)', async () => {
    const school = await make.school()
    const { related_id } = await make.graduate(school)
    for (const role of ['learner', 'instructor', 'manager', 'editor'] as const) {
      const person = await t.make.person(role, { portal: school.portal })
      await expect(generate(person, related_id)).rejects.toMatchObject({ status: 404, code: 'not_found' })
    }
    const elsewhere = await make.school()
    await expect(generate(elsewhere.admin, related_id)).rejects.toMatchObject({ status: 404 })
    const courseAdmin = await t.make.person('course_admin', { portal: school.portal })
    expect(await generate(courseAdmin, related_id)).toHaveLength(1)
  })

  test('a repeated request, and many at once, return the one certificate (CER-006)', async () => {
    const school = await make.school()
    const { learner, related_id } = await make.graduate(school)
    const answers = await Promise.all([
      ...Array.from({ length: 6 }, () => generate(learner, related_id)),
      generate(school.admin, related_id),
    ])
    const ids = new Set(answers.flat().map((certificate) => certificate.id))
    expect(ids.size).toBe(1)
    const again = await generate(learner, related_id)
    expect(again.map((certificate) => certificate.id)).toEqual([...ids])
    const mails = await t.platform((tx) =>
      tx.selectFrom('mails').select('template').where('to_email', '=', learner.email).execute(),
    )
    expect(mails).toEqual([{ template: 'certificate-issued' }])
  })

  test('a second enrollment in the same course gets its own certificate (CER-006, ROU-062)', async () => {
    const school = await make.school()
    const first = await make.graduate(school)
    const second = await make.enroll(school, first.course_id, first.learner)
    const issued = await generate(first.learner, first.related_id, second)
    expect(new Set(issued.map((certificate) => certificate.number)).size).toBe(2)
  })
})

describe('on finishing a course', () => {
  const finish = (portalId: number, host: string, enrollment_id: number) =>
    t.app.db.withPortal(portalId, async (tx) => {
      const portal = await t.app.resolvers.portalByHost(host)
      if (!portal) throw new Error('no portal')
      const request = { id: 'r', address: '127.0.0.1', user_agent: '', is_secure: false }
      return issueForEnrollment(tx, { portal, viewer: null, now, request }, { enrollment_id, is_automatic: true })
    })

  test('it is issued if the course requires one, and otherwise on request (CER-008)', async () => {
    const school = await make.school()
    const required = await make.graduate(school, { is_required: true })
    const free = await make.graduate(school)
    const { id, host } = school.portal
    expect(await finish(id, host, required.related_id)).toMatchObject({ is_automatic: true, issued_by: null })
    expect(await finish(id, host, free.related_id)).toBeNull()
  })

  test('the last step of a learner issues it in the same moment (CER-008, LRN-021)', async () => {
    const school = await make.school()
    const { learner, course_id, related_id } = await make.graduate(school, { is_required: true, is_finished: false })
    const itemId = await t.platform(async (tx) => {
      const place = { portal_id: school.portal.id, course_id }
      const module = await tx
        .insertInto('modules')
        .values({ ...place, title: 'One' })
        .returning('id')
        .executeTakeFirstOrThrow()
      const outline = { ...place, itemable_type: 'Module', itemable_id: module.id, sort_number: 1 }
      await tx.insertInto('outline_items').values(outline).execute()
      const item = await tx
        .insertInto('module_items')
        .values({
          portal_id: school.portal.id,
          module_id: module.id,
          itemable_type: 'Text',
          sort_number: 1,
          text: 'Hi',
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return item.id
    })
    await t.as(learner).call(finishModuleItem, { params: { itemType: 'Text', itemId }, body: { related_id } })
    const { data } = await t.as(learner).call(listCertificates)
    expect(data).toMatchObject([{ related_id, course_id, status: 'valid' }])
    expect(await rowOf(data[0]?.id ?? 0)).toMatchObject({ is_automatic: true, issued_by: null })
  })

  test('one that cannot be issued leaves the course finished and is generated later (CER-008, ERR-057)', async () => {
    const school = await make.school({ has_logo: false })
    const { learner, related_id } = await make.graduate(school, { is_required: true })
    expect(await finish(school.portal.id, school.portal.host, related_id)).toBeNull()
    await make.giveLogo(school)
    expect(await generate(learner, related_id)).toHaveLength(1)
  })
})

describe('what follows', () => {
  test('the learner gets an e-mail and a live event, and the log says who did it (CER-007, RTM-012, REP-006)', async () => {
    const school = await make.school()
    const { learner, course_id, related_id } = await make.graduate(school)
    const bus = createBus(t.app.db.pool.options, { onError: () => {} })
    await bus.ready
    const message = new Promise((resolve) => bus.subscribe('live', resolve))
    const [certificate] = await generate(school.admin, related_id)
    expect(await message).toMatchObject({
      channel: `private-notifications.${learner.id}`,
      event: 'certificate.issued',
      data: { id: certificate?.id, number: certificate?.number, related_id, course_id, title: 'Working at Height' },
    })
    await bus.close()
    const mail = await t.platform((tx) =>
      tx
        .selectFrom('mails')
        .select(['template', 'text'])
        .where('to_email', '=', learner.email)
        .executeTakeFirstOrThrow(),
    )
    expect(mail.template).toBe('certificate-issued')
    expect(mail.text).toContain(String(certificate?.verify_url))
    expect(mail.text).toContain('/profile/certificates')
    const log = await t.platform((tx) =>
      tx
        .selectFrom('activity_logs')
        .select(['user_id', 'subject_id'])
        .where('action', '=', 'certificate.issue')
        .where('portal_id', '=', school.portal.id)
        .execute(),
    )
    expect(log).toEqual([{ user_id: school.admin.id, subject_id: certificate?.id }])
  })

  test('the job renders the PDF and stores it with its fingerprint; the download is that file (CER-007, CER-018, CER-025)', async () => {
    const school = await make.school()
    const { learner, related_id } = await make.graduate(school)
    const [certificate] = await generate(learner, related_id)
    expect(certificate?.file).toEqual({
      url: `/api/v1/certificates/${certificate?.id}/download`,
      sha256: null,
      size: null,
    })
    await t.app.jobs.drain()
    const [issued] = (await t.as(learner).call(listCertificates)).data
    const file = await download(learner, Number(certificate?.id))
    expect(file.statusCode).toBe(200)
    expect(file.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': expect.stringContaining(`attachment; filename="Certificate ${certificate?.number}.pdf"`),
      'cache-control': 'private, no-store',
    })
    expect(issued?.file).toMatchObject({ sha256: sha256(file.rawPayload), size: file.rawPayload.length })
    const { texts, links } = readPdf(file.rawPayload)
    expect(texts.join(' ')).toContain('Ada Lovelace')
    expect(texts.join(' ')).toContain(String(certificate?.number))
    expect(links).toContain(certificate?.verify_url)
  })

  test('a download before the job has run creates the same file, which the job then leaves alone (CER-018)', async () => {
    const school = await make.school()
    const { learner, related_id } = await make.graduate(school)
    const [certificate] = await generate(learner, related_id)
    const id = Number(certificate?.id)
    const [early, twin] = await Promise.all([download(learner, id), download(learner, id)])
    expect(early.statusCode).toBe(200)
    expect(twin.rawPayload.equals(early.rawPayload)).toBe(true)
    const before = await rowOf(id)
    expect(before.sha256).toBe(sha256(early.rawPayload))
    await t.app.jobs.drain()
    expect(await rowOf(id)).toEqual(before)
    expect((await download(learner, id)).rawPayload.equals(early.rawPayload)).toBe(true)
  })

  test('letters that no font has are logged once, however often the file is requested (CER-031)', async () => {
    const school = await make.school()
    const [strange, plain] = [
      await make.graduate(school, { name: ['Dihya', 'ⴷⵉⵀⵢⴰ'] }),
      await make.graduate(school, { name: ['محمد', 'Nguyễn'] }),
    ]
    const logged = () =>
      t.platform((tx) =>
        tx
          .selectFrom('activity_logs')
          .select(['subject_id', 'changes'])
          .where('portal_id', '=', school.portal.id)
          .where('action', '=', 'certificate.letters-missing')
          .execute(),
      )
    const [certificate] = await generate(strange.learner, strange.related_id)
    await generate(plain.learner, plain.related_id)
    expect(await logged()).toEqual([])
    await Promise.all([t.app.jobs.drain(), download(strange.learner, Number(certificate?.id))])
    await download(strange.learner, Number(certificate?.id))
    const letters = 'ⴷ ⵉ ⵀ ⵢ ⴰ'
    const changes = { number: certificate?.number, letters }
    expect(await logged()).toEqual([{ subject_id: certificate?.id, changes }])
  })

  test('a renderer that dies halfway leaves nothing half done, and its work is retried (CER-007)', async () => {
    const school = await make.school()
    const { learner, related_id } = await make.graduate(school)
    const [certificate] = await generate(learner, related_id)
    const id = Number(certificate?.id)
    const queued = await t.platform((tx) =>
      tx.selectFrom('certificates').select('file_key').where('id', '=', id).executeTakeFirstOrThrow(),
    )
    expect(queued.file_key).toBeNull()
    // Storage that cannot be written: its folder is a file.
    const blocked = path.join(t.config.data_dir, `blocked-${id}`)
    fs.mkdirSync(t.config.data_dir, { recursive: true })
    fs.writeFileSync(blocked, '')
    const data = { portal_id: school.portal.id, certificate_id: id }
    const context = { db: t.app.db, now, signal: new AbortController().signal }
    const [broken] = jobs({ ...t.app.services, files: createFiles({ dir: blocked, secret: t.config.secret }) })
    await expect(broken?.run(data as never, context)).rejects.toThrow()
    expect(await rowOf(id)).toMatchObject({ file_key: null, sha256: null, file_size: null })
    expect(broken?.job).toMatchObject({ retries: 20, seconds: 120 })
    await t.app.jobs.drain()
    expect((await rowOf(id)).sha256).toBe(sha256((await download(learner, id)).rawPayload))
  })

  test('the program cannot change or delete anything it issued (CER-007, CER-009)', async () => {
    const school = await make.school()
    const { learner, related_id } = await make.graduate(school)
    const [certificate] = await generate(learner, related_id)
    const id = Number(certificate?.id)
    const denied = { code: '42501' }
    const run = (work: Parameters<typeof t.platform>[0]) => t.app.db.withPortal(school.portal.id, work)
    await expect(run((tx) => tx.deleteFrom('certificates').where('id', '=', id).execute())).rejects.toMatchObject(
      denied,
    )
    for (const change of [{ holder_name: 'Somebody' }, { course_title: 'X' }, { issued_at: now }, { number: 'X' }])
      await expect(
        run((tx) => tx.updateTable('certificates').set(change).where('id', '=', id).execute()),
      ).rejects.toMatchObject(denied)
    await expect(t.platform((tx) => tx.deleteFrom('certificates').execute())).rejects.toMatchObject(denied)
    now = new Date('2032-01-01T00:00:00Z')
    const params = { number: String(certificate?.number) }
    const { data } = await t.as(school.portal).call(verifyCertificate, { params })
    now = new Date('2026-03-02T10:00:00Z')
    expect(data).toMatchObject({ status: 'valid', holder_name: 'Ada Lovelace' })
  })
})
