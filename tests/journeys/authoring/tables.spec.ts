import { enter, signedIn } from '../kit/calls.ts'
import { at, expect, expectAccessible, onPhone, PASSWORD, test, untilAlive } from '../kit/kit.ts'
import { saved } from '../kit/outline-builder.ts'
import { personOf } from '../kit/people.ts'
import { post } from '../kit/reading-course.ts'

test('an author makes a table by keyboard, changes its rows and columns, and goes on writing below it (BLD-090)', async ({
  page,
}, info) => {
  const clerk = await signedIn(personOf(info, 'tableclerk').email, PASSWORD)
  const course = await post<{ id: number; slug: string }>(clerk, '/admin/courses', { title: 'Tables' })
  const module = await post<{ itemable_id: number }>(clerk, `/admin/courses/${course.id}/items/modules`, { title: 'M' })
  const body = { module_id: module.itemable_id, title: 'Loads', text: '<p>Before</p>' }
  const item = await post<{ id: number }>(clerk, '/admin/module-items/text', body)
  await enter(page, personOf(info, 'tabler').email)
  await page.goto(at('core', `/courses/builder/${course.slug}/outline/Text/${item.id}`))
  await untilAlive(page)
  const text = page.getByRole('textbox', { name: 'Text', exact: true })
  const tools = page.getByRole('toolbar', { name: 'Table in Text' })
  /** The words of the table, line by line; headings in capitals. */
  const lines = () =>
    text
      .locator('tr')
      .evaluateAll((rows) =>
        rows.map((row) =>
          [...row.children]
            .map(({ localName, textContent }) => (localName === 'th' ? textContent.toUpperCase() : textContent))
            .join('|'),
        ),
      )
  /** Goes to a cell with the arrows of the keyboard, from the start of the table on. */
  const write = async (words: string) => {
    await page.keyboard.type(words)
    await page.keyboard.press('ArrowRight')
  }
  const press = async (name: string) => {
    await tools.getByRole('button', { name, exact: true }).press('Enter')
    await expect(text).toBeFocused()
  }

  await expect(text).toHaveAttribute('contenteditable', 'true')
  await text.focus()
  await page.keyboard.press('Control+End')
  await expect(tools).toBeHidden()
  await page.getByRole('button', { name: 'Table', exact: true }).press('Enter')
  await expect(text).toBeFocused()
  await expect(tools).toBeVisible()
  for (const words of ['type', 'load', 'use', 'IA', '300', 'roof']) await write(words)
  await expect.poll(lines).toEqual(['TYPE|LOAD|USE', 'IA|300|roof', '||'])
  await expectAccessible(page)
  await onPhone(page)

  // The cursor stands in the last row.
  await press('Add row below')
  await page.keyboard.type('II')
  await expect.poll(lines).toEqual(['TYPE|LOAD|USE', 'IA|300|roof', '||', 'II||'])
  await press('Add column to the right')
  await page.keyboard.type('225')
  await expect.poll(lines).toEqual(['TYPE||LOAD|USE', 'IA||300|roof', '|||', 'II|225||'])
  await press('Remove column')
  await expect.poll(lines).toEqual(['TYPE|LOAD|USE', 'IA|300|roof', '||', 'II||'])
  await page.keyboard.press('ArrowUp')
  await press('Remove row')
  await expect.poll(lines).toEqual(['TYPE|LOAD|USE', 'IA|300|roof', 'II||'])
  const header = tools.getByRole('button', { name: 'Header row', exact: true })
  await expect(header).toHaveAttribute('aria-pressed', 'true')
  await press('Header row')
  await expect(header).toHaveAttribute('aria-pressed', 'false')
  await expect.poll(lines).toEqual(['type|load|use', 'IA|300|roof', 'II||'])
  await press('Header row')
  await expect.poll(lines).toEqual(['TYPE|LOAD|USE', 'IA|300|roof', 'II||'])

  // The button in the first toolbar leads to those of the table, and below the table one goes on.
  await page.getByRole('button', { name: 'Table', exact: true }).press('Enter')
  await expect(header).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(tools.getByRole('button', { name: 'Remove table' })).toBeFocused()
  await text.focus()
  await page.keyboard.press('Control+End')
  await page.keyboard.type('After')
  await expect(tools).toBeHidden()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await saved(page)
  await page.reload()
  await untilAlive(page)
  await expect(text).toHaveAttribute('contenteditable', 'true')
  await expect.poll(lines).toEqual(['TYPE|LOAD|USE', 'IA|300|roof', 'II||'])
  await expect(text.locator('> p').last()).toHaveText('After')
  await expect(text.locator('th').first()).toHaveAttribute('scope', 'col')
  await expectAccessible(page)
})
