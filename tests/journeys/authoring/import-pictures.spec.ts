import { readFile } from 'node:fs/promises'
import { png } from '../../multipart.ts'
import { API, dataOf, enter } from '../kit/calls.ts'
import { at, expect, expectAccessible, onPhone, test, untilAlive } from '../kit/kit.ts'
import { markOf, personOf } from '../kit/people.ts'

const SIGN = png(120, 90, [200, 30, 30])
const question = (words: string, picture: string, file = '') =>
  `<question type="multichoice"><name><text>${words}</text></name><questiontext format="html"><text><![CDATA[<p>${words} <img src="@@PLUGINFILE@@/${picture}" alt="A red sign"></p>]]></text>${file}</questiontext><single>true</single><answer fraction="100"><text>Stop</text></answer><answer fraction="0"><text>Go</text></answer></question>`
const QUIZ = `<?xml version="1.0"?><quiz>${question(
  'What does this sign say?',
  'sign.png',
  `<file name="sign.png" path="/" encoding="base64">${SIGN.toString('base64')}</file>`,
)}${question('What is missing here?', 'lost.png')}</quiz>`

test('an author imports a question with its picture by the keyboard, saves the report, and takes the pool along (QPL-025, QPL-026, QPL-020)', async ({
  page,
}, info) => {
  const author = await enter(page, personOf(info, 'picturist').email)
  const title = `Signs ${markOf(info)}`
  const { id } = dataOf<{ id: number }>(await author('POST', `${API}/question-pools`, { data: { title } }))
  await page.goto(at('core', `/question-pools/${id}/import`))
  await untilAlive(page)
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose a file' }).press('Enter')
  await (await chooser).setFiles({ name: 'signs.xml', mimeType: 'text/xml', buffer: Buffer.from(QUIZ) })
  await expect(page.getByText('1 question can be added. 1 question cannot be taken; the list says why.')).toBeVisible()
  await expect(page.getByText('It shows the picture “lost.png”, which is not in the file.').first()).toBeVisible()
  await expectAccessible(page)
  await onPhone(page)

  const report = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download report' }).press('Enter')
  const saved = await report
  expect(saved.suggestedFilename()).toBe('signs-xml-report.csv')
  const lines = (await readFile(await saved.path(), 'utf8')).trim().split('\r\n')
  expect(lines).toHaveLength(3)
  expect(lines[1]).toContain('What does this sign say?,Single choice,,New')
  expect(lines[2]).toMatch(/What is missing here\?,,,Not taken,,.*lost\.png/)

  await page.getByRole('button', { name: 'Add 1 question' }).press('Enter')
  await expect(page.getByText(`1 question was added to ${title}.`)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Open the pool' }).press('Enter')
  const picture = page.getByRole('main').getByRole('img', { name: 'A red sign' })
  await expect(picture).toBeVisible()
  await expect(picture).toHaveAttribute('width', '120')
  await expect.poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(0)
})
