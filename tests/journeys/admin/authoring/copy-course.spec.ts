import { API, dataOf, enter, signedIn } from '../../kit/calls.ts'
import { pressEntry } from '../../kit/keyboard.ts'
import { at, expect, expectAccessible, onPhone, PASSWORD, test } from '../../kit/kit.ts'
import { backToOutline, openItem, saved, titles, toScreen } from '../../kit/outline-builder.ts'
import { markOf, personOf } from '../../kit/people.ts'
import { wholeCourse } from '../../kit/whole-course.ts'

// A second sign-in of the same person would end the first.
test.describe.configure({ mode: 'serial' })

test('an author copies a sold course from the list and from the builder, and changes the copy alone (BLD-022, BLD-023, BLD-069, ERR-018)', async ({
  page,
}, info) => {
  test.setTimeout(240_000)
  const clerkEmail = personOf(info, 'composerclerk').email
  const { outlineUrl } = await wholeCourse(clerkEmail)
  const slug = new URL(outlineUrl).pathname.split('/')[3] ?? ''
  const clerk = await signedIn(clerkEmail, PASSWORD)
  const original = dataOf<{ id: number; title: string }>(await clerk('GET', `${API}/admin/courses/${slug}`))
  await enter(page, personOf(info, 'composer').email)
  const main = page.getByRole('main')

  await page.goto(at('core', `/courses/builder?search=${encodeURIComponent(original.title)}`))
  await page.getByRole('button', { name: `Actions for ${original.title}`, exact: true }).press('Enter')
  await pressEntry(page, 'Copy')
  const dialog = page.getByRole('dialog', { name: 'Copy this course' })
  const title = dialog.getByRole('textbox', { name: 'Title of the copy' })
  await expect(title).toHaveValue(`${original.title} copy`)
  await expectAccessible(page)
  await onPhone(page)
  await title.fill('')
  await dialog.getByRole('button', { name: 'Copy course' }).press('Enter')
  await expect(dialog.getByText('This field is required.')).toBeVisible()
  await title.fill(`${original.title} copy`)
  await dialog.getByRole('button', { name: 'Copy course' }).press('Enter')
  await expect(page.getByText(`The course "${original.title}" is successfully duplicated!`)).toBeVisible()
  await page.waitForURL(`**/courses/builder/${slug}-copy/overview/details`)
  await expect(main.getByRole('heading', { level: 1, name: `${original.title} copy` })).toBeVisible()
  await expect(main.getByText('Draft', { exact: true }).first()).toBeVisible()

  // Everything is there, and nobody is in it; with its price and instructor it could be published.
  await toScreen(page, 'Outline')
  await expect.poll(() => titles(page)).toEqual(['Reading', 'Check', 'Test', 'Task', 'Golf'])
  await main.getByRole('button', { name: 'Publish' }).press('Enter')
  const publishing = page.getByRole('dialog', { name: 'Publish this course?' })
  await expect(publishing.getByRole('button', { name: 'Publish' })).toBeEnabled()
  await expect(publishing).toContainText('$49.00')
  await page.keyboard.press('Escape')
  await openItem(page, 'Test')
  await expect(main.getByText(`Test of ${slug} copy`)).toBeVisible()
  await backToOutline(page)
  await main.getByRole('link', { name: 'Task', exact: true }).press('Enter')
  await expect(main.getByRole('textbox', { name: 'Title' })).toHaveValue('Task')
  await main.getByRole('textbox', { name: 'Title' }).fill('Other task')
  await page.keyboard.press('Control+s')
  await saved(page)
  await toScreen(page, 'Learners and exams')
  await expect(main.getByText('Jane Doe')).toHaveCount(0)
  await expectAccessible(page)
  await page.goto(at('core', `/courses/builder/${slug}/outline`))
  await expect.poll(() => titles(page)).toEqual(['Reading', 'Check', 'Test', 'Task', 'Golf'])

  // From the course itself, under another name.
  const name = `Second crew ${markOf(info)}`
  await main.getByRole('button', { name: 'Copy course' }).press('Enter')
  await title.fill(name)
  await page.keyboard.press('Control+s')
  await expect(main.getByRole('heading', { level: 1, name })).toBeVisible()
  await toScreen(page, 'Outline')
  await expect.poll(() => titles(page)).toEqual(['Reading', 'Check', 'Test', 'Task', 'Golf'])
  await expectAccessible(page)
  await onPhone(page)
})
