import { describe, expect, test } from 'vitest'
import { type TestPerson, testApp } from '../../../../tests/api.ts'
import { certificateMakers, type School } from '../../../../tests/certificates.ts'
import * as contract from '../contract.ts'

let now = new Date('2026-03-02T10:00:00Z')
const t = testApp({ now: () => now })
const make = certificateMakers(t)

/** A person who finished a course and has its certificate. */
const holder = async (school: School, options: Parameters<typeof make.graduate>[1] = {}) => {
  const graduate = await make.graduate(school, options)
  const { data } = await t
    .as(school.admin)
    .call(contract.createCertificates, { body: { users_courses: [graduate.related_id] } })
  const [certificate] = data
  if (!certificate) throw new Error('no certificate')
  return { ...graduate, certificate }
}
const list = async (who: TestPerson, query: Record<string, unknown> = {}) =>
  (await t.as(who).call(contract.listCertificates, { query })).data.map((certificate) => certificate.id)
const ofUser = (who: TestPerson, userId: number, query: Record<string, unknown> = {}) =>
  t.as(who).call(contract.listUserCertificates, { params: { userId }, query })
const download = (who: TestPerson, id: number, query = '') =>
  t.request(who, { method: 'GET', url: `/api/v1/certificates/${id}/download${query}` })
const refused = (status: number, code: string) => ({ status, code })
const actionsOf = async (portalId: number, action: string) =>
  t.platform((tx) =>
    tx
      .selectFrom('activity_logs')
      .select(['user_id', 'subject_id'])
      .where('portal_id', '=', portalId)
      .where('action', '=', action)
      .execute(),
  )

