import { text as textOf } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import yauzl from 'yauzl'
import { updateUser } from '#features/accounts/contract.ts'
import { createCertificates } from '#features/certificates/contract.ts'
import { listExports } from '#features/exports/contract.ts'
import { listNotifications } from '#features/notifications/contract.ts'
import { openExam, recordIncident } from '#features/proctoring/contract.ts'
import { createTradeRule } from '#features/trade-rules/contract.ts'
import { createNote } from '#features/users/contract.ts'
import { type TestPerson, testApp } from '../../../../tests/api.ts'
import { badgeHolders } from '../../../../tests/badges/holders.ts'
import { certificateMakers } from '../../../../tests/certificates.ts'
import { singleSco } from '../../../../tests/scorm/scorm-packages.ts'
import { scormPlay } from '../../../../tests/scorm/scorm-play.ts'
import { shopOf } from '../../../../tests/shop.ts'
import { examTaking } from '../../../../tests/taking.ts'
import { texting } from '../../../../tests/text-messages/texting.ts'
import { exportPersonalData } from '../contract.ts'

const t = testApp()
const make = certificateMakers(t)
const shop = shopOf(t)
const play = scormPlay(t)
const { taking } = examTaking(t)
const holders = badgeHolders(t)
const texts = texting(t, holders)

const unzip = (bytes: Buffer) =>
  new Promise<Record<string, string>>((resolve, reject) => {
    const files: Record<string, string> = {}
    yauzl.fromBuffer(bytes, { lazyEntries: true }, (error, file) => {
      if (error) return reject(error)
      file.on('entry', (entry: yauzl.Entry) =>
        file.openReadStream(entry, async (failed, stream) => {
          if (failed) return reject(failed)
          files[entry.fileName] = await textOf(stream)
          file.readEntry()
        }),
      )
      file.on('end', () => resolve(files))
      file.readEntry()
    })
  })

const ask = async (who: TestPerson) => (await t.as(who).call(exportPersonalData, {})).data
const filesOf = async (who: TestPerson) => (await t.as(who).call(listExports)).data.files
const download = (who: TestPerson, url: string) => t.request(who, { method: 'GET', url })

test('the export has profile, enrollments, progress, orders, certificates and messages as JSON and PDF, and nothing of others (USR-044, LEG-016, HIS-016)', async () => {
  const school = await make.school({ is_marketable: true, type: 2 })
  const { portal, admin } = school
  const { learner, related_id: relatedId } = await make.graduate(school)
  const other = await make.graduate(school)
  await t.as(learner).call(createCertificates, { body: { users_courses: [relatedId] } })
  await t.as(other.learner).call(createCertificates, { body: { users_courses: [other.related_id] } })
  await t.as(admin).call(createNote, { params: { id: learner.id }, body: { text: 'A secret note.' } })
  await t.as(learner).call(updateUser, { params: { id: learner.id }, body: { city: 'Lynn' } })
  const course = await shop.course(portal)
  const { id } = await shop.checkOut(learner, 'course', [{ id: course.id }])
  await shop.deliver(portal, await shop.pay(id))

  expect(await ask(learner)).toMatchObject({ kind: 'personal-data', status: 'waiting', url: null })
  // Two requests wait for one file.
  await ask(learner)
  expect(await filesOf(learner)).toHaveLength(1)
  await t.app.jobs.drain()
  const [file] = await filesOf(learner)
  expect(file).toMatchObject({ title: 'Your personal data', status: 'ready' })
  const content = await unzip((await download(learner, file!.url!)).rawPayload)
  const names = Object.keys(content)
  const certificates = JSON.parse(content['certificates.json']!).certificates as { number: string }[]
  expect(certificates).toHaveLength(1)
  expect(names.filter((name) => name.endsWith('.json'))).toEqual([
    'profile.json',
    'identity-provider.json',
    'history.json',
    'enrollments.json',
    'hands-on.json',
    'progress.json',
    'shipments.json',
    'orders.json',
    'certificates.json',
    'training-records.json',
    'documents.json',
    'recertification.json',
    'messages.json',
    'badges.json',
    'text-messages.json',
    'sign-ins.json',
  ])
  const pdfs = names.filter((name) => name.endsWith('.pdf'))
  expect(pdfs).toEqual([expect.stringContaining(`${certificates[0]!.number}.pdf`), 'invoices/INV-000001.pdf'])
  for (const name of pdfs) expect(content[name]?.slice(0, 5)).toBe('%PDF-')
  const profile = JSON.parse(content['profile.json']!)
  expect(profile).toMatchObject({ id: learner.id, email: learner.email })
  expect(Object.keys(profile)).not.toContain('password_hash')
  expect(JSON.parse(content['enrollments.json']!)).toHaveLength(2)
  expect(JSON.parse(content['orders.json']!)).toMatchObject([
    { invoice_number: 'INV-000001', items: [{ quantity: 1 }] },
  ])
  const changes = JSON.parse(content['history.json']!)
  expect(changes).toContainEqual({ created_at: expect.any(String), field: 'city', before: null, after: 'Lynn' })
  expect(new Set(changes.map(({ field }: { field: string }) => field)).has('tags')).toBe(false)
  expect(JSON.parse(content['messages.json']!).notifications.length).toBeGreaterThan(0)
  const all = Object.values(content).join('\n')
  expect(all).not.toContain('A secret note.')
  expect(all).not.toContain(other.learner.email)
  const notifications = (await t.as(learner).call(listNotifications)).data.filter(({ kind }) => kind === 'export_ready')
  expect(notifications).toHaveLength(1)
})

