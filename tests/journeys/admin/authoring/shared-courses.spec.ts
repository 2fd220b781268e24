import type { BrowserContext, Locator, Page } from '@playwright/test'
import { API, type Call, dataOf, enter } from '../../kit/calls.ts'
import { fillCheckout } from '../../kit/checkout-form.ts'
import { look } from '../../kit/desk.ts'
import { pressEntry } from '../../kit/keyboard.ts'
import { at, expect, newestMail, test, untilAlive } from '../../kit/kit.ts'
import { saved } from '../../kit/outline-builder.ts'
import { markOf, personOf } from '../../kit/people.ts'

// The people of both portals stay signed in from one part to the next.
test.describe.configure({ mode: 'serial' })

const BUYER = 'SafeStart Training'
const READER = 'Meridian Continuing Education'

/** A published course of the core portal with a module of two texts. */
const writtenCourse = async (author: Call, title: string) => {
  const course = dataOf<{ id: number; slug: string }>(await author('POST', `${API}/admin/courses`, { data: { title } }))
  const address = `${API}/admin/courses/${course.slug}`
  await author('PUT', `${address}/prices`, { data: { course_pricings: [{ from: 1, price: 49 }] } })
  const [teacher] = dataOf<{ id: number }[]>(await author('GET', `${API}/users?search=ivan%40example.com`))
  await author('POST', `${address}/instructors`, { data: { user_id: teacher?.id } })
  const module = dataOf<{ itemable_id: number }>(
    await author('POST', `${API}/admin/courses/${course.id}/items/modules`, { data: { title: 'Ropes' } }),
  )
  const texts: number[] = []
  for (const name of ['Why ropes fail', 'How to check a rope']) {
    const data = { module_id: module.itemable_id, title: name, text: `<p>${name}</p>` }
    texts.push(dataOf<{ id: number }>(await author('POST', `${API}/admin/module-items/text`, { data })).id)
  }
  await author('PUT', address, { data: { publication_status: 2 } })
  return { ...course, first: texts[0] as number }
}

const mainOf = (page: Page) => page.getByRole('main')
const screen = async (page: Page, name: string | RegExp) => {
  const nav = mainOf(page).getByRole('navigation', { name: 'Course', exact: true })
  if (!(await nav.isVisible()))
    await mainOf(page)
      .getByRole('button', { name: /^Screens|Course/ })
      .first()
      .click()
  await nav.getByRole('link', { name }).press('Enter')
}
/** Chooses one of the options that the server finds for a name. */
const chooseFound = async (page: Page, box: Locator, name: string) => {
  await box.fill(name)
  await expect(page.getByRole('option')).toHaveText([new RegExp(name)])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
}
const titles = (page: Page) => mainOf(page).getByRole('link', { name: /rope/i })