describe('who sees certificates', () => {
  test('everyone sees and downloads their own (CER-014, CER-016, CER-017, CER-018)', async () => {
    const school = await make.school()
    const [mine, other] = [await holder(school), await holder(school)]
    expect(await list(mine.learner)).toEqual([mine.certificate.id])
    expect((await ofUser(mine.learner, mine.learner.id)).data.map(({ id }) => id)).toEqual([mine.certificate.id])
    expect((await download(mine.learner, mine.certificate.id)).statusCode).toBe(200)
    expect((await download(mine.learner, other.certificate.id)).statusCode).toBe(404)
    const denied = refused(403, 'not_enough_permissions')
    await expect(list(mine.learner, { user_id: other.learner.id })).rejects.toMatchObject(denied)
    await expect(ofUser(mine.learner, other.learner.id)).rejects.toMatchObject(denied)
  })

  test('roles with the group see all in the portal, by person and course; accounting and editors do not (ROL-062, CER-013, CER-017, CER-019)', async () => {
    const school = await make.school()
    const [one, two] = [await holder(school), await holder(school)]
    for (const role of ['portal_admin', 'course_admin', 'admin', 'sub_admin'] as const) {
      const person = await t.make.person(role, { portal: school.portal })
      expect((await list(person)).toSorted()).toEqual([one.certificate.id, two.certificate.id].toSorted())
      expect(await list(person, { user_id: two.learner.id })).toEqual([two.certificate.id])
      expect(await list(person, { course_id: one.course_id })).toEqual([one.certificate.id])
      expect((await download(person, one.certificate.id)).statusCode).toBe(200)
    }
    for (const role of ['accounting', 'editor', 'partner'] as const) {
      const person = await t.make.person(role, { portal: school.portal })
      expect(await list(person)).toEqual([])
      await expect(ofUser(person, one.learner.id)).rejects.toMatchObject(refused(403, 'not_enough_permissions'))
      expect((await download(person, one.certificate.id)).statusCode).toBe(404)
    }
  })

  test('a manager sees those of learners assigned to them, an outside manager those of learners they brought (ROL-027, ROL-062, ROL-069, CER-019)', async () => {
    const school = await make.school()
    const manager = await t.make.person('manager', { portal: school.portal })
    const outside = await t.make.person('manager', { portal: school.portal })
    await t.platform((tx) =>
      tx.updateTable('portal_user_roles').set({ is_outside: true }).where('user_id', '=', outside.id).execute(),
    )
    const brought = await holder(school, { manager })
    const curated = await holder(school, { curator: manager })
    const others = await holder(school, { manager: outside })
    const onlyCurated = await holder(school, { curator: outside })
    expect((await list(manager)).toSorted()).toEqual([brought.certificate.id, curated.certificate.id].toSorted())
    expect(await list(outside)).toEqual([others.certificate.id])
    expect((await download(manager, curated.certificate.id)).statusCode).toBe(200)
    expect((await download(manager, others.certificate.id)).statusCode).toBe(404)
    expect((await download(outside, onlyCurated.certificate.id)).statusCode).toBe(404)
    expect((await ofUser(manager, others.learner.id)).data).toEqual([])
    const instructor = await t.make.person('instructor', { portal: school.portal })
    expect(await list(instructor)).toEqual([])
  })

  test('instructors see those of their own courses, without the learners of another curator (ROL-027, ROL-037, ROL-062)', async () => {
    const school = await make.school()
    const [instructor, curator] = [
      await t.make.person('instructor', { portal: school.portal }),
      await t.make.person('instructor', { portal: school.portal }),
    ]
    const [free, curated, elsewhere] = [await holder(school), await holder(school, { curator }), await holder(school)]
    const teach = (user_id: number, course_id: number) =>
      t.platform((tx) =>
        tx.insertInto('course_instructors').values({ portal_id: school.portal.id, course_id, user_id }).execute(),
      )
    await teach(instructor.id, free.course_id)
    await teach(instructor.id, curated.course_id)
    expect(await list(instructor)).toEqual([free.certificate.id])
    expect(await list(curator)).toEqual([curated.certificate.id])
    expect((await download(instructor, free.certificate.id)).statusCode).toBe(200)
    for (const one of [curated, elsewhere])
      expect((await download(instructor, one.certificate.id)).statusCode).toBe(404)
  })

  test('another portal reveals nothing: neither its people nor its ids are found (CER-015, PRT-011, API-021)', async () => {
    const [school, elsewhere] = [await make.school(), await make.school()]
    const { learner, certificate } = await holder(school)
    expect(await list(elsewhere.admin)).toEqual([])
    await expect(ofUser(elsewhere.admin, learner.id)).rejects.toMatchObject(refused(404, 'not_found'))
    expect((await download(elsewhere.admin, certificate.id)).statusCode).toBe(404)
    const foreign = { portal_id: school.portal.id }
    await expect(list(elsewhere.admin, foreign)).rejects.toMatchObject({
      ...refused(403, 'not_your_portal'),
      message: 'Not your portal!',
    })
  })

  test('a super admin sees those of another portal by its id, which that portal’s log shows (CER-015, CER-016, PRT-040)', async () => {
    const school = await make.school()
    const { learner, certificate } = await holder(school)
    const root = await t.make.person('super_admin')
    const query = { portal_id: school.portal.id }
    expect(await list(root)).toEqual([])
    expect(await list(root, { ...query, user_id: learner.id })).toEqual([certificate.id])
    expect((await ofUser(root, learner.id, query)).data).toHaveLength(1)
    expect((await download(root, certificate.id, `?portal_id=${school.portal.id}`)).statusCode).toBe(200)
    expect((await download(root, certificate.id)).statusCode).toBe(404)
    await expect(list(root, { portal_id: 999_999 })).rejects.toMatchObject(refused(404, 'not_found'))
    expect(await actionsOf(school.portal.id, 'certificates.view')).toEqual(
      Array.from({ length: 3 }, () => ({ user_id: root.id, subject_id: null })),
    )
  })

  test('the newest come first, page by page, and from the oldest when asked (API-012, CER-017)', async () => {
    const school = await make.school()
    const { learner } = await make.graduate(school, { is_finished: false })
    const ids: number[] = []
    for (let day = 1; day <= 3; day += 1) {
      now = new Date(`2026-03-0${day}T12:00:00Z`)
      const related = await make.enroll(school, await make.course(school), learner)
      const body = { users_courses: [related] }
      const { data } = await t.as(school.admin).call(contract.createCertificates, { body })
      ids.push(data[0]?.id ?? 0)
    }
    const page = (query: Record<string, unknown>) => ofUser(learner, learner.id, { per_page: 2, ...query })
    const first = await page({})
    expect(first.data.map(({ id }) => id)).toEqual([ids[2], ids[1]])
    const second = await page({ cursor: first.meta.next_cursor })
    expect(second.data.map(({ id }) => id)).toEqual([ids[0]])
    const oldest = await page({ sort: 'issued_at' })
    expect(oldest.data.map(({ id }) => id)).toEqual([ids[0], ids[1]])
    await expect(page({ sort: 'number' })).rejects.toMatchObject({
      status: 422,
      errors: { sort: [expect.any(String)] },
    })
  })
})

