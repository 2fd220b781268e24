// Portals whose people sign in at a provider, with a password or without one.
import { createProvider, updateSignOn } from '#features/single-sign-on/contract.ts'
import { hashPassword } from '#platform/passwords.ts'
import type { TestApp, TestPerson } from '../api.ts'
import { samlIdp } from './saml-idp.ts'

export const PASSWORD = 'Harbor-crew-1!'
const idp = samlIdp('https://idp.harbor.example')
let names = 0

/** Makes a portal with a provider, or one for that of the admin, a person of the company and one who is not. */
export const schoolOf = (t: TestApp) => async (known?: TestPerson) => {
  const domain = `harbor${++names}-tests.com`
  const password_hash = await hashPassword(PASSWORD)
  const admin = known ?? (await t.make.person('portal_admin'))
  const { portal } = admin
  const body = {
    kind: 'saml' as const,
    name: 'Harbor',
    is_active: true,
    issuer: idp.issuer,
    sign_in_url: idp.sign_in_url,
    certificates: [idp.certificate],
  }
  const provider = (await t.as(admin).call(createProvider, { body })).data
  /** As if somebody had finished a sign-in. */
  const works = () =>
    t.platform((tx) =>
      tx.updateTable('sign_on_providers').set({ succeeded_at: new Date() }).where('id', '=', provider.id).execute(),
    )
  const inside = await t.make.person('learner', { portal, email: `lee@${domain}`, password_hash })
  const outside = await t.make.person('learner', { portal, email: `ray@other${names}-tests.com`, password_hash })
  const set = (password_sign_in: 'on' | 'domains' | 'off') =>
    t.as(admin).call(updateSignOn, { body: { password_sign_in } })
  return { admin, portal, provider, domain, inside, outside, works, set, body }
}

/** The code of the error that a call ends with, or null. */
export const code = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error: { code: string }) => error.code,
  )
