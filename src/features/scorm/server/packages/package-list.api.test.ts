import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { enqueue } from '#platform/jobs/jobs.ts'
import { type TestPerson, testApp } from '../../../../../tests/api.ts'
import { buildPackage, multiSco, noPackage, singleSco } from '../../../../../tests/scorm/scorm-packages.ts'
import { scormPlay, TUS } from '../../../../../tests/scorm/scorm-play.ts'
import { scormModules } from '../../../outline/contract.ts'
import { deleteScormPackage, listScormPackages, previewScormPackage, showScormPackage } from '../../contract.ts'
import { importPackage } from '../api.ts'
import { cleanJob } from '../job-names.ts'

const clock = { shift: 0 }
const t = testApp({ now: () => new Date(Date.now() + clock.shift) })
const play = scormPlay(t)
const DAY_MS = 86_400_000
const NOT_FOUND = { status: 404, code: 'not_found' }

const isStored = async (uuid: string) => (await Array.fromAsync(t.app.services.files.list(`scorm/${uuid}`))).length > 0
const uuidOf = (id: number) =>
  t.platform(
    async (tx) =>
      (await tx.selectFrom('scorm_packages').select('uuid').where('id', '=', id).executeTakeFirstOrThrow()).uuid,
  )

describe('who may upload (API-003, ROL-034, UPL-020)', () => {
  const create = { 'upload-length': '10', 'upload-metadata': `filename ${Buffer.from('a.zip').toString('base64')}` }

  test.each([
    ['portal_admin', 201],
    ['course_admin', 201],
    ['instructor', 201],
    ['partner', 201],
    ['editor', 201],
    ['manager', 403],
    ['accounting', 403],
    ['learner', 403],
  ] as const)('%s: %i', async (role, status) => {
    const person = await t.make.person(role)
    expect((await play.tus(person, 'POST', TUS, create)).status).toBe(status)
  })

  test('nobody else, nobody without the CSRF token, and not on the content host', async () => {
    const author = await t.make.person('portal_admin')
    expect((await play.tus(author.portal, 'POST', TUS, create)).status).toBe(401)
    const withoutToken = await play.tus(author, 'POST', TUS, { ...create, 'x-xsrf-token': '' })
    expect([withoutToken.status, JSON.parse(withoutToken.body).code]).toEqual([419, 'csrf_mismatch'])
    const stolen = await play.tus(author, 'POST', TUS, {
      ...create,
      'x-xsrf-token': 'a.b',
      cookie: `XSRF-TOKEN=a.b; session=${author.token}`,
    })
    expect(stolen.status).toBe(419)
    expect((await play.tus(author, 'POST', TUS, { ...create, host: `content.${author.portal.host}` })).status).toBe(404)
  })

  test('an upload is seen only by the person who started it, in the portal where it was started', async () => {
    const author = await t.make.person('portal_admin')
    const colleague = await t.make.person('portal_admin', { portal: author.portal })
    const { headers } = await play.tus(author, 'POST', TUS, create)
    const location = headers.location ?? ''
    expect((await play.tus(author, 'HEAD', location)).status).toBe(200)
    for (const method of ['HEAD', 'DELETE']) expect((await play.tus(colleague, method, location)).status).toBe(404)
    const elsewhere = await t.make.portal()
    await t.make.role(author.id, elsewhere, 'portal_admin')
    const token = await t.make.session(author.id, elsewhere, 'portal_admin')
    expect((await play.tus({ ...author, portal: elsewhere, token }, 'HEAD', location)).status).toBe(404)
    expect((await play.tus(author, 'DELETE', location)).status).toBe(204)
    expect((await play.tus(author, 'HEAD', location)).status).toBe(404)
  })

  test('a wrong version is 412, an upload over the maximum 413, a wrong offset 409, a wrong file type 415 (UPL-022, UPL-029)', async () => {
    const author = await t.make.person('portal_admin')
    expect((await play.tus(author, 'POST', TUS, { ...create, 'tus-resumable': '0.2.2' })).status).toBe(412)
    const huge = { ...create, 'upload-length': String(10_737_418_241) }
    expect((await play.tus(author, 'POST', TUS, huge)).status).toBe(413)
    const picture = { ...create, 'upload-metadata': `filename ${Buffer.from('a.png').toString('base64')}` }
    expect((await play.tus(author, 'POST', TUS, picture)).status).toBe(415)
    const { headers } = await play.tus(author, 'POST', TUS, create)
    const offset = { 'upload-offset': '5', 'content-type': 'application/offset+octet-stream' }
    expect((await play.tus(author, 'PATCH', headers.location ?? '', offset, 'abc')).status).toBe(409)
  })
})