describe('revoking', () => {
  const revoke = (who: TestPerson, id: number, reason = 'Taken by somebody else') =>
    t.as(who).call(contract.revokeCertificate, { params: { id }, body: { reason } })

  test('people who edit enrollments revoke with a reason; the record stays, and the learner is notified (CER-024, CER-027)', async () => {
    const school = await make.school()
    const { learner, certificate } = await holder(school)
    now = new Date('2026-04-01T10:00:00Z')
    const { data } = await revoke(school.admin, certificate.id)
    expect(data).toMatchObject({
      status: 'revoked',
      revoked_at: '2026-04-01T10:00:00.000Z',
      revoke_reason: 'Taken by somebody else',
      abilities: { revoke: false },
    })
    expect((await t.as(learner).call(contract.listCertificates)).data).toMatchObject([
      { id: certificate.id, status: 'revoked' },
    ])
    expect((await download(learner, certificate.id)).statusCode).toBe(200)
    const mails = await t.platform((tx) =>
      tx.selectFrom('mails').select(['template', 'text']).where('to_email', '=', learner.email).orderBy('id').execute(),
    )
    expect(mails.map((mail) => mail.template)).toEqual(['certificate-issued', 'certificate-revoked'])
    expect(mails[1]?.text).toContain('Taken by somebody else')
    expect(await actionsOf(school.portal.id, 'certificate.revoke')).toEqual([
      { user_id: school.admin.id, subject_id: certificate.id },
    ])
    now = new Date('2026-04-02T10:00:00Z')
    const again = await revoke(school.admin, certificate.id, 'Another reason')
    expect(again.data).toMatchObject({ revoked_at: data.revoked_at, revoke_reason: 'Taken by somebody else' })
    expect(await actionsOf(school.portal.id, 'certificate.revoke')).toHaveLength(1)
  })

  test('nobody else revokes, nobody without a reason, and nobody in another portal (CER-024, ROL-036)', async () => {
    const school = await make.school()
    const { learner, certificate } = await holder(school)
    for (const role of ['instructor', 'manager', 'accounting', 'editor'] as const) {
      const person = await t.make.person(role, { portal: school.portal })
      await expect(revoke(person, certificate.id)).rejects.toMatchObject(refused(403, 'not_enough_permissions'))
    }
    await expect(revoke(learner, certificate.id)).rejects.toMatchObject({ status: 403 })
    await expect(revoke(school.admin, certificate.id, '  ')).rejects.toMatchObject({
      status: 422,
      errors: { reason: ['This field is required.'] },
    })
    const elsewhere = await make.school()
    await expect(revoke(elsewhere.admin, certificate.id)).rejects.toMatchObject(refused(404, 'not_found'))
    expect(await list(learner)).toEqual([certificate.id])
  })
})

describe('verifying', () => {
  const verify = async (school: Pick<School, 'portal'>, number: string) =>
    (await t.as(school.portal).call(contract.verifyCertificate, { params: { number } })).data

  test('anyone can read holder, course, provider, dates and fingerprint, and nothing else (CER-025, CER-027, API-022)', async () => {
    const school = await make.school()
    const { certificate } = await holder(school, { valid_months: 12 })
    await t.app.jobs.drain()
    const [listed] = (await t.as(school.admin).call(contract.listCertificates)).data
    const seen = await verify(school, certificate.number)
    expect(seen).toEqual({
      number: certificate.number,
      status: 'valid',
      holder_name: 'Ada Lovelace',
      course_title: 'Working at Height',
      provider: certificate.provider,
      course_version: null,
      issued_at: certificate.issued_at,
      expires_at: certificate.expires_at,
      time_zone: 'America/New_York',
      revoked_at: null,
      sha256: listed?.file.sha256,
      seals: [],
    })
    expect(seen.sha256).toMatch(/^[\da-f]{64}$/)
  })

  test('valid, expired and revoked are distinguished (CER-025, CER-024, CER-032)', async () => {
    now = new Date('2026-05-01T10:00:00Z')
    const school = await make.school()
    const { certificate } = await holder(school, { valid_months: 1 })
    expect((await verify(school, certificate.number)).status).toBe('valid')
    // It is valid through June 1 in the portal’s time zone, when it is already June 2 in UTC.
    now = new Date('2026-06-02T03:59:59Z')
    expect((await verify(school, certificate.number)).status).toBe('valid')
    now = new Date('2026-06-02T04:00:00Z')
    expect((await verify(school, certificate.number)).status).toBe('expired')
    await t
      .as(await t.make.person('course_admin', { portal: school.portal }))
      .call(contract.revokeCertificate, { params: { id: certificate.id }, body: { reason: 'Forged exam' } })
    const revoked = await verify(school, certificate.number)
    expect(revoked).toMatchObject({ status: 'revoked', revoked_at: '2026-06-02T04:00:00.000Z' })
    expect(JSON.stringify(revoked)).not.toContain('Forged exam')
  })

  test('the number may be typed in lower case and without hyphens; a wrong or foreign one answers 404 (CER-025, CER-026)', async () => {
    const [school, elsewhere] = [await make.school(), await make.school()]
    const { certificate } = await holder(school)
    const typed = ` ${certificate.number.toLowerCase().replaceAll('-', ' ')} `
    expect((await verify(school, typed)).number).toBe(certificate.number)
    const swapped = certificate.number.replace(/^(.)/, (sign) => (sign === '2' ? '3' : '2'))
    for (const [at, number] of [
      [school, swapped],
      [school, 'hello'],
      [elsewhere, certificate.number],
    ] as const)
      await expect(verify(at, number)).rejects.toMatchObject(refused(404, 'not_found'))
  })

  test('after 60 lookups in a minute from one address, the next has to wait (CER-025, API-020)', async () => {
    const portal = await t.make.portal()
    const ask = (address: string) =>
      t.request(portal, {
        method: 'GET',
        url: '/api/v1/main/certificates/2222-2222-2222-2222',
        remoteAddress: address,
      })
    const statuses: number[] = []
    for (let look = 0; look < 61; look += 1) statuses.push((await ask('203.0.113.77')).statusCode)
    expect(statuses.slice(0, 60)).not.toContain(429)
    expect(statuses[60]).toBe(429)
    expect((await ask('203.0.113.78')).statusCode).toBe(404)
  })
})
