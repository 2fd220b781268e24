import { expect } from 'vitest'
import { codeAt } from '#features/two-factor/rules/totp.ts'
import { headersOf, type TestApp, type TestPerson, type TestPortal } from '../api.ts'
import { cookieOf, PASSWORD } from '../signing-in.ts'

type Answer = Awaited<ReturnType<TestApp['request']>>
type Clock = { now: () => Date; later: (seconds: number) => void }

export const codeOf = (answer: Answer) => [answer.statusCode, answer.json().code]

/** What tests of second factors do with the app. */
export const secondFactors = (t: TestApp, { now, later }: Clock) => {
  const call = (
    who: TestPerson | TestPortal,
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    url: string,
    payload?: object,
  ) => t.request(who, { method, url: `/api/v1${url}`, ...(payload && { payload }) })
  const own = async (answer: Promise<Answer>) => {
    const { statusCode, body, ...rest } = await answer
    expect(statusCode, body).toBeLessThan(300)
    return rest.json().data
  }

  /** Sets up an app as its screen does; returns its key and the recovery codes. */
  const withApp = async (person: TestPerson) => {
    const { key, uri, qr } = await own(call(person, 'POST', '/two-factor/app', { proof: PASSWORD }))
    const { recovery_codes: codes } = await own(
      call(person, 'POST', '/two-factor/app/confirm', { code: codeAt(key, now()) }),
    )
    later(60)
    return { key, uri, qr, codes } as { key: string; uri: string; qr: { path: string; size: number }; codes: string[] }
  }

  /** The cookies of a browser in which the password was right, and calls with them. */
  const pendingOf = async (person: TestPerson, device?: string) => {
    const headers = headersOf(t.config, person.portal)
    const answer = await t.request(person.portal, {
      method: 'POST',
      url: '/api/v1/login',
      payload: { email: person.email, password: PASSWORD },
      headers: { ...headers, ...(device && { cookie: `${headers.cookie}; device=${device}` }) },
    })
    const token = cookieOf(answer, 'second_step')?.value
    const step = (payload: object, at: TestPortal = person.portal, address = '127.0.0.1') => {
      const own = headersOf(t.config, at)
      return t.request(at, {
        method: 'POST',
        url: '/api/v1/login/second-step',
        payload,
        remoteAddress: address,
        headers: { ...own, cookie: `${own.cookie}; second_step=${token}${device ? `; device=${device}` : ''}` },
      })
    }
    const ask = (method: 'GET' | 'POST', url: string, payload?: object) => {
      const own = headersOf(t.config, person.portal)
      return t.request(person.portal, {
        method,
        url: `/api/v1${url}`,
        ...(payload && { payload }),
        headers: { ...own, cookie: `${own.cookie}; second_step=${token}` },
      })
    }
    return { answer, token, step, ask }
  }
  const mailsTo = async (email: string) => {
    await t.app.jobs.drain()
    return t.platform((tx) =>
      tx.selectFrom('mails').select(['subject', 'text']).where('to_email', '=', email).orderBy('id').execute(),
    )
  }
  const logOf = (portalId: number) =>
    t.platform((tx) =>
      tx
        .selectFrom('activity_logs')
        .select(['action', 'changes'])
        .where('portal_id', '=', portalId)
        .orderBy('id')
        .execute(),
    )

  return { call, own, withApp, pendingOf, mailsTo, logOf }
}
