import { expect, test } from 'vitest'
import { testApp } from '../../../../tests/api.ts'
import { showIntegrations, updateIntegrations } from '../contract.ts'
import { loadSecrets } from './store.ts'

const t = testApp()
const KEY = 'a-very-secret-key-4711'

test('a key is stored encrypted, shown by its last characters, and unchanged if it is not sent again (INT-006, PRT-066)', async () => {
  const admin = await t.make.person('portal_admin')
  const api = t.as(admin)
  const before = await api.call(showIntegrations, {})
  expect(before.data.cloud_scorm).toEqual({ is_set: false, app_id: null, secret_key: null })
  const { data } = await api.call(updateIntegrations, { body: { cloud_scorm: { app_id: 'APP', secret_key: KEY } } })
  expect(data.cloud_scorm).toEqual({ is_set: true, app_id: 'APP', secret_key: '••••4711' })
  const changed = await api.call(updateIntegrations, { body: { cloud_scorm: { app_id: 'OTHER' } } })
  expect(changed.data.cloud_scorm).toEqual({ is_set: true, app_id: 'OTHER', secret_key: '••••4711' })
  expect(changed.data.easyship.is_set).toBe(false)
  const portalId = admin.portal.id
  const { secret } = t.config
  const [stored] = await t.platform((tx) =>
    tx.selectFrom('integrations').selectAll().where('portal_id', '=', portalId).execute(),
  )
  expect(stored?.secrets.includes(KEY)).toBe(false)
  expect(JSON.stringify(stored?.settings)).not.toContain(KEY)
  expect(await t.platform((tx) => loadSecrets(tx, secret, portalId, 'cloud_scorm'))).toEqual({
    app_id: 'OTHER',
    secret_key: KEY,
  })
  // The row of one portal is useless in another.
  const other = await t.make.portal()
  await t.platform((tx) =>
    tx
      .insertInto('integrations')
      .values({ portal_id: other.id, service: 'cloud_scorm', secrets: stored?.secrets ?? Buffer.alloc(0) })
      .execute(),
  )
  expect(await t.platform((tx) => loadSecrets(tx, secret, other.id, 'cloud_scorm'))).toBeNull()
})

test('a first key is required, null removes it, and the log never contains one (INT-006)', async () => {
  const admin = await t.make.person('portal_admin')
  const api = t.as(admin)
  await expect(api.call(updateIntegrations, { body: { cloud_scorm: { app_id: 'APP' } } })).rejects.toMatchObject({
    status: 422,
    errors: { 'cloud_scorm.secret_key': ['This field is required.'] },
  })
  await api.call(updateIntegrations, {
    body: { cloud_scorm: { app_id: 'APP', secret_key: KEY }, easyship: { secret_key: KEY } },
  })
  const { data } = await api.call(updateIntegrations, { body: { cloud_scorm: null } })
  expect(data).toMatchObject({ cloud_scorm: { is_set: false }, easyship: { is_set: true } })
  const log = await t.platform((tx) =>
    tx
      .selectFrom('activity_logs')
      .select('changes')
      .where('portal_id', '=', admin.portal.id)
      .where('action', '=', 'integrations.update')
      .orderBy('id')
      .execute(),
  )
  expect(log.map(({ changes }) => changes)).toEqual([
    { cloud_scorm: 'set', easyship: 'set' },
    { cloud_scorm: 'removed' },
  ])
})
