import { expect, test } from 'vitest'
import { testApp } from '../../../../tests/api.ts'
import { showLoginInfo } from '../contract.ts'

const t = testApp()

test('the sign-in page learns who runs the portal without a session (PRT-056, PRT-010)', async () => {
  const portal = await t.make.portal({ primary_color: '#0a5' })
  const { data } = await t.as(portal).call(showLoginInfo)
  expect(data).toMatchObject({ name: portal.name, primary_color: '#0a5', support_phone: '5550100100' })
})

test('an unknown host answers 404 with the portal-not-found text (PRT-010, PRT-043, ERR-026)', async () => {
  const answer = await t.app.http.inject({
    method: 'GET',
    url: '/api/v1/portal/login-info',
    headers: { host: 'nobody.localhost' },
  })
  expect(answer.statusCode).toBe(404)
  expect(answer.json()).toEqual({ code: 'portal_not_found', message: 'Portal not found!' })
})