describe('the list of packages', () => {
  test('people see the packages of their portal, partners only their own; others get 404 (API-021)', async () => {
    const author = await t.make.person('portal_admin')
    const partner = await t.make.person('partner', { portal: author.portal })
    const stranger = await t.make.person('portal_admin')
    const ours = await play.aPackage(author, singleSco(), 'ours.zip')
    const theirs = await play.aPackage(partner, multiSco(), 'theirs.zip')
    const idsOf = async (who: TestPerson, query = {}) =>
      (await t.as(who).call(listScormPackages, { query })).data.map(({ id }) => id)
    expect(await idsOf(author)).toEqual([theirs.id, ours.id])
    expect(await idsOf(author, { sort: 'created_at' })).toEqual([ours.id, theirs.id])
    expect(await idsOf(author, { search: 'golf' })).toEqual([ours.id])
    expect(await idsOf(author, { search: 'OURS.zip' })).toEqual([ours.id])
    expect(await idsOf(author, { search: '%' })).toEqual([])
    expect(await idsOf(author, { status: 'FAILED' })).toEqual([])
    expect(await idsOf(partner)).toEqual([theirs.id])
    expect(await idsOf(stranger)).toEqual([])
    for (const who of [partner, stranger])
      for (const call of [showScormPackage, deleteScormPackage, previewScormPackage])
        await expect(t.as(who).call(call, { params: { id: ours.id } })).rejects.toMatchObject(NOT_FOUND)
    const first = await t.as(author).call(listScormPackages, { query: { per_page: 1 } })
    const next = await t
      .as(author)
      .call(listScormPackages, { query: { per_page: 1, cursor: first.meta.next_cursor ?? '' } })
    expect(next.data.map(({ id }) => id)).toEqual([ours.id])
  })

  test('an unused package can be deleted with its files, a used one cannot', async () => {
    const author = await t.make.person('portal_admin')
    const created = await play.aPackage(author, singleSco())
    const uuid = await uuidOf(created.id)
    const course = await play.make.course(author)
    const { data: item } = await t.as(author).call(scormModules.create, {
      params: { courseId: course.id },
      body: { title: 'Golf', scorm_id: created.id },
    })
    await expect(t.as(author).call(deleteScormPackage, { params: { id: created.id } })).rejects.toMatchObject({
      status: 409,
    })
    await t
      .as(author)
      .call(scormModules.update, { params: { courseId: course.id, id: item.id }, body: { scorm_id: null } })
    await t.as(author).call(deleteScormPackage, { params: { id: created.id } })
    await expect(t.as(author).call(showScormPackage, { params: { id: created.id } })).rejects.toMatchObject(NOT_FOUND)
    await t.app.jobs.drain()
    expect(await isStored(uuid)).toBe(false)
    expect(await play.make.actions(author.portal)).toContainEqual(
      expect.objectContaining({ action: 'scorm-package.delete', user_id: author.id, subject_id: created.id }),
    )
  })

  test('a package can be created from an archive on the server, or is refused', async () => {
    const portal = await t.make.portal()
    const zip = path.join(t.config.data_dir, 'local.zip')
    const upload = { portal_id: portal.id, user_id: null, file_name: 'local.zip', zip_path: zip, now: new Date() }
    const needs = { db: t.app.db, files: t.app.services.files }
    fs.writeFileSync(zip, await buildPackage(singleSco()))
    const id = await importPackage(needs, upload)
    const author = await t.make.person('portal_admin', { portal })
    expect((await t.as(author).call(showScormPackage, { params: { id } })).data).toMatchObject({
      status: 'SUCCESS',
      entry: 'content/golf.html',
    })
    fs.writeFileSync(zip, await noPackage())
    await expect(importPackage(needs, upload)).rejects.toThrow('The archive has no imsmanifest.xml.')
    expect((await t.as(author).call(listScormPackages, {})).data).toHaveLength(1)
  })
})

describe('cleaning up (UPL-028)', () => {
  const clean = async (shift: number) => {
    clock.shift = shift
    try {
      await t.app.db.withPlatform((tx) => enqueue(tx, cleanJob, {}))
      await t.app.jobs.drain()
    } finally {
      clock.shift = 0
    }
  }

  test('an unfinished upload is removed after 24 hours, an unused package after 7 days, a used one never', async () => {
    const author = await t.make.person('portal_admin')
    const unused = await play.aPackage(author, singleSco())
    const { scorm: used } = await play.aModule(singleSco())
    const uuids = await Promise.all([unused, used].map(({ id }) => uuidOf(id)))
    const begun = await play.tus(author, 'POST', TUS, {
      'upload-length': '10',
      'upload-metadata': `filename ${Buffer.from('a.zip').toString('base64')}`,
    })
    const location = begun.headers.location ?? ''
    const stands = async () => ({
      begun: (await play.tus(author, 'HEAD', location)).status,
      packages: await Promise.all(uuids.map(isStored)),
    })
    await clean(DAY_MS - 60_000)
    expect(await stands()).toEqual({ begun: 200, packages: [true, true] })
    await clean(DAY_MS + 60_000)
    expect(await stands()).toEqual({ begun: 404, packages: [true, true] })
    await clean(7 * DAY_MS - 60_000)
    expect(await stands()).toEqual({ begun: 404, packages: [true, true] })
    await clean(7 * DAY_MS + 60_000)
    expect(await stands()).toEqual({ begun: 404, packages: [false, true] })
    await expect(t.as(author).call(showScormPackage, { params: { id: unused.id } })).rejects.toMatchObject(NOT_FOUND)
  })
})
