import { describe, expect, test } from 'vitest'
import { STALE } from '#features/lite/web/lite-request.ts'
import { createTradeRule } from '#features/trade-rules/contract.ts'
import { addDays, dayOf } from '#kernel/format/day.ts'
import { type TestPerson, type TestPortal, testApp } from '../../../tests/api.ts'
import { learning, type MadeItem } from '../../../tests/learning.ts'
import { testPages } from '../../../tests/pages.ts'
import { PASSWORD, signingIn } from '../../../tests/signing-in.ts'

const t = testApp()
const pages = testPages(t)
const make = learning(t)
const { withPassword: somebody } = signingIn(t)

/** A browser that keeps cookies and knows nothing of scripts. */
const browserOf = (portal: TestPortal, person?: TestPerson) => {
  const cookies = new Map<string, string>(person ? [['session', person.token]] : [])
  const send = async (method: 'GET' | 'POST', url: string, payload?: string) => {
    const answer = await pages.http.inject({
      method,
      url,
      headers: {
        host: portal.host,
        accept: 'text/html',
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(payload !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      ...(payload !== undefined && { payload }),
    })
    for (const { name, value } of answer.cookies) {
      if (value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
    return answer
  }
  return {
    cookies,
    open: (url: string) => send('GET', url),
    /** Sends what somebody entered, with the hidden fields of the form on the page. */
    post: async (url: string, fields: Record<string, string | string[]>, { token }: { token?: string } = {}) => {
      const hidden = token ?? /name="_token" value="([^"]+)"/.exec((await send('GET', url)).body)?.[1] ?? ''
      const body = new URLSearchParams({ _token: hidden })
      for (const [name, value] of Object.entries(fields)) for (const one of [value].flat()) body.append(name, one)
      return send('POST', url, String(body))
    },
  }
}

const itemPath = (slug: string, relatedId: number, { type, id }: { type: string; id: number }) =>
  `/lite/courses/${slug}/${relatedId}/items/${type}/${id}`

const begun = async (outline: Parameters<typeof make.learner>[0], values = {}) => {
  const { person, course, related_id } = await make.learner(outline, values)
  const base = `/lite/courses/${course.slug}/${related_id}`
  return { person, course, related_id, base, browser: browserOf(person.portal, person) }
}
const first = (item: MadeItem | undefined) => {
  const inner = item?.items[0]
  if (!inner) throw new Error('The module has no item')
  return inner
}

describe('lite pages', () => {
  test('no page has a script or may run one, none is kept or found, and each says which portal it is of (LIT-001, LIT-002, LIT-019)', async () => {
    const { browser, base, person } = await begun([['Text']])
    for (const url of ['/lite', base, '/lite/certificates', '/lite/full?at=%2Fdashboard', '/lite/nothing']) {
      const { headers, body } = await browser.open(url)
      expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'unsafe-inline'/)
      expect(headers['cache-control']).toBe('private, no-store')
      expect(headers['x-robots-tag']).toBe('noindex')
      expect(body).not.toMatch(/<script|\son\w+=/)
      expect(body).toContain(`${person.portal.name}</title>`)
      expect(body).toContain('@media (prefers-color-scheme:dark)')
    }
    expect((await browser.open('/lite/nothing')).statusCode).toBe(404)
    expect((await browser.open('/lite/')).headers['location']).toBe('/lite')
  })

  test('a form without the token of its session changes nothing, and says so beside what was entered (LIT-003, LIT-004)', async () => {
    const person = await somebody('learner')
    const browser = browserOf(person.portal)
    const fields = { email: person.email, password: PASSWORD }
    for (const token of ['', 'made.up', 'x'.repeat(66)]) {
      const { statusCode, body } = await browser.post('/lite/sign-in', fields, { token })
      expect(statusCode).toBe(419)
      expect(body).toContain(STALE)
      expect(body).toContain(`value="${person.email}"`)
      expect(body).not.toContain(PASSWORD)
    }
    expect(browser.cookies.has('session')).toBe(false)
    // Neither does the token of another session, nor a form of another site, which has no cookie of ours.
    const other = browserOf(person.portal)
    const { body } = await other.open('/lite/sign-in')
    const token = /name="_token" value="([^"]+)"/.exec(body)?.[1] ?? ''
    expect((await browserOf(person.portal).post('/lite/sign-in', fields, { token })).statusCode).toBe(419)
    const right = await other.post('/lite/sign-in', fields)
    expect([right.statusCode, right.headers['location']]).toEqual([303, '/lite'])
    expect((await other.open('/lite')).body).toContain('<h1>My courses</h1>')
  })

  test('a refused sign-in shows its text at the field, and too many lock it as everywhere (LIT-003, LIT-005)', async () => {
    const person = await somebody('learner')
    const browser = browserOf(person.portal)
    const empty = await browser.post('/lite/sign-in', { email: 'nobody', password: '' })
    expect(empty.statusCode).toBe(422)
    expect(empty.body).toMatch(/id="email"[^>]*aria-describedby="email-error"[^>]*aria-invalid="true"[^>]*autofocus/)
    expect(empty.body).toContain('<a href="#password">')
    const wrong = { email: person.email, password: 'wrong' }
    const codes: number[] = []
    for (let tries = 0; tries < 8; tries++) codes.push((await browser.post('/lite/sign-in', wrong)).statusCode)
    expect(codes[0]).toBe(422)
    expect(codes.at(-1)).toBe(429)
  })

  test('a page that one came for opens after the sign-in, and an ended session says why it ended (LIT-005, LIT-019)', async () => {
    const { course } = await make.learner([['Text']])
    const person = await somebody('learner', course.portal)
    const own = await make.enroll(person, course)
    const visitor = browserOf(course.portal)
    const led = await visitor.open(`/lite/courses/${course.slug}/${own}`)
    expect(led.headers['location']).toBe('/lite/sign-in')
    const signedIn = await visitor.post('/lite/sign-in', { email: person.email, password: PASSWORD })
    expect(signedIn.headers['location']).toBe(`/lite/courses/${course.slug}/${own}`)
    expect((await visitor.open('/lite/sign-in')).headers['location']).toBe('/lite')
    // A sign-in elsewhere ends this one.
    await browserOf(course.portal).post('/lite/sign-in', { email: person.email, password: PASSWORD })
    const ended = await visitor.open('/lite')
    expect(ended.headers['location']).toBe('/lite/sign-in?reason=session-ended')
    expect(visitor.cookies.has('session')).toBe(false)
    expect((await visitor.open('/lite/sign-in?reason=session-ended')).body).toContain('due to inactivity')
  })

  test('an item is started by being opened, finished once by its button, and what is locked names what opens it (LIT-009, LIT-013)', async () => {
    const { browser, base, course, related_id } = await begun([['Text', 'Document']], {
      course: { is_sequential: true },
    })
    const [text, document] = course.outline[0]?.items ?? []
    if (!text || !document) throw new Error('no items')
    const at = itemPath(course.slug, related_id, text)
    const locked = await browser.open(itemPath(course.slug, related_id, document))
    expect(locked.statusCode).toBe(403)
    expect(locked.body).toContain('This item is locked.')
    expect((await browser.open(base)).body).toContain('Not started')
    await browser.open(at)
    expect((await browser.open(base)).body).toContain('In progress')
    const done = await browser.post(at, {})
    expect(done.headers['location']).toBe(itemPath(course.slug, related_id, document))
    // The form that is sent again finds the item done.
    expect((await browser.post(at, {}, { token: browser.cookies.get('XSRF-TOKEN') ?? '' })).statusCode).toBe(303)
    const last = await browser.post(itemPath(course.slug, related_id, document), {})
    expect(last.headers['location']).toBe(`${base}?finished=1`)
    expect((await browser.open(`${base}?finished=1`)).body).toContain('You have finished the course.')
  })

  test('nothing opens after the end of access, and nobody opens the course of somebody else (LIT-003, LIT-009)', async () => {
    const over = { enrollment: { expires_at: new Date('2021-01-01T00:00:00Z') } }
    const { browser, base, course, related_id } = await begun([['Text']], over)
    const page = await browser.open(base)
    expect(page.body).toContain('Your access to this course has ended.')
    expect(page.body).not.toContain(`${base}/items`)
    expect((await browser.open(itemPath(course.slug, related_id, first(course.outline[0])))).statusCode).toBe(403)
    const stranger = await t.make.person('learner', { portal: course.portal })
    expect((await browserOf(course.portal, stranger).open(base)).statusCode).toBe(404)
    const admin = await t.make.person('portal_admin', { portal: course.portal })
    const refused = await browserOf(course.portal, admin).open(base)
    expect([refused.statusCode, refused.body.includes('The lite version is for learners')]).toEqual([403, true])
  })

  test('packages, assignments and courses that count time are named, and lead to the full version (LIT-007)', async () => {
    const { browser, base, course, related_id, person } = await begun([['Text'], 'Assignment', 'ScormModule'])
    const page = await browser.open(base)
    expect(page.body.match(/full version<\/small>/g)).toHaveLength(2)
    const admin = await t.make.person('portal_admin', { portal: person.portal })
    const today = dayOf(new Date(), 'America/New_York')
    const version = { from_day: addDays(today, -1), title: 'Four hours', source: 'A letter', minutes: 10 }
    await t
      .as(admin)
      .call(createTradeRule, { body: { ...version, kind: 'course_time', course_ids: [course.id] } as never })
    const ruled = await browser.open(base)
    expect(ruled.body).toContain('Only the full version can count it.')
    expect(ruled.body).not.toContain(`href="${base}/items`)
    const item = await browser.open(itemPath(course.slug, related_id, first(course.outline[0])))
    expect(item.body).toContain('This part needs the full version')
    // Neither page started or finished anything.
    expect((await browser.open(base)).body).not.toContain('In progress')
  })

  test('an exam asks one question a page, keeps what was chosen where an answer is refused, and counts each once (LIT-003, LIT-014)', async () => {
    const exam = {
      attempts_number: 1,
      passing_score: 60,
      time_limit_minutes: 30,
      pools: [{ questions: 2, type: 'multiple' as const }],
    }
    const { browser, base, course } = await begun([exam])
    const id = course.outline[0]?.id ?? 0
    const at = `${base}/exams/${id}`
    expect((await browser.open(at)).body).toContain('30 minutes in all')
    expect((await browser.open(`${at}?start=1`)).body).toContain('Are you sure?')
    await browser.post(`${at}?start=1`, { do: 'start' })
    const questions = course.questions.get(id) ?? []
    for (const [index, question] of questions.entries()) {
      const { body } = await browser.open(at)
      expect(body).toContain(`Question ${index + 1} of 2`)
      expect(body).toContain('minutes left')
      const fields = { do: 'answer', question: String(question.id) }
      const none = await browser.post(at, fields)
      expect(none.statusCode).toBe(422)
      expect(none.body).toContain('href="#answer_ids"')
      const wrong = await browser.post(at, { ...fields, answer: [String(question.correct[0]), '999999'] })
      expect(wrong.statusCode).toBe(422)
      expect(wrong.body).toMatch(new RegExp(`value="${question.correct[0]}"[^>]* checked`))
      const right = await browser.post(at, { ...fields, answer: question.correct.map(String) })
      expect(right.statusCode).toBe(303)
    }
    const finished = await browser.open(at)
    expect(finished.body).toContain('Your score is 100%')
    expect(finished.body).not.toContain('Start the exam')
  })

  test('the choice of a version is kept, leads there from the full pages alone, and never out of the portal (LIT-016)', async () => {
    const { browser, base, course, related_id } = await begun([['Text']])
    const outline = `/courses/learner/${course.slug}/${related_id}/outline`
    expect((await browser.open(outline)).statusCode).toBe(200)
    const chosen = await browser.open(`/lite/switch?to=lite&at=${encodeURIComponent(outline)}`)
    expect(chosen.headers['location']).toBe(base)
    for (const [full, lite] of [
      [outline, base],
      ['/dashboard', '/lite'],
    ] as const)
      expect((await browser.open(full)).headers['location']).toBe(lite)
    const visitor = browserOf(course.portal)
    await visitor.open('/login')
    visitor.cookies.set('version', 'lite')
    expect((await visitor.open('/login')).headers['location']).toBe('/lite/sign-in')
    for (const at of ['https://evil.example', '//evil.example', '/\\evil.example', ''])
      expect((await browser.open(`/lite/switch?to=full&at=${encodeURIComponent(at)}`)).headers['location']).toBe(
        '/dashboard',
      )
    expect((await browser.open('/dashboard')).statusCode).toBe(200)
  })
})
