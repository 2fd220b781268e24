import fs from 'node:fs'
import type { Page } from '@playwright/test'
import { buildPackage, singleSco } from '../../scorm/scorm-packages.ts'
import { type Call, enter } from '../kit/calls.ts'
import { expect, expectAccessible, onPhone, test } from '../kit/kit.ts'
import { madeCourse } from '../kit/made-course.ts'
import {
  act,
  addItems,
  backToOutline,
  heard,
  openItem,
  openNew,
  openOutline,
  saved,
  takeFile,
  titles,
} from '../kit/outline-builder.ts'
import { markOf, personOf } from '../kit/people.ts'
import { pdfOf, post, TALK, uploadMaterial } from '../kit/reading-course.ts'

/** What the author draws from: a pool and two files. */
const prepare = async (helper: Call, stamp: string) => {
  const pool = await post<{ id: number }>(helper, '/question-pools', { title: `Pool ${stamp}` })
  for (const text of ['Is it hot?', 'Is it cold?', 'Is it wet?']) {
    const answers = ['Yes', 'No'].map((word) => ({ text: word, is_correct: word === 'Yes' }))
    await post(helper, `/question-pools/${pool.id}/questions`, { type: 'single', text: `<p>${text}</p>`, answers })
  }
  await uploadMaterial(helper, `sheets-${stamp}.pdf`, 'application/pdf', pdfOf(2))
  await uploadMaterial(helper, `talk-${stamp}.mp3`, 'audio/mpeg', fs.readFileSync(TALK))
}

/** Presses Escape in the very moment in which this text appears, before the page does anything else. */
const escapeWhenShown = (page: Page, text: string) =>
  page.evaluate((shown) => {
    const watch = new MutationObserver(() => {
      if (!document.body.innerText.includes(shown)) return
      watch.disconnect()
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
    })
    watch.observe(document.body, { childList: true, subtree: true, characterData: true })
  }, text)

