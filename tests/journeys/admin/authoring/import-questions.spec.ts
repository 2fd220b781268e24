import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { API, type Call, dataOf, enter } from '../../kit/calls.ts'
import { at, expect, expectAccessible, onPhone, test, untilAlive } from '../../kit/kit.ts'
import { markOf, personOf, type Try } from '../../kit/people.ts'

// A second sign-in of the same person would end the first.
test.describe.configure({ mode: 'serial' })

const GIFT = [
  '$CATEGORY: $course$/top/Ladders',
  '::Angle::How steep does a ladder lean?{~45 degrees =75 degrees ~90 degrees####Four feet up, one foot out.}',
  'Tell us about your last climb.{}',
  '$CATEGORY: Ropes',
  'Who checks a rope?{~%50%Its owner ~%50%Whoever uses it ~%-100%Nobody}',
].join('\n\n')

const look = async (page: Page) => {
  await expectAccessible(page)
  await onPhone(page)
}

// Once in each journey: a second sign-in would end the session of the open page.
const signIn = (page: Page, info: Try) => enter(page, personOf(info, 'collector').email)

/** The screen of imports of a new pool, reached from the pool by the keyboard. */
const openImport = async (page: Page, author: Call, title: string) => {
  const { id } = dataOf<{ id: number }>(await author('POST', `${API}/question-pools`, { data: { title } }))
  await page.goto(at('core', `/question-pools/${id}`))
  await untilAlive(page)
  await page.getByRole('link', { name: 'Import questions' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Import questions' })).toBeVisible()
  return id
}

/** Chooses a file, by the keyboard. */
const choose = async (page: Page, name: string, content: string | Buffer) => {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose a file' }).press('Enter')
  await (await chooser).setFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(content as Buffer) })
}

const contentOf = (path: string) => readFile(path)

/** The rows of the list that the table or, on phones, the cards show. */
const row = (page: Page, words: string) => page.getByRole('row').filter({ hasText: words })

test('an author brings questions from a file by the keyboard: sees what becomes of each, adds some, again, and undoes it (QPL-014, QPL-016, QPL-018, QPL-021)', async ({
  page,
}, info) => {
  const title = `Ladders ${markOf(info)}`
  const author = await signIn(page, info)
  const pool = await openImport(page, author, title)
  await look(page)
  await choose(page, 'notes.txt', 'Nothing that asks anything.')
  await expect(page.getByText(/none of the known formats.*Nothing was imported/)).toBeVisible()
  await look(page)
  await page.getByRole('button', { name: 'Remove notes.txt' }).press('Enter')

  await choose(page, 'ladders.gift.txt', GIFT)
  await expect(page.getByRole('heading', { level: 1, name: 'ladders.gift.txt' })).toBeVisible()
  await expect(page.getByText('Nothing has been added yet')).toBeVisible()
  await expect(page.getByText('2 questions can be added. 1 question cannot be taken; the list says why.')).toBeVisible()
  await expect(row(page, 'Tell us about your last climb.')).toContainText('Essay questions are not taken.')
  await expect(row(page, 'Angle')).toContainText('75 degrees (correct)')
  await look(page)

  await page.getByRole('checkbox', { name: 'Ropes (1)' }).press('Space')
  await page.getByRole('button', { name: 'Add 1 question', exact: true }).press('Enter')
  await expect(page.getByText(`1 question was added to ${title}.`)).toBeVisible()
  await expect(row(page, 'Who checks a rope?')).toContainText('Its category was not chosen.')
  await look(page)
  await page.getByRole('link', { name: 'Open the pool' }).press('Enter')
  await expect(page.getByRole('article', { name: 'Question 1' })).toContainText('Four feet up, one foot out.')

  // The same file again: one question is there, and is added twice only if one says so.
  await page.getByRole('link', { name: 'Import questions' }).press('Enter')
  await expect(page.getByRole('list', { name: 'Recent imports' })).toContainText('ladders.gift.txt')
  await look(page)
  await choose(page, 'ladders.gift.txt', GIFT)
  await expect(row(page, 'Angle')).toContainText('It is question 1 of the pool.')
  const twice = page.getByRole('checkbox', { name: 'Add 1 question again that this pool already has' })
  await expect(page.getByRole('button', { name: 'Add 1 question', exact: true })).toBeVisible()
  await twice.press('Space')
  await expect(page.getByRole('button', { name: 'Add 2 questions' })).toBeVisible()
  await look(page)
  await twice.press('Space')
  await page.getByRole('button', { name: 'Add 1 question', exact: true }).press('Enter')
  await expect(page.getByText(`1 question was added to ${title}.`)).toBeVisible()
  await page.getByRole('button', { name: 'Undo import' }).press('Enter')
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toContainText('1 question will be taken out of the pool.')
  await look(page)
  await dialog.getByRole('button', { name: 'Undo import' }).press('Enter')
  await expect(page.getByText('1 question was taken out of the pool again.')).toBeVisible()
  await page.goto(at('core', `/question-pools/${pool}`))
  await expect(page.getByRole('article', { name: /^Question/ })).toHaveCount(1)
})

test('a pool is saved as GIFT, QTI and a sheet, and each brings its questions to another pool (QPL-020)', async ({
  page,
}, info) => {
  const title = `Source ${markOf(info)}`
  const author = await signIn(page, info)
  const pool = await openImport(page, author, title)
  const template = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download template' }).click()
  const sheet = await (await template).path()
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose a file' }).click()
  await (await chooser).setFiles({ name: 'questions.csv', mimeType: 'text/csv', buffer: await contentOf(sheet) })
  await page.getByRole('button', { name: 'Add 3 questions' }).click()
  await expect(page.getByText(`3 questions were added to ${title}.`)).toBeVisible()

  for (const format of ['GIFT', 'QTI 2.1 package', 'Spreadsheet (CSV)']) {
    await page.goto(at('core', `/question-pools/${pool}`))
    await untilAlive(page)
    await page.getByRole('button', { name: 'Export' }).press('Enter')
    const item = page.getByRole('menuitem', { name: format })
    // The menu puts the focus on its first entry a moment after it is there.
    await expect(page.getByRole('menuitem').first()).toBeFocused()
    if (format === 'GIFT') await look(page)
    const download = page.waitForEvent('download')
    await item.press('Enter')
    const file = await download
    await openImport(page, author, `From ${format} ${markOf(info)}`)
    await choose(page, file.suggestedFilename(), await contentOf(await file.path()))
    await expect(page.getByRole('button', { name: 'Add 3 questions' })).toBeVisible()
    await expect(row(page, 'The top rung of a ladder is for standing.')).toContainText('False (correct)')
  }
})
