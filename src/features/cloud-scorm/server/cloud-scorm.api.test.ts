import { describe, expect, test } from 'vitest'
import { cloudScormModules } from '#features/outline/contract.ts'
import { startPreviewCloudScorm } from '#features/previews/contract.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import type { Message } from '#standins/scorm-cloud/post-backs.ts'
import type { Registration } from '#standins/scorm-cloud/state.ts'
import { type TestPerson, testApp } from '../../../../tests/api.ts'
import { buildPackage, multiSco } from '../../../../tests/scorm/scorm-packages.ts'
import { scormPlay } from '../../../../tests/scorm/scorm-play.ts'
import { listCloudScormImports, retryCloudScormImport, startCloudScormModule } from '../contract.ts'
import { importJob } from './import-job.ts'

const t = testApp()
const play = scormPlay(t)

const controls = () => {
  const standin = t.app.standins.scormCloud?.controls
  if (!standin) throw new Error('The stand-in runs in this process')
  return standin
}

const importOf = async (who: TestPerson, uploadId: string) => {
  const { data } = await t.as(who).call(listCloudScormImports, { query: { upload_id: uploadId } })
  const [upload] = data
  if (!upload) throw new Error('The upload has been noted')
  return upload
}
/** The next step of an import, which the queue would run after its pause. */
const takeStep = async (who: TestPerson, id: number) => {
  await t.app.db.withPortal(who.portal.id, (tx) =>
    enqueue(tx, importJob, { portal_id: who.portal.id, import_id: id, asked: 1 }),
  )
  await t.app.jobs.drain()
}
const imported = async (who: TestPerson) => {
  controls().setPollsOfImport(0)
  const uploadId = await play.upload(who, await buildPackage(multiSco()), 'First aid.zip', 'cloud-scorm')
  await t.app.jobs.drain()
  return importOf(who, uploadId)
}

/** A course with one cloud module and a learner. */
const aModule = async (who?: TestPerson) => {
  const author = who ?? (await t.make.person('portal_admin'))
  const upload = await imported(author)
  const course = await play.make.course(author)
  const body = { title: 'First aid', scorm_id: upload.course_id ?? '' }
  const { data: item } = await t.as(author).call(cloudScormModules.create, { params: { courseId: course.id }, body })
  const learner = await t.make.person('learner', { portal: author.portal })
  const related_id = await play.make.enroll(author.portal, course.id, learner)
  return { author, learner, course, module_id: item.itemable_id, related_id }
}
type Module = Awaited<ReturnType<typeof aModule>>
const start = async ({ learner, module_id, related_id }: Module) =>
  (await t.as(learner).call(startCloudScormModule, { params: { id: module_id }, body: { related_id } })).data

const statusOf = ({ related_id }: Module) =>
  t.platform(async (tx) => {
    const row = await tx
      .selectFrom('course_user_progress')
      .select('status')
      .where('enrollment_id', '=', related_id)
      .where('item_type', '=', 'CloudScormModule')
      .executeTakeFirst()
    return row?.status ?? 4
  })

const registrationOf = ({ learner }: Module): Registration => {
  const registration = controls()
    .registrations()
    .find((one) => one.learner.id === `portico-${learner.id}`)
  if (!registration) throw new Error('The learner is registered')
  return registration
}
const deliver = ({ url, headers, body }: Message) => {
  const { host, pathname } = new URL(url)
  return t.app.http.inject({ method: 'POST', url: pathname, headers: { ...headers, host }, payload: body })
}
/** What the service would post for these states of a learner, in order. */
const messagesOf = async (module: Module, ...reports: Parameters<ReturnType<typeof controls>['report']>[1][]) => {
  controls().hold(true)
  const before = controls().messages.length
  for (const report of reports) await controls().report(registrationOf(module), report)
  return controls().messages.slice(before)
}

