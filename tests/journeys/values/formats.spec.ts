import type { Browser, Page } from '@playwright/test'
import { API, dataOf, enter, signedIn } from '../kit/calls.ts'
import { openPage } from '../kit/desk.ts'
import { at, expect, expectAccessible, onPhone, PASSWORD, test, untilAlive } from '../kit/kit.ts'
import { markOf, personOf } from '../kit/people.ts'

const MONTHS = 'January|February|March|April|May|June|July|August|September|October|November|December'
const SHORT = new RegExp(`^(${MONTHS.replaceAll(/([A-Z][a-z]{2})[a-z]*/g, '$1')}) \\d{1,2} \\d{4}$`)
const LONG = new RegExp(`^(${MONTHS}) \\d{1,2} \\d{4}$`)
const LONG_TIME = new RegExp(`^(${MONTHS}) \\d{1,2} \\d{4} \\d{1,2}:\\d{2} [AP]M$`)

/** How a page shows a time, and the time itself. */
const firstTime = async (page: Page, within = 'main') => {
  const time = page.locator(`${within} time`).first()
  return { text: await time.innerText(), moment: new Date((await time.getAttribute('datetime')) ?? '') }
}

/** A time as shown in a time zone. */
const clockOf = (moment: Date, timeZone: string) =>
  moment
    .toLocaleString('en-US', {
      timeZone,
      month: 'long',
      day: 'numeric',
      year: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
    })
    .replace(',', '')
    .replace(/,? at |, /, ' ')
    .replaceAll(/\s/g, ' ')

const readerIn = async (browser: Browser, timezoneId: string) => {
  const context = await browser.newContext({ timezoneId, viewport: { width: 1440, height: 900 } })
  return context.newPage()
}

test('days are written MM/DD/YYYY in tables, MMM D YYYY in lists and MMMM D YYYY in texts (UIX-018)', async ({
  page,
}, info) => {
  await enter(page, personOf(info, 'booker').email)
  await openPage(page, '/payments')
  expect((await firstTime(page)).text).toMatch(/^\d{2}\/\d{2}\/\d{4}$/)
  await expectAccessible(page)
  const link = page.getByRole('main').getByRole('row').nth(1).getByRole('link').first()
  await link.click()
  await expect(page.getByRole('heading', { level: 1, name: /^Order / })).toBeVisible()
  expect((await firstTime(page)).text).toMatch(LONG)
  await openPage(page, '/learning-management-system')
  const review = page.getByRole('list', { name: 'Reviews on Google' }).locator('time').first()
  await expect(review).toHaveText(SHORT)
})

test('a time is in the time zone of the reader, written with its month in words, and a day is the same for everyone (UIX-018, UIX-019, UIX-020)', async ({
  browser,
}, info) => {
  const days: string[] = []
  for (const zone of ['Pacific/Honolulu', 'Pacific/Kiritimati']) {
    const page = await readerIn(browser, zone)
    await enter(page, personOf(info, 'zoned').email)
    await openPage(page, '/admin/activity-logs')
    const { text, moment } = await firstTime(page)
    expect(text).toMatch(LONG_TIME)
    expect(text).toBe(clockOf(moment, zone))
    await openPage(page, '/knowledge')
    await page.locator('main a[href^="/knowledge/"]').first().click()
    await expect(page).toHaveURL(/\/knowledge\/.+/)
    const published = page
      .getByText(/^Published/)
      .first()
      .locator('time')
    await expect(published).toHaveText(LONG)
    const day = new Date((await published.getAttribute('datetime')) ?? '')
    await expect(published).toHaveText(
      day
        .toLocaleDateString('en-US', { timeZone: 'UTC', month: 'long', day: 'numeric', year: 'numeric' })
        .replace(',', ''),
    )
    days.push(await published.innerText())
    await page.context().close()
  }
  expect(days[0]).toBe(days[1])
})

test('amounts are written with a dollar sign, commas and two places (UIX-021)', async ({ page }, info) => {
  const author = await signedIn(personOf(info, 'teller').email, PASSWORD)
  const made = await author('POST', `${API}/admin/courses`, { data: { title: `Crane masterclass ${markOf(info)}` } })
  const { slug } = dataOf<{ slug: string }>(made)
  await author('PUT', `${API}/admin/courses/${slug}/prices`, {
    data: { course_pricings: [{ from: 1, price: 1234.5 }] },
  })
  const [instructor] = dataOf<{ id: number }[]>(await author('GET', `${API}/users?search=ivan%40example.com`))
  await author('POST', `${API}/admin/courses/${slug}/instructors`, { data: { user_id: instructor?.id } })
  await author('PUT', `${API}/admin/courses/${slug}`, { data: { publication_status: 2 } })
  await openPage(page, `/course/${slug}`)
  await expect(page.getByRole('main').getByText('$1,234.50').first()).toBeVisible()
  await expectAccessible(page)
})

test('counts are written in full where people work with them (UIX-022, UIX-023)', async ({ page }, info) => {
  test.setTimeout(240_000)
  const mark = markOf(info)
  await openPage(page, '/learning-management-system')
  const figures = page.getByRole('list', { name: 'Figures' })
  await expect(figures.getByText(/^\d{1,3} learners?$/)).toBeVisible()
  await expectAccessible(page)
  await onPhone(page)

  await enter(page, personOf(info, 'counter').email)
  await openPage(page, '/users/import')
  const lines = Array.from({ length: 1234 }, (_, at) => `counted-${mark}-${at}@example.com,Connie,Counted`)
  await page.locator('input[type=file]').setInputFiles({
    name: `counted-${mark}.csv`,
    mimeType: 'text/csv',
    buffer: Buffer.from(['E-mail,First name,Last name', ...lines].join('\n')),
  })
  const check = page.getByRole('button', { name: 'Check the sheet' })
  await expect(check).toBeVisible()
  await check.click()
  await expect(page.getByText('1,234', { exact: true }).first()).toBeVisible({ timeout: 120_000 })
})

test('a file size is shown in a suitable unit (UIX-024)', async ({ page }, info) => {
  await enter(page, personOf(info, 'sizes').email)
  await page.goto(at('core', '/courses/learner/ladder-safety'))
  await page.waitForURL(/\/outline/)
  await page.goto(page.url().replace(/\/outline.*/, '/questions'))
  await untilAlive(page)
  await page.getByRole('button', { name: 'Ask a question' }).click()
  const dialog = page.getByRole('dialog', { name: 'Ask a question' })
  const file = (name: string, size: number) => ({ name, mimeType: 'text/plain', buffer: Buffer.alloc(size, 'a') })
  await dialog
    .locator('input[type=file]')
    .setInputFiles([file('note.txt', 10), file('list.txt', 1536), file('log.txt', 2.5 * 1024 * 1024)])
  for (const text of ['note.txt (10 Bytes)', 'list.txt (1.5 KB)', 'log.txt (2.5 MB)'])
    await expect(dialog.getByText(text)).toBeVisible()
  await expectAccessible(page)
})
