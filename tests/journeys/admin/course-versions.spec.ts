import type { Page } from '@playwright/test'
import { API, dataOf, enter } from '../kit/calls.ts'
import { look } from '../kit/desk.ts'
import { at, expect, test, untilAlive } from '../kit/kit.ts'
import { madeCourse } from '../kit/made-course.ts'
import { personOf } from '../kit/people.ts'

/** A course of one module with two texts, and a learner. */
const ladders = (author: string) =>
  madeCourse(
    author,
    async (call, course) => {
      const { itemable_id: module_id } = dataOf<{ itemable_id: number }>(
        await call('POST', `${API}/admin/courses/${course.id}/items/modules`, { data: { title: 'Ladders' } }),
      )
      const [first] = await Promise.all(
        ['Why we climb', 'How we climb'].map(async (title, index) =>
          dataOf<{ id: number }>(
            await call('POST', `${API}/admin/module-items/text`, {
              data: { module_id, title, text: `<p>${title}</p>`, sort_number: index + 1 },
            }),
          ),
        ),
      )
      return { ...course, textId: first?.id ?? 0 }
    },
    'versioned',
  )

const titlesOf = (page: Page) => page.getByRole('main').getByRole('link', { name: /we climb|three points/ })

test('an author changes a course while somebody learns in it, publishes the changes, and moves the learner (VER-001, VER-002, VER-003, VER-005, VER-006, VER-007, VER-008, VER-010, VER-011, BLD-042)', async ({
  page,
  browser,
}, info) => {
  test.setTimeout(240_000)
  const author = personOf(info, 'reviser')
  const { made: course, learner, outlineUrl } = await ladders(author.email)
  const context = await browser.newContext()
  const reader = await context.newPage()
  await enter(reader, learner.email, { password: learner.password })
  await reader.goto(outlineUrl)
  await untilAlive(reader)
  await titlesOf(reader).first().click()
  await expect(reader.getByRole('heading', { level: 1 })).toHaveText('Why we climb')
  await reader
    .getByRole('button', { name: /next|done|continue/i })
    .first()
    .click()
  await expect(reader.getByRole('heading', { level: 1 })).toHaveText('How we climb')

  await enter(page, author.email)
  const main = page.getByRole('main')
  await page.goto(at('core', `/courses/builder/${course.slug}/outline/Text/${course.textId}`))
  await untilAlive(page)
  await main.getByRole('textbox', { name: 'Title' }).fill('Always three points')
  await page.keyboard.press('Control+s')
  await expect(main.getByText('Unpublished changes').first()).toBeVisible()
  await reader.goto(outlineUrl)
  await expect(titlesOf(reader)).toHaveText([/Why we climb/, /How we climb/])

  await main.getByRole('navigation', { name: 'Course', exact: true }).getByRole('link', { name: 'Versions' }).click()
  await expect(main.getByText('1 item differs from version 1.')).toBeVisible()
  await look(page)
  await main.getByRole('button', { name: 'Publish changes' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Publish version 2?' })
  await expect(dialog.getByRole('region', { name: 'Changed' })).toContainText('Always three points')
  await dialog.getByLabel('What is new').fill('Clearer title')
  await look(page)
  await dialog.getByRole('button', { name: 'Publish changes' }).click()
  await expect(page.getByText('Version 2 is published.')).toBeVisible()
  await expect(main.getByText('Everything is published')).toBeVisible()
  await expect(main.getByText('Unpublished changes')).toBeHidden()
  await reader.goto(outlineUrl)
  await expect(titlesOf(reader)).toHaveText([/Why we climb/, /How we climb/])

  await main.getByRole('button', { name: 'Actions for Version 2' }).click()
  await page.getByRole('menuitem', { name: 'See what changed' }).click()
  const compared = page.getByRole('dialog', { name: 'What version 2 changed' })
  await expect(compared).toContainText('Text: title')
  await look(page)
  await compared.getByRole('button', { name: 'Close' }).last().click()

  await main.getByRole('button', { name: 'Actions for Version 2' }).click()
  await page.getByRole('menuitem', { name: 'Move learners here' }).click()
  const moving = page.getByRole('dialog', { name: 'Move 1 learner to version 2?' })
  await expect(moving.getByRole('row', { name: /Jane Doe/ })).toContainText('1 of 2')
  await look(page)
  await moving.getByRole('button', { name: 'Move learners' }).click()
  await expect(page.getByText('1 learner moved to version 2.')).toBeVisible()
  await look(page)
  await reader.goto(outlineUrl)
  await expect(titlesOf(reader)).toHaveText([/Always three points/, /How we climb/])
  await expect(reader.getByText('50%').filter({ visible: true }).first()).toBeVisible()
  await context.close()
})