describe('a package is imported', () => {
  test('from the upload to the course in the service, with live events on its own channel (SCO-018, SCO-031, INT-003)', async () => {
    const author = await t.make.person('course_admin')
    controls().setPollsOfImport(1)
    const uploadId = await play.upload(author, await buildPackage(multiSco()), 'First aid.zip', 'cloud-scorm')
    const waiting = await importOf(author, uploadId)
    expect(waiting).toMatchObject({ status: 'NOT_STARTED', percent: 0, course_id: null, file_name: 'First aid.zip' })
    const auth = await t.request(author, {
      method: 'POST',
      url: '/api/v1/broadcasting/auth',
      payload: { socket_id: '1.1', channel_name: `private-cloud-scorm-progress.${waiting.uuid}` },
    })
    expect(auth.statusCode).toBe(200)
    await t.app.jobs.drain()
    expect(await importOf(author, uploadId)).toMatchObject({ status: 'PENDING', percent: 60, course_id: null })
    await takeStep(author, waiting.id)
    expect(await importOf(author, uploadId)).toMatchObject({
      status: 'SUCCESS',
      percent: 100,
      title: 'First aid',
      course_id: expect.stringContaining('portico-'),
      error: null,
    })
    // It did not become a native package.
    const packages = await t.platform((tx) =>
      tx.selectFrom('scorm_packages').select('id').where('portal_id', '=', author.portal.id).execute(),
    )
    expect(packages).toEqual([])
  })

  test('its channel is closed to everyone who may not edit courses (RTM-003)', async () => {
    const author = await t.make.person('portal_admin')
    const { uuid } = await imported(author)
    const join = async (who: TestPerson) =>
      (
        await t.request(who, {
          method: 'POST',
          url: '/api/v1/broadcasting/auth',
          payload: { socket_id: '1.1', channel_name: `private-cloud-scorm-progress.${uuid}` },
        })
      ).statusCode
    expect(await join(await t.make.person('learner', { portal: author.portal }))).toBe(403)
    expect(await join(await t.make.person('partner', { portal: author.portal }))).toBe(403)
    expect(await join(await t.make.person('portal_admin'))).toBe(403)
    expect(await join(await t.make.person('editor', { portal: author.portal }))).toBe(200)
  })

  test('a temporary failure is retried at most five times, and then it fails (INT-004, INT-005)', async () => {
    const author = await t.make.person('portal_admin')
    const uploadId = await play.upload(author, await buildPackage(multiSco()), 'a.zip', 'cloud-scorm')
    controls().failNext(503, 503, 503, 503, 503, 503)
    await t.app.jobs.drain()
    const { id, status, error } = await importOf(author, uploadId)
    expect({ status, error }).toEqual({
      status: 'TEMPORARY_FAILURE',
      error: 'The service is not available at the moment.',
    })
    for (let tries = 2; tries <= 5; tries++) {
      await takeStep(author, id)
      expect((await importOf(author, uploadId)).status).toBe('TEMPORARY_FAILURE')
    }
    await takeStep(author, id)
    expect(await importOf(author, uploadId)).toMatchObject({ status: 'FAILED', course_id: null })
    // The upload was kept, so its author can send it again.
    controls().setPollsOfImport(0)
    const retried = await t.as(author).call(retryCloudScormImport, { params: { id } })
    expect(retried.data).toMatchObject({ status: 'NOT_STARTED', error: null })
    await t.app.jobs.drain()
    expect(await importOf(author, uploadId)).toMatchObject({ status: 'SUCCESS' })
  })

  test('a refusal by the service ends it with the reason', async () => {
    const author = await t.make.person('portal_admin')
    controls().setPollsOfImport(0)
    const uploadId = await play.upload(author, Buffer.from('PK\u0003\u0004 no manifest'), 'a.zip', 'cloud-scorm')
    await t.app.jobs.drain()
    expect(await importOf(author, uploadId)).toMatchObject({
      status: 'FAILED',
      error: 'No imsmanifest.xml found in the package.',
    })
  })

  test('partners see only their own (ROL-027)', async () => {
    const partner = await t.make.person('partner')
    const own = await imported(partner)
    const colleague = await t.make.person('partner', { portal: partner.portal })
    const admin = await t.make.person('portal_admin', { portal: partner.portal })
    const idsOf = async (who: TestPerson) =>
      (await t.as(who).call(listCloudScormImports, { query: {} })).data.map(({ id }) => id)
    expect(await idsOf(partner)).toEqual([own.id])
    expect(await idsOf(admin)).toEqual([own.id])
    expect(await idsOf(colleague)).toEqual([])
    await expect(t.as(colleague).call(retryCloudScormImport, { params: { id: own.id } })).rejects.toMatchObject({
      code: 'not_found',
    })
  })
})

