import type { Page } from '@playwright/test'
import { API, type Call, dataOf } from './calls.ts'
import { at, expect, expectAccessible, onPhone, test, untilAlive } from './kit.ts'

type Course = { id: number; slug: string; title: string }

/** Opens a page of the core portal, waits for its script, and returns the status. */
export const openPage = async (page: Page, path: string) => {
  const answer = await page.goto(at('core', path))
  await untilAlive(page)
  return answer?.status()
}

/** A demo course that people can be enrolled in. */
export const publishedCourse = async (office: Call) => {
  const reply = await office('GET', `${API}/admin/courses?publication_status=2&per_page=1&search=Ladder+Safety`)
  const [course] = dataOf<Course[]>(reply)
  if (!course) throw new Error('The demo has no published course of that name')
  return course
}

/** Chooses an option of a select box on the screen or in its dialog. */
export const choose = async (page: Page, label: string, search: string, option: string | RegExp) => {
  const box = page
    .getByRole('main')
    .getByRole('combobox', { name: label })
    .or(page.getByRole('dialog').getByRole('combobox', { name: label }))
  await box.click()
  if (await box.isEditable()) await box.fill(search)
  await page.getByRole('option', { name: option }).first().click()
}

/** Calls the API as the person who is signed in on the page. */
export const callOn = async (page: Page, method: string, path: string, body?: object) => {
  const answer = await page.evaluate(
    async ({ method, path, body }) => {
      const token = /XSRF-TOKEN=([^;]+)/.exec(document.cookie)?.[1] ?? ''
      const headers = { 'content-type': 'application/json', 'x-xsrf-token': decodeURIComponent(token) }
      const response = await fetch(`/api/v1${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })
      return { status: response.status, body: await response.json() }
    },
    { method, path, body },
  )
  expect(answer).toMatchObject({ status: 200 })
  return answer.body.data
}

/** The link to a path in one of the e-mails to an address, once it has arrived. */
export const linkIn = async (page: Page, email: string, path: string): Promise<string> => {
  const read = () =>
    page.evaluate(
      async ({ email, path }) => {
        const answer = await fetch(`/dev/mail.json?to=${encodeURIComponent(email)}`)
        const body = await answer.json()
        const mails = (Array.isArray(body) ? body : body.data) as { text: string }[]
        const form = new RegExp(`https?://[^\\s<>]+${path}\\?[^\\s<>]+`)
        return mails.map(({ text }) => form.exec(text)?.[0]).find(Boolean) ?? ''
      },
      { email, path },
    )
  await expect.poll(read).not.toBe('')
  return read()
}

/** The number of remaining credits on a manager's course pages. */
export const creditsLeft = (page: Page) =>
  page.getByRole('region', { name: 'Credits', exact: true }).locator('div', { hasText: /^Left/ }).locator('dd')

/** Checks the page at both widths, in a journey that runs at one of them alone as well. */
export const look = async (page: Page) => {
  await expectAccessible(page)
  // There it has looked at the other width already.
  const { tags } = test.info()
  if (!tags.includes('@desktop') && !tags.includes('@phone')) await onPhone(page)
}
