// Variables that change what the program does, set as an operator sets them (docs/operations.md).
import { expect, test } from 'vitest'
import { showPortalStorage } from '#features/portals/contract.ts'
import { originOf } from '#features/portals/server/portal-directory.ts'
import { showMe } from '#features/sessions/contract.ts'
import { storageOf } from '#platform/files/portal-storage.ts'
import { readConfig } from '#platform/process/config.ts'
import { testApp } from '../../../tests/api.ts'

const t = testApp({
  env: {
    SUPER_ADMIN_TWO_FACTOR: 'on',
    UPLOAD_MAX_BYTES: '1000',
    PORTAL_STORAGE_BYTES: '2000',
    DISK_WARN_PERCENT: '99',
    PUSHER_APP_KEY: 'harbor',
  },
})

test('SUPER_ADMIN_TWO_FACTOR keeps super admins out until they have a second factor, and nobody else (OPS-090)', async () => {
  const [staff, admin] = [await t.make.person('super_admin'), await t.make.person('portal_admin')]
  const params = { id: admin.portal.id }
  await expect(t.as(staff).call(showPortalStorage, { params })).rejects.toMatchObject({
    code: 'second_factor_required',
  })
  expect((await t.as(admin).call(showMe)).data.email).toBe(admin.email)
})

test('UPLOAD_MAX_BYTES is the size of an upload, PORTAL_STORAGE_BYTES what a portal may store, and DISK_WARN_PERCENT when the disk is low (OPS-090)', async () => {
  const admin = await t.make.person('portal_admin')
  const get = (method: 'GET' | 'OPTIONS', url: string) => t.request(admin, { method, url })
  expect((await get('OPTIONS', '/api/v1/tus')).headers['tus-max-size']).toBe('1000')
  const stored = await t.app.db.withPortal(admin.portal.id, (tx) => storageOf(tx, admin.portal.id), 'read only')
  expect(stored).toEqual({ quota: 2000, used: 0 })
  expect((await get('GET', '/api/v1/health')).json().checks.disk).toBe('low')
})

test('BASE_HOST and PORT make the addresses of portals where PUBLIC_ORIGIN is not set, PUSHER_APP_KEY the key of live channels (OPS-090)', () => {
  const read = (env: Record<string, string>) => readConfig({ DATA_DIR: t.config.data_dir, ...env }, process.cwd())
  const origin = (env: Record<string, string>) => originOf(read(env), 'core', null)
  expect(origin({ BASE_HOST: 'courses.test', PORT: '3001' })).toBe('http://core.courses.test:3001')
  expect(origin({ BASE_HOST: 'courses.test', PUBLIC_ORIGIN: 'https://learn.test' })).toBe('https://core.learn.test')
  expect(t.config.live.key).toBe('harbor')
  expect(read({}).live.key).toBe('portico')
})