test('the export has what proctors recorded of the person (USR-044, TRD-049)', async () => {
  const who = await taking({ pools: [{ questions: 1 }] }, [])
  const admin = await t.make.person('portal_admin', { portal: who.course.portal })
  const rule = { title: 'On site', source: 'Contract', from_day: '2026-01-01', course_ids: [who.course.id] }
  await t.as(admin).call(createTradeRule, { body: { ...rule, kind: 'proctored_exam' } })
  const checked = { place: 'Denver yard', identity_check: "Driver's license" }
  const body = { related_id: who.related_id, exam_id: who.exam.id, ...checked }
  const { data } = await t.as(admin).call(openExam, { body })
  await who.start()
  await t.as(admin).call(recordIncident, { params: { id: data.id }, body: { text: 'The lights went out' } })
  await ask(who.person)
  await t.app.jobs.drain()
  const [file] = await filesOf(who.person)
  const content = await unzip((await download(who.person, file!.url!)).rawPayload)
  expect(JSON.parse(content['progress.json']!).proctored_exams).toMatchObject([
    { enrollment_id: who.related_id, attempt: 1, ...checked, incidents: [{ text: 'The lights went out' }] },
  ])
})

test('the export has the mobile number and what was texted to it, without links and codes (USR-044, TXT-017)', async () => {
  const at = await holders.setUp()
  const person = await texts.proved(at)
  const who = holders.as(at.portal, person)
  await ask(who)
  await t.app.jobs.drain()
  const [file] = await filesOf(who)
  const content = await unzip((await download(who, file!.url!)).rawPayload)
  const text = JSON.parse(content['text-messages.json']!)
  expect(text.mobile_number).toMatchObject([
    { number: person.mobile, is_own_consent: false, proved_at: expect.any(String), opted_out_at: null },
  ])
  expect(text.messages).toMatchObject([{ kind: 'start', number: person.mobile, sent_at: expect.any(String) }])
  expect(content['text-messages.json']).not.toContain('/t#')
})

test('the export has the stored data of package items as it is (USR-044, SCO-003)', async () => {
  const module = await play.aModule(singleSco())
  const player = await play.start(module)
  await player.send([
    player.next('golf', 'begin'),
    player.next('golf', 'data', { 'cmi.core.lesson_location': 'hole-7', 'cmi.suspend_data': 'half way' }),
  ])
  await ask(module.learner)
  await t.app.jobs.drain()
  const [file] = await filesOf(module.learner)
  const content = await unzip((await download(module.learner, file!.url!)).rawPayload)
  expect(JSON.parse(content['progress.json']!).scorm_items).toMatchObject([
    {
      enrollment_id: module.related_id,
      item: 'golf',
      cmi: { 'cmi.core.lesson_location': 'hole-7' },
      suspend_data: 'half way',
    },
  ])
})

test('only the person can download it, in the portal it is about, in any role (USR-044, API-021)', async () => {
  const person = await t.make.person('manager')
  await ask(person)
  await t.app.jobs.drain()
  const [file] = await filesOf(person)
  expect((await download(person, file!.url!)).statusCode).toBe(200)
  const admin = await t.make.person('portal_admin', { portal: person.portal })
  const root = await t.make.person('super_admin', { portal: person.portal })
  for (const who of [admin, root]) expect((await download(who, file!.url!)).statusCode).toBe(404)
  const elsewhere = await t.make.portal()
  await t.make.role(person.id, elsewhere, 'learner')
  const there = { ...person, portal: elsewhere, token: await t.make.session(person.id, elsewhere, 'learner') }
  expect(await filesOf(there)).toEqual([])
  expect((await download(there, file!.url!)).statusCode).toBe(404)
  const answer = await t.request(elsewhere, { method: 'POST', url: '/api/v1/me/data-export' })
  expect(answer.json()).toMatchObject({ code: 'unauthorized' })
})
