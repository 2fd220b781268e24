import type { Page } from '@playwright/test'
import { API, dataOf, enter } from '../kit/calls.ts'
import { look } from '../kit/desk.ts'
import { keyboardOn } from '../kit/keyboard.ts'
import { at, expect, test, untilAlive } from '../kit/kit.ts'
import { madeCourse } from '../kit/made-course.ts'
import { personOf } from '../kit/people.ts'

const BUYER = 'SafeStart Training'
const READER = 'Meridian Continuing Education'
const mainOf = (page: Page) => page.getByRole('main')

test("an author previews, shares and revises a course by keyboard alone, a portal declines the update, and a learner's record stays what it was (BLD-067, VER-003, VER-005, SHR-007, SHR-008, SHR-020, LEG-007, UIX-032)", async ({
  page,
  browser,
}, info) => {
  test.setTimeout(300_000)
  const author = personOf(info, 'keysharer')
  const { made, learner, outlineUrl } = await madeCourse(
    author.email,
    async (call, course) => {
      const module = dataOf<{ itemable_id: number }>(
        await call('POST', `${API}/admin/courses/${course.id}/items/modules`, { data: { title: 'Ladders' } }),
      )
      const texts: number[] = []
      for (const title of ['Why we climb', 'How we climb']) {
        const data = { module_id: module.itemable_id, title, text: `<p>${title}</p>` }
        texts.push(dataOf<{ id: number }>(await call('POST', `${API}/admin/module-items/text`, { data })).id)
      }
      return { ...course, first: texts[0] as number }
    },
    'keyed',
  )
  const context = await browser.newContext()
  const reader = await context.newPage()
  const learnerCall = await enter(reader, learner.email, { password: learner.password })
  const place = { data: { related_id: learner.related_id } }
  await learnerCall('POST', `${API}/learner/module-items/Text/${made.first}/finish`, place)
  /** What the learner's page says of the course. */
  const record = async () => {
    await reader.goto(outlineUrl)
    await expect(reader.getByText('50%').filter({ visible: true }).first()).toBeVisible()
    return reader.getByRole('main').innerText()
  }
  const before = await record()
  expect(before).toContain('Why we climb')

  await enter(page, author.email)
  const keys = keyboardOn(page)
  const main = mainOf(page)
  const screen = (name: string) =>
    keys.use(main.getByRole('navigation', { name: 'Course', exact: true }).getByRole('link', { name }))
  // The preview, with its course in a frame.
  await page.goto(at('core', `/courses/builder/${made.slug}/outline/items`))
  await untilAlive(page)
  await keys.use(main.getByRole('link', { name: 'Preview', exact: true }))
  await expect(page.getByText('Nothing you do here is recorded.')).toBeVisible()
  const shown = main.locator('iframe').contentFrame()
  await keys.use(shown.getByRole('link', { name: 'Start this Course' }))
  await expect(shown.getByRole('heading', { level: 1, name: 'Why we climb' })).toBeVisible()
  await keys.use(shown.getByRole('button', { name: 'Next', exact: true }))
  await expect(shown.getByRole('heading', { level: 1, name: 'How we climb' })).toBeVisible()

  await page.goto(at('core', `/courses/builder/${made.slug}/sharing`))
  await untilAlive(page)
  await keys.use(main.getByRole('button', { name: 'Share with portals' }))
  const dialog = page.getByRole('dialog', { name: 'Share this course' })
  const box = dialog
    .getByRole('textbox', { name: 'Portals' })
    .or(dialog.getByRole('combobox', { name: 'Portals' }))
    .first()
  await keys.reach(box)
  for (const name of [BUYER, READER]) {
    await page.keyboard.type(name)
    await expect(page.getByRole('option')).toHaveText([new RegExp(name)])
    await keys.press('ArrowDown', 'Enter')
  }
  await keys.press('Tab')
  await keys.press('Control+s')
  await expect(dialog).toHaveCount(0)
  const rowOf = (name: string) => main.getByRole('row', { name: new RegExp(name) })
  for (const name of [BUYER, READER]) await expect(rowOf(name)).toContainText('Up to date', { timeout: 30_000 })

  // A revision, published while the learner is in the middle of the course.
  await page.goto(at('core', `/courses/builder/${made.slug}/outline/Text/${made.first}`))
  await untilAlive(page)
  await keys.write(main.getByRole('textbox', { name: 'Title' }), 'Always three points')
  await keys.press('Control+s')
  await keys.use(main.getByRole('button', { name: 'Publish changes' }))
  const publishing = page.getByRole('dialog', { name: /^Publish version 2/ })
  await keys.use(publishing.getByRole('button', { name: 'Publish changes' }))
  await expect(page.getByText('Version 2 is published.')).toBeVisible()
  await screen('Sharing')
  for (const name of [BUYER, READER])
    await expect(rowOf(name)).toContainText('Update waiting for their decision', { timeout: 30_000 })
  expect(await record()).toBe(before)

  const declining = await (await browser.newContext()).newPage()
  await enter(declining, personOf(info, 'keydecliner').email, { slug: 'meridian' })
  await declining.goto(at('meridian', `/portals/shared-courses?search=${encodeURIComponent(made.title)}`))
  await untilAlive(declining)
  const theirs = keyboardOn(declining)
  await theirs.use(
    mainOf(declining)
      .getByRole('row', { name: /Update available/ })
      .getByRole('link')
      .first(),
  )
  await theirs.use(mainOf(declining).getByRole('button', { name: 'Decline update' }))
  await expect(mainOf(declining).getByRole('region', { name: 'Source' })).toContainText('Update declined')
  await look(declining)
  await page.reload()
  await untilAlive(page)
  await expect(rowOf(READER)).toContainText('Update declined')
  await expect(rowOf(BUYER)).toContainText('Update waiting for their decision')
  expect(await record()).toBe(before)
  await declining.context().close()
  await context.close()
})
