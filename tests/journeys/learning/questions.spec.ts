import type { Page } from '@playwright/test'
import { enter } from '../kit/calls.ts'
import { at, expect, expectAccessible, holdScripts, test } from '../kit/kit.ts'
import { markOf, personOf } from '../kit/people.ts'

const NOTE = { name: 'label.txt', mimeType: 'text/plain', buffer: Buffer.from('Type IA, 300 lb') }

const messages = (page: Page) => page.getByRole('list', { name: 'Messages' })

test('a learner asks in a course, the instructor answers, and both see it at once, even after being offline (REV-014, REV-017, REV-018, REV-019, REV-029, REV-030, REV-031, RTM-009, UIX-025) @desktop', async ({
  page,
  browser,
}, info) => {
  test.setTimeout(240_000)
  const words = `Is 300 pounds with tools? Asked by ${markOf(info)}.`
  const { email, name } = personOf(info, 'question')
  await enter(page, email)
  await page.goto(at('core', '/courses/learner/ladder-safety'))
  await page.waitForURL(/\/outline/)
  await page.goto(page.url().replace(/\/outline.*/, '/questions'))
  await expect(page.getByRole('heading', { level: 1, name: 'Questions' })).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Ask a question' }).click()
  const dialog = page.getByRole('dialog', { name: 'Ask a question' })
  await dialog.getByRole('button', { name: 'Send question' }).click()
  await expect(dialog.getByText('Please write your question.')).toBeVisible()
  await dialog.getByLabel('Your question').fill(words)
  await dialog.locator('input[type=file]').setInputFiles(NOTE)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Send question' }).click()
  await expect(page).toHaveURL(/\/questions\/\d+$/)
  await expect(messages(page).getByText(words)).toBeVisible()
  await expect(messages(page).getByRole('link', { name: 'label.txt' })).toBeVisible()
  await expectAccessible(page)

  const teacher = await (await browser.newContext({ viewport: page.viewportSize() })).newPage()
  await enter(teacher, personOf(info, 'teach').email)
  await teacher.goto(at('core', '/courses/builder/ladder-safety/questions'))
  await expect(teacher.getByRole('row', { name: words })).toContainText('1 new')
  await expectAccessible(teacher)
  await teacher.getByRole('link', { name: words }).click()
  await expect(teacher.getByRole('heading', { level: 1, name: `Question of ${name}` })).toBeVisible()
  await teacher.getByLabel('Your answer').fill('With everything on it.')
  await expectAccessible(teacher)
  await teacher.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(messages(teacher).getByText('With everything on it.')).toBeVisible()

  // The learner's page shows the answer automatically, and the bell announces it.
  await expect(messages(page).getByText('With everything on it.')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Notifications, \d+ unread/ })).toBeVisible()
  await teacher.getByRole('button', { name: 'Close question' }).click()
  await expect(page.getByText('Closed', { exact: true })).toBeVisible()

  // A message written offline survives a reload and is sent once when the network is back.
  await page.route('**/api/v1/courses/*/questions/*/messages', (route) => route.abort())
  await page.getByLabel('Your message').fill('And the bucket?')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(messages(page).getByText('Waiting for a connection')).toBeVisible()
  await page.reload()
  await expect(messages(page).getByText('Waiting for a connection')).toBeVisible()
  await expectAccessible(page)
  await page.unroute('**/api/v1/courses/*/questions/*/messages')
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(messages(page).getByText('Waiting for a connection')).toBeHidden()
  await expect(messages(page).getByText('And the bucket?')).toHaveCount(1)
  await expect(messages(teacher).getByText('And the bucket?')).toHaveCount(1)
  await expect(teacher.getByText('Open', { exact: true })).toBeVisible()
  await expect(page.getByText('Open', { exact: true })).toBeVisible()

  // A draft survives a reload too.
  await page.getByLabel('Your message').fill('Half a thought')
  await page.reload()
  await expect(page.getByLabel('Your message')).toHaveValue('Half a thought')
  // Text typed before the page's script is loaded replaces it.
  const release = await holdScripts(page)
  await page.reload({ waitUntil: 'commit' })
  await page.getByLabel('Your message').fill('A whole thought')
  release()
  await expect(page.getByRole('button', { name: /^Notifications, \d+ unread/ })).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Your message')).toHaveValue('A whole thought')
  await teacher.context().close()
})
