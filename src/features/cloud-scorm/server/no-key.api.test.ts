import { afterAll, expect, test } from 'vitest'
import { updateIntegrations } from '#features/integrations/contract.ts'
import { cloudScormModules } from '#features/outline/contract.ts'
import { startScormCloudStandin } from '#standins/scorm-cloud/standin.ts'
import { testApp } from '../../../../tests/api.ts'
import { buildPackage, multiSco } from '../../../../tests/scorm/scorm-packages.ts'
import { scormPlay } from '../../../../tests/scorm/scorm-play.ts'
import { listCloudScormImports, startCloudScormModule, testCloudScorm } from '../contract.ts'

const MISSING = 'Please add your Cloud Scorm API key in Integrations (Portal Settings)'
const service = await startScormCloudStandin({ isAllowed: true, dir: `/tmp/scorm-cloud-${process.pid}` })
// The address of the service is configured, so no stand-in replaces it, as in production.
const t = testApp({ env: { CLOUD_SCORM_URL: service.base_url } })
const play = scormPlay(t)

afterAll(() => service.close())

test('without the portal’s key, an import and a start say so; with it both work (INT-008, SCO-018, SCO-024)', async () => {
  const author = await t.make.person('portal_admin')
  const api = t.as(author)
  service.controls?.setPollsOfImport(0)
  const upload = async () => {
    const id = await play.upload(author, await buildPackage(multiSco()), 'a.zip', 'cloud-scorm')
    await t.app.jobs.drain()
    return (await api.call(listCloudScormImports, { query: { upload_id: id } })).data[0]
  }
  expect(await upload()).toMatchObject({ status: 'FAILED', error: MISSING })

  const course = await play.make.course(author)
  const params = { courseId: course.id }
  const { data: item } = await api.call(cloudScormModules.create, { params, body: { title: 'Cloud', scorm_id: 'x' } })
  const learner = await t.make.person('learner', { portal: author.portal })
  const related_id = await play.make.enroll(author.portal, course.id, learner)
  const start = () =>
    t.as(learner).call(startCloudScormModule, { params: { id: item.itemable_id }, body: { related_id } })
  await expect(start()).rejects.toMatchObject({ status: 422, code: 'cloud_scorm_key_missing', message: MISSING })

  await api.call(updateIntegrations, { body: { cloud_scorm: { app_id: 'STANDIN', secret_key: 'a wrong key' } } })
  expect(await upload()).toMatchObject({ status: 'FAILED', error: 'Invalid credentials.' })
  await api.call(updateIntegrations, { body: { cloud_scorm: service.keys } })
  const done = await upload()
  expect(done).toMatchObject({ status: 'SUCCESS' })
  const place = { ...params, id: item.id }
  await api.call(cloudScormModules.update, { params: place, body: { scorm_id: done?.course_id ?? null } })
  expect((await start()).data.scorm_link).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/launch\//)
})

test('a key test calls the service and reports its answer (PRT-080, ERR-070)', async () => {
  const api = t.as(await t.make.person('portal_admin'))
  await expect(api.call(testCloudScorm)).rejects.toMatchObject({ code: 'cloud_scorm_key_missing', message: MISSING })
  await api.call(updateIntegrations, { body: { cloud_scorm: { app_id: 'STANDIN', secret_key: 'a wrong key' } } })
  expect((await api.call(testCloudScorm)).data).toMatchObject({
    is_accepted: false,
    message: expect.stringContaining('Invalid credentials.'),
  })
  await api.call(updateIntegrations, { body: { cloud_scorm: service.keys } })
  expect((await api.call(testCloudScorm)).data).toEqual({
    is_accepted: true,
    message: 'SCORM Cloud accepted the key.',
  })
})
