import type { Page } from '@playwright/test'
import { API, dataOf, enter, NEW_PASSWORD, signedIn, withPassword } from './kit/calls.ts'
import { at, expect, PASSWORD, test } from './kit/kit.ts'
import { markOf, personOf } from './kit/people.ts'

const SCRIPT = '<script>alert(1)</script>'
const PICTURE = '<img src=x onerror=alert(1)>'

/** Every dialog that a page opens on its own, and every script in it that contains user text. */
const watched = (page: Page): string[] => {
  const opened: string[] = []
  page.on('dialog', (dialog) => {
    opened.push(dialog.message())
    void dialog.dismiss()
  })
  return opened
}

const expectText = async (page: Page, words: string) => {
  await expect(page.getByText(words).first()).toBeVisible()
  const isRun = await page.evaluate(
    () =>
      document.querySelector('img[onerror], svg[onload]') !== null ||
      [...document.scripts].some((script) => script.textContent?.trim() === 'alert(1)'),
  )
  expect(isRun).toBe(false)
}

test('text that looks like a script is shown as text everywhere: title, author, description, page head, search, question pool and answers, and the name and question of a learner (VAL-035) @desktop', async ({
  page,
  browser,
}, info) => {
  const mark = markOf(info)
  const title = `${SCRIPT} ${mark}`
  const opened = watched(page)
  const author = await signedIn(personOf(info, 'words').email, PASSWORD)
  const send = async <T>(method: string, path: string, data: object): Promise<T> =>
    dataOf<T>(await author(method, `${API}${path}`, { data }))
  const course = await send<{ id: number; slug: string; title: string }>('POST', '/admin/courses', { title })
  expect(course.title).toBe(title)
  const address = `/admin/courses/${course.slug}`
  const [instructor] = dataOf<{ id: number }[]>(await author('GET', `${API}/users?search=ivan%40example.com`))
  await send('PUT', `${address}/prices`, { course_pricings: [{ from: 1, price: 49 }] })
  await send('POST', `${address}/instructors`, { user_id: instructor?.id })
  await send('PUT', address, {
    publication_status: 2,
    author: { name: `${PICTURE} ${mark}` },
    description: `<p>Generics: List&lt;String&gt; ${mark}</p>${SCRIPT}${PICTURE}`,
    meta_title: title,
    meta_description: `"><svg onload=alert(1)> ${mark}`,
    options: { button_name: '<b>Buy</b>' },
  })
  const pool = await send<{ id: number }>('POST', '/question-pools', { title: `${PICTURE} ${mark}` })
  await send('POST', `/question-pools/${pool.id}/questions`, {
    text: `<p>Which one? ${mark}</p>${SCRIPT}`,
    type: 'single',
    answers: [
      { text: 'List<String>', is_correct: true },
      { text: SCRIPT, is_correct: false },
    ],
  })

  // A learner with such a name asks about it.
  const email = `words-${mark.toLowerCase()}-${Date.now()}@example.com`
  const { enrolled } = await send<{ enrolled: { id: number }[] }>('POST', '/enrollments', {
    course_id: course.id,
    emails: [email],
  })
  await withPassword(email, { first_name: PICTURE, last_name: SCRIPT })
  const learner = await signedIn(email, NEW_PASSWORD)
  await learner('POST', `${API}/courses/${course.slug}/questions`, {
    data: { text: `a<b? ${SCRIPT} ${mark}`, related_id: enrolled[0]?.id, client_id: crypto.randomUUID() },
  })

  // A visitor: the course page, its head, and its structured data.
  const visitor = await (await browser.newContext({ viewport: page.viewportSize() })).newPage()
  const seen = watched(visitor)
  await visitor.goto(at('core', `/course/${course.slug}`))
  await expect(visitor.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await expectText(visitor, `Generics: List<String> ${mark}`)
  expect(await visitor.title()).toContain(SCRIPT)
  await expect(visitor.locator('meta[name="description"]')).toHaveAttribute('content', /svg onload=alert\(1\)/)
  const structured = await visitor.locator('script[type="application/ld+json"]').allTextContents()
  expect(JSON.stringify(structured.map((text) => JSON.parse(text)))).toContain(SCRIPT)
  await expectText(visitor, title)
  await visitor.goto(at('core', `/course?search=${encodeURIComponent(mark)}`))
  await expectText(visitor, title)
  expect(seen).toEqual([])
  await visitor.context().close()

  // Its authors: the list, the builder, and the pool with its answers.
  await enter(page, personOf(info, 'words').email)
  await page.goto(at('core', `/courses/builder?search=${encodeURIComponent(mark)}`))
  await page.goto(at('core', `/courses/builder/${course.slug}`))
  await expect(page.getByLabel('Title', { exact: true }).or(page.getByText(title)).first()).toBeVisible()
  await page.goto(at('core', `/question-pools/${pool.id}`))
  await expectText(page, `${PICTURE} ${mark}`)
  await expectText(page, 'List<String>')
  await expectText(page, SCRIPT)
  await page.goto(at('core', `/courses/builder/${course.slug}/questions`))
  await expectText(page, `a<b? ${SCRIPT} ${mark}`)
  await expectText(page, `${PICTURE} ${SCRIPT}`)
  await page.getByRole('link', { name: `a<b? ${SCRIPT} ${mark}` }).click()
  await expect(page.getByRole('heading', { level: 1, name: `${PICTURE} ${SCRIPT}` })).toBeVisible()
  await expectText(page, `a<b? ${SCRIPT} ${mark}`)
  expect(opened).toEqual([])
})