describe('a learner starts a module', () => {
  test('the answer has the module with this learner’s address, and the item is in progress (SCO-021, SCO-022, SCO-024, LRN-013)', async () => {
    const module = await aModule()
    const data = await start(module)
    expect(data).toMatchObject({
      id: module.module_id,
      title: 'First aid',
      slug: 'first-aid',
      scorm_id: expect.stringContaining('portico-'),
      scorm_link: expect.stringMatching(/^http.*\/launch\//),
      course_user_progress: { id: expect.any(Number), status: 1 },
      is_kept: true,
    })
    const again = await start(module)
    expect(again.scorm_link).not.toBe(data.scorm_link)
    const own = controls()
      .registrations()
      .filter(({ learner }) => learner.id === `portico-${module.learner.id}`)
    expect(own).toHaveLength(1)
  })

  test('a start that fails leaves the status as it was (LRN-015)', async () => {
    const module = await aModule()
    controls().failNext(500)
    await expect(start(module)).rejects.toMatchObject({
      status: 422,
      message: 'We cannot reach the module right now. Please try again later.',
    })
    expect(await statusOf(module)).toBe(4)
    expect((await start(module)).course_user_progress?.status).toBe(1)
  })

  test('only people in the course may (LRN-048)', async () => {
    const module = await aModule()
    const stranger = await t.make.person('learner', { portal: module.author.portal })
    await expect(start({ ...module, learner: stranger })).rejects.toMatchObject({ code: 'not_found' })
    await expect(start({ ...module, learner: module.author })).rejects.toMatchObject({ status: 403 })
  })
})

describe('the service reports', () => {
  test.each([
    ['passed', { completion: 'COMPLETED', success: 'PASSED' }, 2],
    ['failed', { completion: 'COMPLETED', success: 'FAILED' }, 3],
    ['completed without a result', { completion: 'COMPLETED', success: 'UNKNOWN' }, 2],
    ['left in the middle', { completion: 'INCOMPLETE', success: 'UNKNOWN' }, 1],
  ] as const)('%s, and the learner sees it (SCO-019, SCO-025)', async (_name, report, status) => {
    const module = await aModule()
    await start(module)
    const [message] = await messagesOf(module, report)
    if (!message) throw new Error('A message is due')
    const answer = await deliver(message)
    expect([answer.statusCode, answer.json()]).toEqual([200, { received: true }])
    expect(await statusOf(module)).toBe(status)
  })

  test('a message that arrives twice, or after a newer one, changes nothing (SCO-020, SCO-025)', async () => {
    const module = await aModule()
    await start(module)
    const [failed, passed] = await messagesOf(
      module,
      { completion: 'COMPLETED', success: 'FAILED', scaled: 0.2 },
      { completion: 'COMPLETED', success: 'PASSED', scaled: 0.9 },
    )
    if (!failed || !passed) throw new Error('Two messages are due')
    for (const message of [passed, failed, passed, failed]) expect((await deliver(message)).statusCode).toBe(200)
    expect(await statusOf(module)).toBe(2)
    const row = await t.platform((tx) =>
      tx
        .selectFrom('cloud_scorm_registrations')
        .select(['success', 'score_percent'])
        .where('enrollment_id', '=', module.related_id)
        .executeTakeFirstOrThrow(),
    )
    expect(row).toEqual({ success: 'PASSED', score_percent: 90 })
  })

  test('a newer message never lowers a success (SCO-020)', async () => {
    const module = await aModule()
    await start(module)
    const messages = await messagesOf(
      module,
      { completion: 'COMPLETED', success: 'PASSED' },
      { completion: 'INCOMPLETE', success: 'UNKNOWN' },
      { completion: 'COMPLETED', success: 'FAILED' },
    )
    for (const message of messages) await deliver(message)
    expect(await statusOf(module)).toBe(2)
  })

  test('many at once count one after another', async () => {
    const module = await aModule()
    await start(module)
    const messages = await messagesOf(
      module,
      { completion: 'INCOMPLETE' },
      { success: 'FAILED' },
      { success: 'PASSED' },
    )
    const answers = await Promise.all([...messages, ...messages, ...messages].map(deliver))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 200))
    expect(await statusOf(module)).toBe(2)
  })

  test('only with the password of the registration (API-003, SCO-025)', async () => {
    const [one, other] = [await aModule(), await aModule()]
    await start(one)
    await start(other)
    const [message] = await messagesOf(one, { completion: 'COMPLETED', success: 'PASSED' })
    const [foreign] = await messagesOf(other, { completion: 'COMPLETED', success: 'PASSED' })
    if (!message || !foreign) throw new Error('Messages are due')
    const { authorization: _, ...without } = message.headers
    const wrong = `Basic ${Buffer.from(`${registrationOf(one).id}:wrong`).toString('base64')}`
    for (const headers of [without, { ...message.headers, authorization: wrong }])
      expect((await deliver({ ...message, headers })).statusCode).toBe(422)
    // Genuine credentials, but for a registration other than the one in the message.
    expect((await deliver({ ...message, headers: foreign.headers })).statusCode).toBe(422)
    expect(await statusOf(one)).toBe(1)
  })

  test('about an unknown registration: nothing changes (SCO-025)', async () => {
    const module = await aModule()
    await start(module)
    const [message] = await messagesOf(module, { completion: 'COMPLETED', success: 'PASSED' })
    if (!message) throw new Error('A message is due')
    const elsewhere = await t.make.portal()
    const answer = await deliver({ ...message, url: message.url.replace(/\/\/[^/]+/, `//${elsewhere.host}`) })
    expect([answer.statusCode, answer.json()]).toEqual([200, { received: true }])
    expect(await statusOf(module)).toBe(1)
  })

  test('an undelivered result is found at the next start (SCO-019)', async () => {
    const module = await aModule()
    await start(module)
    await messagesOf(module, { completion: 'COMPLETED', success: 'PASSED' })
    expect((await start(module)).course_user_progress?.status).toBe(2)
  })
})

test('an author looks at a module without a registration, and what is done there is recorded nowhere (BLD-068)', async () => {
  const module = await aModule()
  const registered = controls().registrations().length
  const { data } = await t.as(module.author).call(startPreviewCloudScorm, {
    params: { slug: module.course.slug, id: module.module_id },
  })
  expect(data).toMatchObject({ title: 'First aid', is_kept: false, course_user_progress: null })
  const { host, pathname: url } = new URL(data.scorm_link)
  const page = await t.app.http.inject({ method: 'GET', url, headers: { host } })
  expect(page.body).toContain('nothing is recorded')
  const end = { 'content-type': 'application/x-www-form-urlencoded' }
  const ended = await t.app.http.inject({ method: 'POST', url, headers: { host, ...end }, payload: 'end=pass' })
  expect(ended.headers.location).toContain(`/courses/learner/${module.course.slug}/0/outline/CloudScormModule/`)
  expect(controls().registrations()).toHaveLength(registered)
  expect(await statusOf(module)).toBe(4)
})
