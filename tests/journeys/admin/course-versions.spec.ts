import type { Page } from '@playwright/test'
import { API, dataOf, enter, signedIn } from '../kit/calls.ts'
import { look } from '../kit/desk.ts'
import { keyboardOn } from '../kit/keyboard.ts'
import { at, expect, expectAccessible, PASSWORD, test, untilAlive } from '../kit/kit.ts'
import { madeCourse } from '../kit/made-course.ts'
import { personOf } from '../kit/people.ts'

// The author is one person, whose sessions end each other.
test.describe.configure({ mode: 'serial' })

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

test('an author changes a course while somebody learns in it, publishes the changes, moves the learner, and undoes it (VER-001, VER-002, VER-003, VER-005, VER-006, VER-007, VER-008, VER-010, VER-011, BLD-042, BLK-013, BLK-028, BLK-029, BLK-030, BLK-031)', async ({
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
  const moving = page.getByRole('dialog', { name: 'Move 1 learner to version 2' })
  await expect(moving.getByRole('row', { name: /Jane Doe/ })).toContainText('1 of 2')
  await look(page)
  await moving.getByRole('button', { name: 'Continue' }).click()
  await expect(main.getByRole('heading', { level: 1, name: 'Move learners to a version' })).toBeVisible()
  const row = main.getByRole('row').filter({ hasText: 'Jane Doe' })
  await expect(row).toContainText('Version 1')
  await expect(row).toContainText('Version 2')
  await look(page)
  await main.getByRole('button', { name: 'Move 1 learner' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Move', exact: true }).click()
  await expect(main.getByText('1 row was changed.')).toBeVisible()

  // The undo puts them back, and the list of learners moves them as well.
  await main.getByRole('button', { name: 'Preview undo' }).click()
  await expect(main.getByText('1 row can be restored')).toBeVisible()
  await expect(main.getByRole('region', { name: 'Will be restored' })).toContainText('Version 1')
  await look(page)
  await main.getByRole('button', { name: 'Undo 1 row' }).click()
  await expect(main.getByText('1 row was restored.')).toBeVisible()
  await reader.goto(outlineUrl)
  await expect(titlesOf(reader)).toHaveText([/Why we climb/, /How we climb/])
  await page.goto(at('core', `/courses/builder/${course.slug}/enrollments`))
  await untilAlive(page)
  await main.getByRole('checkbox', { name: 'Select all' }).check()
  await main.getByRole('button', { name: 'Move', exact: true }).click()
  const selected = page.getByRole('dialog', { name: 'Move 1 learner to a version' })
  await expect(selected.getByLabel('Version')).toHaveValue('2')
  await look(page)
  await selected.getByRole('button', { name: 'Continue' }).click()
  await main.getByRole('button', { name: 'Move 1 learner' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Move', exact: true }).click()
  await expect(main.getByText('1 row was changed.')).toBeVisible()
  await reader.goto(outlineUrl)
  await expect(titlesOf(reader)).toHaveText([/Always three points/, /How we climb/])
  await expect(reader.getByText('50%').filter({ visible: true }).first()).toBeVisible()
  await context.close()
})

test('an author publishes, compares versions and asks for a changed text again by keyboard alone at 360 px (VER-005, VER-006, VER-008, VER-019, VER-020)', async ({
  page,
}, info) => {
  test.setTimeout(240_000)
  const phone = { width: 360, height: 740 }
  await page.setViewportSize(phone)
  const lookAtBoth = async () => {
    await expectAccessible(page)
    await page.setViewportSize({ width: 1440, height: 900 })
    await expectAccessible(page)
    await page.setViewportSize(phone)
  }
  const author = personOf(info, 'reviser')
  const { made: course, learner } = await ladders(author.email)
  const place = { data: { related_id: learner.related_id } }
  const reader = await signedIn(learner.email, learner.password)
  await reader('POST', `${API}/learner/module-items/Text/${course.textId}/finish`, place)
  const other = await signedIn(author.email, PASSWORD)
  const text = 'Three points of contact, always: two feet and one hand, or two hands and one foot. '.repeat(3)
  await other('PUT', `${API}/admin/module-items/text/${course.textId}`, {
    data: {
      text: `<p>${text}</p>`,
      title: `Why we climb with three points of contact ${'and never with less '.repeat(6)}`,
    },
  })

  await enter(page, author.email)
  const keys = keyboardOn(page)
  const main = page.getByRole('main')
  await page.goto(at('core', `/courses/builder/${course.slug}/versions`))
  await untilAlive(page)
  await expect(main.getByText('1 item differs from version 1.')).toBeVisible()
  await keys.use(main.getByRole('button', { name: 'Publish changes' }))
  const publishing = page.getByRole('dialog', { name: 'Publish version 2?' })
  await expect(publishing.getByRole('region', { name: 'Changed' })).toContainText('three points of contact')
  await keys.write(publishing.getByLabel('What is new'), 'Three points of contact, in full. '.repeat(8))
  await lookAtBoth()
  await keys.use(publishing.getByRole('button', { name: 'Publish changes' }))
  await expect(page.getByText('Version 2 is published.')).toBeVisible()

  await keys.take(main.getByRole('button', { name: 'Actions for Version 2' }), 'See what changed')
  const compared = page.getByRole('dialog', { name: 'What version 2 changed' })
  await expect(compared).toContainText('Text: title and text')
  await keys.reach(compared.getByLabel('To'))
  await keys.press('d')
  const withDraft = page.getByRole('dialog', { name: 'Draft compared with version 1' })
  await expect(withDraft).toContainText('Text: title and text')
  // The same words stand there, paler, until the answer is there.
  await expect(withDraft.locator('[aria-busy=true]')).toHaveCount(0)
  await lookAtBoth()
  await keys.reach(withDraft.getByLabel('From'))
  await keys.press('ArrowUp')
  await expect(page.getByRole('dialog', { name: 'Draft compared with version 2' })).toContainText('Both are the same.')
  await keys.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await keys.take(main.getByRole('button', { name: 'Actions for Version 2' }), 'Move learners here')
  const moving = page.getByRole('dialog', { name: 'Move 1 learner to version 2' })
  await expect(moving.getByRole('row', { name: /Jane Doe/ })).toContainText('1 of 2')
  await keys.turn(moving.getByRole('checkbox', { name: /three points of contact/ }))
  await expect(moving.getByRole('columnheader', { name: 'Opens again' })).toBeVisible()
  await expect(moving.getByRole('row', { name: /Jane Doe/ })).toContainText('0 of 2')
  await lookAtBoth()
  await keys.use(moving.getByRole('button', { name: 'Continue' }))
  await expect(main.getByText('1 item opens again').first()).toBeVisible()
  await keys.use(main.getByRole('button', { name: 'Move 1 learner' }))
  await keys.use(page.getByRole('alertdialog').getByRole('button', { name: 'Move', exact: true }))
  await expect(main.getByText('1 row was changed.')).toBeVisible()
  await lookAtBoth()
})