test('an author builds a course of every item type by keyboard alone, and a learner sees it (ROU-082, ROU-084, BLD-010, BLD-011, BLD-013 to BLD-018, BLD-037, BLD-040, SCO-017, UIX-032)', async ({
  page,
  browser,
}, info) => {
  test.setTimeout(300_000)
  // Who makes the course by calls, and who builds it in the browser.
  const [maker, author] = [personOf(info, 'keymaker'), personOf(info, 'keys')]
  const stamp = markOf(info)
  const { learner, outlineUrl } = await madeCourse(maker.email, async (helper, course) => {
    await prepare(helper, stamp)
    await enter(page, author.email)
    const main = await openOutline(page, course)
    await expect(main.getByRole('link', { name: 'Outline' }).first()).toHaveAttribute('aria-current', 'page')
    await expect(main.getByText('Nothing in this course yet')).toBeVisible()
    await expectAccessible(page)
    await onPhone(page)

    // A title is needed; then items come one after the other.
    await page.getByRole('button', { name: 'Add: Module', exact: true }).press('Enter')
    await expect(page.getByRole('textbox', { name: 'Title of the new module' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(main.getByText('This field is required.')).toBeVisible()
    await page.keyboard.press('Escape')
    const addModule = page.getByRole('button', { name: 'Add: Module', exact: true })
    await expect(addModule).toBeFocused()
    await addModule.press('Enter')
    await expect(page.getByRole('textbox', { name: 'Title of the new module' })).toBeFocused()
    await escapeWhenShown(page, 'This field is required.')
    await page.keyboard.press('Enter')
    await expect(addModule).toBeFocused()
    await addItems(page, 'Add: Module', ['Basics', 'Practice'])
    await addItems(page, 'Add: Exam', ['Final exam'])
    await addItems(page, 'Add: Knowledge check', ['Warm up'])
    await addItems(page, 'Add: Assignment', ['Homework'])
    await addItems(page, 'Add: SCORM module', ['Golf'])
    await addItems(page, 'Add: Cloud SCORM module', ['Cloud golf'])

    const text = await openNew(page, 'Basics', 'Text')
    await text.getByRole('textbox', { name: 'Title' }).focus()
    await page.keyboard.type('Welcome')
    await text.getByRole('textbox', { name: 'Text', exact: true }).focus()
    await page.keyboard.type('Read me first')
    await expectAccessible(page)
    await onPhone(page)
    await page.keyboard.press('Control+s')
    await expect(text).toBeHidden()
    await expect(main.getByRole('link', { name: 'Welcome' })).toBeVisible()

    const sheets = await openNew(page, 'Basics', 'Document')
    await sheets.getByRole('button', { name: 'Add', exact: true }).press('Enter')
    await expect(sheets.getByText('This field is required.').first()).toBeVisible()
    await takeFile(page, sheets.getByRole('button', { name: 'Choose a file' }), `sheets-${stamp}.pdf`)
    await expect(sheets.getByRole('textbox', { name: 'Title' })).toHaveValue(`sheets ${stamp}`)
    await sheets.getByRole('textbox', { name: 'Title' }).fill('Sheets')
    await page.keyboard.press('Control+s')
    await expect(sheets).toBeHidden()

    const audio = await openNew(page, 'Basics', 'Audio')
    await takeFile(page, audio.getByRole('button', { name: 'Choose a file' }), `talk-${stamp}.mp3`)
    await audio.getByRole('textbox', { name: 'Title' }).fill('Talk')
    await page.keyboard.press('Control+s')
    await expect(audio).toBeHidden()

    const video = await openNew(page, 'Practice', 'Video')
    await video.getByRole('textbox', { name: 'Title' }).fill('Film')
    await video.getByRole('textbox', { name: 'Link of the video' }).fill('example.com/film')
    await page.keyboard.press('Control+s')
    await expect(video.getByRole('textbox', { name: 'Link of the video' })).toHaveAttribute('aria-invalid', 'true')
    await video.getByRole('textbox', { name: 'Link of the video' }).fill('https://youtu.be/dQw4w9WgXcQ')
    await page.keyboard.press('Control+s')
    await expect(video).toBeHidden()
    await expect(main.getByRole('link', { name: 'Film' })).toBeVisible()
    await expectAccessible(page)
    await onPhone(page)

    // The exam: its questions and its rules.
    await openItem(page, 'Final exam')
    await expect(main.getByText('Too few questions')).toBeVisible()
    await main.getByRole('button', { name: 'Attach a pool' }).press('Enter')
    const attaching = page.getByRole('dialog')
    await attaching.getByRole('combobox', { name: 'Question pool' }).focus()
    await page.keyboard.type(`Pool ${stamp}`)
    await expect(page.getByRole('option', { name: `Pool ${stamp} (3 questions)` })).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await attaching.getByRole('textbox', { name: 'Questions for each attempt' }).fill('2')
    await page.keyboard.press('Control+s')
    await expect(attaching).toBeHidden()
    await expect(main.getByText('Each attempt asks 2 questions.')).toBeVisible()
    await main.getByRole('textbox', { name: 'Pass mark' }).fill('80')
    await main.getByRole('textbox', { name: 'Time limit in minutes' }).fill('30')
    await expectAccessible(page)
    await onPhone(page)
    await page.keyboard.press('Control+s')
    await saved(page)
    await page.reload()
    await expect(main.getByText('Each attempt asks 2 questions.')).toBeVisible()
    await expect(main.getByRole('textbox', { name: 'Pass mark' })).toHaveValue('80%')
    await expect(main.getByRole('textbox', { name: 'Time limit in minutes' })).toHaveValue('30')

    // Edits are not lost by accident.
    await main.getByRole('textbox', { name: 'Title' }).fill('Final test')
    await main.getByRole('link', { name: 'Outline', exact: true }).last().press('Enter')
    const question = page.getByRole('alertdialog')
    await expect(question).toContainText('You have made changes that have not been saved.')
    await question.getByRole('button', { name: 'Continue Editing' }).press('Enter')
    await page.keyboard.press('Control+s')
    await saved(page)
    await expect(main.getByRole('heading', { level: 2, name: 'Final test' })).toBeVisible()
    await backToOutline(page)
    await expect(main.getByRole('link', { name: 'Final test' })).toBeVisible()

    await openItem(page, 'Homework')
    await main.getByRole('textbox', { name: 'Requirements' }).focus()
    await page.keyboard.type('Write down who calls.')
    await main.getByRole('radio', { name: 'Text', exact: true }).press('Space')
    await takeFile(page, main.getByRole('button', { name: 'Choose a file' }), `sheets-${stamp}.pdf`)
    // Where no button stands half behind the bar.
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    await expectAccessible(page)
    await onPhone(page)
    await page.keyboard.press('Control+s')
    await saved(page)
    await backToOutline(page)

    const zip = { name: 'golf.zip', mimeType: 'application/zip', buffer: await buildPackage(singleSco()) }
    for (const name of ['Golf', 'Cloud golf']) {
      await openItem(page, name)
      await expect(main.getByText('No package yet. Learners cannot start the module.')).toBeVisible()
      await expectAccessible(page)
      await onPhone(page)
      await main.locator('input[type=file]').setInputFiles(zip)
      await expect(main.getByText('The package is ready.')).toBeVisible({ timeout: 60_000 })
      await page.keyboard.press('Control+s')
      await saved(page)
      await expect(main.getByText('No package yet.')).toBeHidden()
      await backToOutline(page)
    }

    // Order, by keys: shown as lifted, put back by Escape, kept by the server.
    const order = ['Basics', 'Practice', 'Final test', 'Warm up', 'Homework', 'Golf', 'Cloud golf']
    expect(await titles(page)).toEqual(order)
    const handle = main.getByRole('button', { name: 'Move Final test', exact: true })
    await handle.press('Space')
    await heard(page, 'Final test is lifted from position 3 of 7.')
    await page.keyboard.press('End')
    await heard(page, 'Final test is at position 7 of 7.')
    await page.keyboard.press('Space')
    const sorted = ['Basics', 'Practice', 'Warm up', 'Homework', 'Golf', 'Cloud golf', 'Final test']
    await expect.poll(() => titles(page)).toEqual(sorted)
    await expect(handle).toBeFocused()
    await main.getByRole('button', { name: 'Move Talk', exact: true }).press('Space')
    await heard(page, 'Talk is lifted from position 3 of 3.')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Space')
    const inner = main.getByRole('list', { name: 'Items of Basics' }).getByRole('link')
    await expect(inner).toHaveText(['Welcome', 'Talk', 'Sheets'])
    await act(page, 'Sheets', 'Move to another module')
    await page.getByRole('dialog', { name: 'Move “Sheets”' }).getByRole('button', { name: 'Move' }).press('Enter')
    await expect(main.getByRole('list', { name: 'Items of Practice' }).getByRole('link')).toHaveText(['Film', 'Sheets'])

    await act(page, 'Practice', 'Rename')
    await page
      .getByRole('dialog', { name: 'Rename the module' })
      .getByRole('textbox', { name: 'Title' })
      .fill('Exercise')
    await page.keyboard.press('Control+s')
    await expect(main.getByRole('link', { name: 'Exercise', exact: true })).toBeVisible()
    await act(page, 'Warm up', 'Delete')
    await expect(question).toContainText(
      "You are about to permanently delete this item from your site. This action cannot be undone. 'Cancel' to stop, 'OK' to delete.",
    )
    await expect(question).not.toContainText('enrolled')
    await question.getByRole('button', { name: 'OK' }).press('Enter')
    await expect(main.getByRole('link', { name: 'Warm up' })).toBeHidden()
    await expect(main.getByRole('link', { name: 'Homework' })).toBeFocused()
    await page.reload()
    await expect
      .poll(() => titles(page))
      .toEqual(['Basics', 'Exercise', 'Homework', 'Golf', 'Cloud golf', 'Final test'])
    await expect(inner).toHaveText(['Welcome', 'Talk'])
  })

  const reader = await (await browser.newContext()).newPage()
  await enter(reader, learner.email, { password: learner.password })
  await reader.goto(outlineUrl)
  const seen = reader.getByRole('main').getByRole('list', { name: 'Course outline' }).locator('li')
  await expect(seen.first()).toBeVisible()
  const words = (await seen.allTextContents()).join(' ')
  const shown = ['Welcome', 'Talk', 'Film', 'Sheets', 'Homework', 'Golf', 'Cloud golf', 'Final test']
  expect(shown.map((title) => words.indexOf(title)).every((place, index, all) => place > (all[index - 1] ?? -1))).toBe(
    true,
  )
  expect(words).not.toContain('Warm up')
  await reader
    .getByRole('main')
    .getByRole('link', { name: /Final test/ })
    .last()
    .click()
  await expect(reader.getByText('30 minutes').first()).toBeVisible()
  await reader.context().close()
})
