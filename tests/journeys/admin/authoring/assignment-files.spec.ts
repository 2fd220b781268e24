import { API, dataOf, enter, signedIn } from '../../kit/calls.ts'
import { at, expect, expectAccessible, onPhone, PASSWORD, test } from '../../kit/kit.ts'
import { addItems, type Course, openItem, openOutline, saved } from '../../kit/outline-builder.ts'
import { markOf, personOf } from '../../kit/people.ts'
import { post } from '../../kit/reading-course.ts'

// A second sign-in of the same person would end the first.
test.describe.configure({ mode: 'serial' })

const PDF = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n')
const pdf = (name: string) => ({ name, mimeType: 'application/pdf', buffer: PDF })

test('an author adds files to a task from the computer and the library, and takes them out (ASG-021, ASG-022, UPL-010)', async ({
  page,
}, info) => {
  const mark = markOf(info)
  const helper = await signedIn(personOf(info, 'handoutclerk').email, PASSWORD)
  const course = await post<Course>(helper, '/admin/courses', { title: `Tasks ${mark}` })
  await enter(page, personOf(info, 'handout').email)
  await openOutline(page, course)
  await addItems(page, 'Add: Assignment', ['Lift plan'])
  const main = await openItem(page, 'Lift plan')
  const files = main.getByRole('list', { name: 'Further files' })

  // What is being typed in the form is left alone by what is saved beside it.
  await main.getByRole('textbox', { name: 'Title' }).fill('Lifting plan')
  const [form, sample] = [`Form ${mark}.pdf`, `Sample ${mark}.pdf`]
  await main
    .getByLabel('Add files from your computer')
    .setInputFiles([pdf(form), pdf(sample), { ...pdf('virus.exe'), mimeType: '' }])
  await expect(main.getByText('The file virus.exe has a wrong format.')).toBeVisible()
  await expect(files.getByRole('listitem')).toHaveCount(2)
  await expect(main.getByRole('textbox', { name: 'Title' })).toHaveValue('Lifting plan')
  await page.keyboard.press('Control+s')
  await saved(page)
  await expectAccessible(page)
  await onPhone(page)

  await files.getByRole('button', { name: `Remove ${form}` }).press('Enter')
  await expect(files.getByText(form)).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).press('Enter')
  await expect(files.getByText(form)).toBeVisible()
  await files.getByRole('button', { name: `Remove ${form}` }).press('Enter')
  await expect(files.getByText(form)).toHaveCount(0)

  // Taken out of the task, it is still in the library.
  await main.getByRole('button', { name: 'Choose from the library' }).press('Enter')
  const library = page.getByRole('dialog', { name: 'Materials library' })
  await library.getByRole('searchbox', { name: 'Search files' }).fill(`Form ${mark}`)
  await page.keyboard.press('Enter')
  await library.getByRole('radio', { name: form }).press('Space')
  await library.getByRole('button', { name: 'Use this file' }).press('Enter')
  await expect(files.getByText(form)).toBeVisible()
  await page.reload()
  await expect(files.getByRole('listitem')).toHaveCount(2)
  await expect(main.getByRole('textbox', { name: 'Title' })).toHaveValue('Lifting plan')
  const items = dataOf<{ itemable: { materials: { name: string }[] } }[]>(
    await helper('GET', `${API}/admin/courses/${course.id}/items/assignments`),
  )
  expect(items[0]?.itemable.materials.map(({ name }) => name).sort()).toEqual([form, sample])
  expect(page.url()).toContain(at('core', ''))
})