test('an author shares a course with two portals; one sells it, takes an update and keeps its learners, the other declines; then sharing ends (BLD-024, BLD-025, BLD-026, BLD-027, BLD-031, SHR-001, SHR-002, SHR-004, SHR-005, SHR-006, SHR-007, SHR-008, SHR-010, SHR-020, SHR-021, SHR-022, SHR-035, SHR-036, ROU-093)', async ({
  page,
  browser,
}, info) => {
  test.setTimeout(420_000)
  const contexts: BrowserContext[] = []
  const newPage = async () => {
    const context = await browser.newContext()
    contexts.push(context)
    return context.newPage()
  }
  const title = `Rope care ${markOf(info)}`
  const author = await enter(page, personOf(info, 'sourcer').email)
  const course = await writtenCourse(author, title)
  const main = mainOf(page)

  // The author finds the two portals by name, and sees how far the job is, live.
  const progress: { published: number }[] = []
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      const { event, data } = JSON.parse(String(payload)) as { event: string; data: string }
      if (event === 'publishing.updated') progress.push(JSON.parse(data))
    }),
  )
  await page.goto(at('core', `/courses/builder/${course.slug}`))
  await untilAlive(page)
  await screen(page, 'Sharing')
  await expect(main.getByText('Not shared yet')).toBeVisible()
  await look(page)
  await main.getByRole('button', { name: 'Share with portals' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Share this course' })
  const box = dialog
    .getByRole('textbox', { name: 'Portals' })
    .or(dialog.getByRole('combobox', { name: 'Portals' }))
    .first()
  await chooseFound(page, box, BUYER)
  await chooseFound(page, box, READER)
  await page.keyboard.press('Tab')
  await look(page)
  await page.keyboard.press('Control+s')
  await expect(dialog).toHaveCount(0)
  const rowOf = (name: string) => main.getByRole('row', { name: new RegExp(name) })
  for (const name of [BUYER, READER]) {
    await expect(rowOf(name)).toContainText('Published', { timeout: 30_000 })
    await expect(rowOf(name)).toContainText('Up to date')
  }
  await expect.poll(() => progress.map(({ published }) => published)).toEqual([0, 1, 1, 2])
  await look(page)

  // One portal prices and sells it.
  const buying = await newPage()
  const clerk = await enter(buying, personOf(info, 'sourced').email, { slug: 'safestart' })
  await buying.goto(at('safestart', '/dashboard'))
  await untilAlive(buying)
  await buying.getByRole('button', { name: /^Notifications/ }).click()
  const notification = buying.getByRole('link', { name: new RegExp(`A course was shared with you.*${title}`) })
  await expect(notification).toBeVisible()
  await look(buying)
  await notification.click()
  await expect(mainOf(buying).getByRole('region', { name: 'Source' })).toContainText('Up to date')
  await newestMail(buying, personOf(info, 'sourced').email, new RegExp(`shares ${title} with you`))
  await buying.goto(at('safestart', '/portals/shared-courses'))
  await untilAlive(buying)
  await expect(mainOf(buying).getByRole('row', { name: new RegExp(title) })).toContainText('Portico Academy')
  await look(buying)
  await mainOf(buying)
    .getByRole('link', { name: new RegExp(title) })
    .press('Enter')
  await expect(mainOf(buying).getByRole('region', { name: 'Source' })).toContainText('Up to date')
  await look(buying)
  const ownSlug = new URL(buying.url()).pathname.split('/')[3] ?? ''
  await screen(buying, 'Outline')
  await expect(mainOf(buying).getByText('Portico Academy shares this course with you')).toBeVisible()
  await expect(mainOf(buying).getByRole('button', { name: /^Add/ })).toHaveCount(0)
  await look(buying)
  await screen(buying, 'Details')
  await expect(mainOf(buying).getByRole('textbox', { name: 'Title', exact: true })).toHaveAttribute('readonly', '')
  await look(buying)
  await screen(buying, 'Pricing')
  await mainOf(buying).getByRole('button', { name: 'Add a price' }).press('Enter')
  await expect(mainOf(buying).getByLabel('Row 1: price each')).toBeFocused()
  await buying.keyboard.type('99')
  await buying.keyboard.press('Control+s')
  await expect(mainOf(buying).getByRole('region', { name: 'What a buyer sees' })).toContainText('$99.00')
  await saved(buying)
  await screen(buying, 'Instructors')
  await mainOf(buying).getByRole('button', { name: 'Add an instructor' }).press('Enter')
  const teacher = personOf(info, 'sourceteach').name
  const adding = buying.getByRole('dialog', { name: 'Add an instructor' })
  await chooseFound(buying, adding.getByRole('combobox', { name: 'Instructor' }), teacher)
  await buying.keyboard.press('Control+s')
  await expect(mainOf(buying).getByRole('row', { name: new RegExp(teacher) })).toContainText('Primary')
  await mainOf(buying).getByRole('button', { name: 'Publish' }).press('Enter')
  const publish = buying.getByRole('dialog', { name: 'Publish this course?' }).getByRole('button', { name: 'Publish' })
  // The instructor was still missing a moment ago.
  await expect(publish).toBeEnabled()
  await publish.press('Enter')
  await expect(buying.getByText('The course is published.').first()).toBeVisible()

  const visitor = await newPage()
  await visitor.goto(at('safestart', `/course/${ownSlug}`))
  await expect(visitor.getByText('$99.00').first()).toBeVisible()
  await visitor.getByRole('button', { name: 'Buy now' }).first().click()
  const email = `rope-buyer-${markOf(info)}@example.com`
  await fillCheckout(visitor, { first_name: 'Bea', last_name: 'Buyer', email })
  await visitor.getByRole('button', { name: 'Pay $99.00' }).click()
  await visitor.waitForURL(/standins\/stripe\/pay/)
  await visitor.getByRole('button', { name: 'Pay $99.00' }).click()
  await expect(visitor.getByText('Thank you, your order is complete')).toBeVisible({ timeout: 30_000 })

  // Somebody learns in it there.
  const pupil = personOf(info, 'sourcepupil')
  const { id: courseId } = dataOf<{ id: number }>(await clerk('GET', `${API}/admin/courses/${ownSlug}`))
  const enrolled = dataOf<{ enrolled: { id: number }[] }>(
    await clerk('POST', `${API}/enrollments`, { data: { course_id: courseId, emails: [pupil.email] } }),
  )
  const learning = await newPage()
  await enter(learning, pupil.email, { slug: 'safestart' })
  const outlineUrl = at('safestart', `/courses/learner/${ownSlug}/${enrolled.enrolled[0]?.id}/outline`)
  await learning.goto(outlineUrl)
  await untilAlive(learning)
  await titles(learning).first().click()
  await expect(learning.getByRole('heading', { level: 1 })).toHaveText('Why ropes fail')
  await learning
    .getByRole('button', { name: /next|done|continue/i })
    .first()
    .click()
  await expect(learning.getByRole('heading', { level: 1 })).toHaveText('How to check a rope')

  // The author publishes a change: it reaches both portals as an update.
  await page.goto(at('core', `/courses/builder/${course.slug}/outline/Text/${course.first}`))
  await untilAlive(page)
  await main.getByRole('textbox', { name: 'Title' }).fill('Why every rope fails')
  await page.keyboard.press('Control+s')
  await main.getByRole('button', { name: 'Publish changes' }).press('Enter')
  await page
    .getByRole('dialog', { name: /^Publish version 2/ })
    .getByRole('button', { name: 'Publish changes' })
    .click()
  await expect(page.getByText('Version 2 is published.')).toBeVisible()
  await screen(page, 'Sharing')
  for (const name of [BUYER, READER])
    await expect(rowOf(name)).toContainText('Update waiting for their decision', { timeout: 30_000 })

  await buying.goto(at('safestart', `/courses/builder/${ownSlug}/outline`))
  await untilAlive(buying)
  await mainOf(buying).getByRole('link', { name: 'See what the update changes' }).press('Enter')
  const update = mainOf(buying).getByRole('region', { name: 'Update', exact: true })
  await expect(update.getByRole('region', { name: 'Changed' })).toContainText('Why every rope fails')
  await expect(update).toContainText('1 learner is in the middle of the course')
  await look(buying)
  await update.getByRole('button', { name: 'Take update' }).press('Enter')
  await expect(buying.getByText('The update is in your course.')).toBeVisible()
  await expect(mainOf(buying).getByRole('region', { name: 'Source' })).toContainText('Up to date')

  // Learners who have begun keep what they began; those who begin now get the update.
  await learning.goto(outlineUrl)
  await expect(titles(learning)).toHaveText([/Why ropes fail/, /How to check a rope/])
  await expect(learning.getByText('50%').filter({ visible: true }).first()).toBeVisible()
  await screen(buying, 'Outline')
  await expect(mainOf(buying).getByRole('link', { name: 'Why every rope fails' })).toBeVisible()

  // The other portal declines, and can still change its mind.
  const declining = await newPage()
  await enter(declining, personOf(info, 'unsourced').email, { slug: 'meridian' })
  await declining.goto(at('meridian', `/portals/shared-courses?search=${encodeURIComponent(title)}`))
  await untilAlive(declining)
  await expect(mainOf(declining).getByRole('row', { name: new RegExp(title) })).toContainText('Update available')
  await mainOf(declining)
    .getByRole('link', { name: new RegExp(title) })
    .press('Enter')
  await mainOf(declining).getByRole('button', { name: 'Decline update' }).press('Enter')
  await expect(mainOf(declining).getByRole('region', { name: 'Source' })).toContainText('Update declined')
  await expect(mainOf(declining).getByRole('button', { name: 'Take update' })).toBeVisible()
  await look(declining)
  await page.reload()
  await untilAlive(page)
  await expect(rowOf(BUYER)).toContainText('Up to date')
  await expect(rowOf(READER)).toContainText('Update declined')

  // Sharing with the first portal ends: it sells no more, and its learner goes on.
  await page.goto(at('core', `/portals/shared-courses?by=us&search=${encodeURIComponent(title)}`))
  await untilAlive(page)
  await look(page)
  await rowOf(BUYER)
    .getByRole('button', { name: /^Actions for/ })
    .press('Enter')
  await pressEntry(page, 'Stop sharing')
  const stopDialog = page.getByRole('alertdialog', { name: `Stop sharing with ${BUYER}?` })
  await look(page)
  await stopDialog.getByRole('button', { name: 'Stop sharing' }).press('Enter')
  await expect(rowOf(BUYER)).toContainText('Sharing ended')
  await buying.reload()
  await untilAlive(buying)
  await expect(mainOf(buying).getByText('Portico Academy no longer shares this course', { exact: true })).toBeVisible()
  await expect(mainOf(buying).getByText('Archived').first()).toBeVisible()
  await look(buying)
  const gone = await visitor.goto(at('safestart', `/course/${ownSlug}`))
  expect(gone?.status()).toBe(404)
  await learning.goto(outlineUrl)
  await untilAlive(learning)
  await titles(learning).last().click()
  await expect(learning.getByRole('heading', { level: 1 })).toHaveText('How to check a rope')
  await learning
    .getByRole('button', { name: /next|finish|done/i })
    .first()
    .click()
  await expect(learning).not.toHaveURL(/\/Text\//)
  await learning.goto(outlineUrl)
  await expect(learning.getByText('100%').filter({ visible: true }).first()).toBeVisible()
  for (const context of contexts) await context.close()
})
