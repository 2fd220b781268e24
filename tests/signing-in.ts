// People who sign in with a password, like in a browser.
import { hashPassword } from '../src/platform/passwords.ts'
import type { TestApp, TestPerson, TestPortal } from './api.ts'

export const PASSWORD = 'Right-horse-1!'

type Answer = Awaited<ReturnType<TestApp['request']>>
export const cookieOf = (answer: Answer, name: string) => answer.cookies.find((cookie) => cookie.name === name)

/** What sign-in tests do with the app. Everyone has the same password. */
export const signingIn = (t: TestApp) => {
  let hash = ''
  const withPassword = async (role: Parameters<typeof t.make.person>[0], portal?: TestPortal) => {
    hash ||= await hashPassword(PASSWORD)
    return t.make.person(role, { ...(portal && { portal }), password_hash: hash })
  }
  const post = (who: TestPerson | TestPortal, url: string, payload: object, method = 'POST') =>
    t.request(who, { method: method as 'POST', url: `/api/v1${url}`, payload })
  const signIn = (person: TestPerson, payload: object = {}) =>
    post(person.portal, '/login', { email: person.email, password: PASSWORD, ...payload })
  /** The links in the e-mails to an address, newest first. */
  const linksTo = async (email: string) => {
    await t.app.jobs.drain()
    return t.platform(async (tx) => {
      const mails = await tx
        .selectFrom('mails')
        .select(['text'])
        .where('to_email', '=', email)
        .orderBy('id', 'desc')
        .execute()
      return mails.flatMap(({ text }) =>
        [...text.matchAll(/https?:\/\/\S*[?&]token=([\w-]+)/g)].map(([, token]) => token ?? ''),
      )
    })
  }
  return { withPassword, post, signIn, linksTo }
}
