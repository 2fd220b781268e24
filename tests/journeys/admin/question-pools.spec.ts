import type { Page } from '@playwright/test'
import { API, dataOf, enter } from '../kit/calls.ts'
import { at, expect, expectAccessible, onPhone, test, untilAlive } from '../kit/kit.ts'
import { markOf, personOf, type Try } from '../kit/people.ts'
import { formattedTexts, formOf } from '../kit/rich-text.ts'

// A second sign-in of the same person would end the first.
test.describe.configure({ mode: 'serial' })

const shownAnswers = (page: Page, question: string) =>
  page.getByRole('article', { name: question }).getByRole('list', { name: 'Answers' }).getByRole('listitem')

/** The texts of the questions from the first to the last. */
const order = (page: Page) => page.locator('article > div > p:first-child').allTextContents()

/** A new pool of this name, on its page. */
const makePool = async (page: Page, title: string) => {
  await page.goto(at('core', '/question-pools'))
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1, name: 'Question pools' })).toBeVisible()
  await expectAccessible(page)
  await onPhone(page)
  await main.getByRole('link', { name: 'New question pool' }).first().click()
  await expect(main.getByRole('heading', { level: 1, name: 'New question pool' })).toBeVisible()
  await expectAccessible(page)
  await onPhone(page)
  await main.getByRole('button', { name: 'Create and add questions' }).click()
  await expect(main.getByText('This field is required.')).toBeVisible()
  await main.getByRole('textbox', { name: 'Title' }).fill(title)
  await page.keyboard.press('Control+s')
  await expect(main.getByRole('heading', { level: 1, name: title })).toBeVisible()
  return main
}

/** A new pool of this name, made without its screens, on its page. */
const openNewPool = async (page: Page, info: Try, title: string) => {
  const author = await enter(page, personOf(info, 'pool').email)
  const { id } = dataOf<{ id: number }>(await author('POST', `${API}/question-pools`, { data: { title } }))
  await page.goto(at('core', `/question-pools/${id}`))
  await untilAlive(page)
  return page.getByRole('main')
}

test('an author writes questions of every type with nothing but the keyboard (ROU-098, QPL-002, QPL-003, QPL-005, UIX-026, UIX-032)', async ({
  page,
}, info) => {
  await enter(page, personOf(info, 'pool').email)
  const title = `Fire drill ${markOf(info)}`
  const main = await makePool(page, title)
  await expect(main.getByText('No questions yet')).toBeVisible()
  await expectAccessible(page)
  await onPhone(page)

  await main.getByRole('button', { name: 'Add a question' }).press('Enter')
  const text = main.getByRole('textbox', { name: 'Question', exact: true })
  await expect(text).toBeFocused()
  await page.keyboard.type('Which extinguisher for ')
  await page.keyboard.press('Control+b')
  await page.keyboard.type('burning oil')
  await page.keyboard.press('Control+s')
  await expect(main.getByText('Select at least one correct answer')).toBeVisible()
  await expectAccessible(page)
  await onPhone(page)

  await main.getByRole('textbox', { name: 'Answer 1' }).focus()
  await page.keyboard.type('Water')
  await page.keyboard.press('Enter')
  await expect(main.getByRole('textbox', { name: 'Answer 2' })).toBeFocused()
  await page.keyboard.type('Foam')
  await page.keyboard.press('Enter')
  await expect(main.getByRole('textbox', { name: 'Answer 3' })).toBeFocused()
  await page.keyboard.type('Sand')
  await main.getByRole('radio', { name: 'Answer 2 is correct' }).press('Space')
  await main.getByRole('textbox', { name: 'Explanation' }).focus()
  await page.keyboard.type('Water spreads it.')
  await page.keyboard.press('Control+s')
  const first = page.getByRole('article', { name: 'Question 1' })
  await expect(first.getByText('burning oil')).toBeVisible()
  await expect(first.locator('b, strong')).toHaveText('burning oil')
  await expect(first.getByText('Water spreads it.')).toBeVisible()
  await expect(shownAnswers(page, 'Question 1')).toHaveText(['Water', 'Foam (correct)', 'Sand'])
  await expect(main.getByRole('button', { name: 'Add a question' })).toBeFocused()

  await page.keyboard.press('Enter')
  await expect(text).toBeFocused()
  await page.keyboard.type('Smoke rises.')
  await main.getByRole('radio', { name: 'Single' }).focus()
  await page.keyboard.press('ArrowLeft')
  await expect(main.getByRole('radio', { name: 'True or false' })).toBeChecked()
  await main.getByRole('radio', { name: 'True', exact: true }).press('Space')
  await page.keyboard.press('Control+s')
  await expect(shownAnswers(page, 'Question 2')).toHaveText(['True (correct)', 'False'])

  await main.getByRole('button', { name: 'Add a question' }).press('Enter')
  await expect(text).toBeFocused()
  await page.keyboard.type('What do you take along?')
  await main.getByRole('radio', { name: 'Single' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(main.getByRole('radio', { name: 'Multiple' })).toBeChecked()
  await main.getByRole('textbox', { name: 'Answer 1' }).fill('Your phone')
  await main.getByRole('textbox', { name: 'Answer 2' }).fill('Your colleagues')
  await main.getByRole('checkbox', { name: 'Answer 1 is correct' }).press('Space')
  await main.getByRole('checkbox', { name: 'Answer 2 is correct' }).press('Space')
  await main.getByRole('button', { name: 'Add question' }).press('Enter')
  await expect(shownAnswers(page, 'Question 3')).toHaveText(['Your phone (correct)', 'Your colleagues (correct)'])
  await expect(main.getByText('3 questions')).toBeVisible()
  await expectAccessible(page)
  await onPhone(page)
})

test('formatted text is written by keys alone, pasted clean, taken back, and stands so after the page is read again (PGB-033, PGB-034, QPL-005, UIX-032)', async ({
  page,
}, info) => {
  const injected: string[] = []
  page.on('console', (message) => {
    if (/style-src/.test(message.text())) injected.push(message.text())
  })
  const main = await openNewPool(page, info, `Formatted ${markOf(info)}`)
  await main.getByRole('button', { name: 'Add a question' }).press('Enter')
  const text = main.getByRole('textbox', { name: 'Question', exact: true })
  await expect(text).toBeFocused()
  const tools = main.getByRole('toolbar', { name: 'Format Question' })
  const tool = (name: string) => tools.getByRole('button', { name, exact: true })
  const htmlOf = () => text.evaluate((element) => element.innerHTML)

  await page.keyboard.press('Shift+Tab')
  await expect(tool('Bold')).toBeFocused()
  for (const _ of ['Italic', 'Underline', 'Heading']) await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(text).toBeFocused()
  await expect(tool('Heading')).toHaveAttribute('aria-pressed', 'true')
  await expect(tool('Subheading')).toHaveAttribute('aria-pressed', 'false')
  await page.keyboard.type('Before you go down')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Bring ')
  await page.keyboard.press('Control+b')
  await expect(tool('Bold')).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.type('all')
  await page.keyboard.press('Control+b')
  await expect(tool('Bold')).toHaveAttribute('aria-pressed', 'false')
  await page.keyboard.type(' *of* these:')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Shift+Tab')
  await expect(tool('Heading')).toBeFocused()
  await page.keyboard.press('End')
  await expect(tool('Table')).toBeFocused()
  for (const _ of ['Picture', 'Link', 'Numbered list', 'Bulleted list']) await page.keyboard.press('ArrowLeft')
  await expect(tool('Bulleted list')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(text).toBeFocused()
  await expect(tool('Bulleted list')).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.type('A lamp')
  await page.keyboard.press('Enter')
  await page.keyboard.type('The plan')
  // On a slow machine all of these keys come before the browser tells of what is selected.
  await text.evaluate(
    (element, tab) => {
      for (const _ of 'plan') getSelection()?.modify('extend', 'backward', 'character')
      element.dispatchEvent(new KeyboardEvent('keydown', tab))
      document.querySelector<HTMLElement>('[role=toolbar] [tabindex="0"]')?.focus()
    },
    { key: 'Tab', shiftKey: true, bubbles: true, cancelable: true },
  )
  await page.keyboard.press('End')
  for (const _ of ['Picture', 'Link']) await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Link' })
  await expect(dialog.getByRole('textbox', { name: 'Address' })).toBeFocused()
  await expectAccessible(page)
  await onPhone(page)
  await page.keyboard.type('example.com/plan')
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(text).toBeFocused()
  await expect(text.getByRole('link', { name: 'plan' })).toHaveAttribute('href', 'https://example.com/plan')

  await page.keyboard.press('Control+z')
  await expect(text.getByRole('link')).toHaveCount(0)
  await page.keyboard.press('Control+Shift+z')
  await expect(text.getByRole('link', { name: 'plan' })).toBeVisible()

  await page.keyboard.press('Control+End')
  await page.keyboard.type(' ')
  await text.evaluate((element) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData(
      'text/html',
      '<span style="color:red" onclick="alert(1)">now</span><script>alert(2)</script><a href="javascript:alert(3)">!</a>',
    )
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  })
  await expect(text).toContainText('The plan now!')
  expect(await htmlOf()).not.toMatch(/style=|onclick|script/)
  await expectAccessible(page)
  await onPhone(page)

  await main.getByRole('textbox', { name: 'Answer 1' }).fill('Yes')
  await main.getByRole('textbox', { name: 'Answer 2' }).fill('No')
  await main.getByRole('radio', { name: 'Answer 1 is correct' }).press('Space')
  await text.focus()
  await page.keyboard.press('Control+s')
  const first = page.getByRole('article', { name: 'Question 1' })
  await expect(first).toBeVisible()
  await page.reload()
  await expect(first.getByRole('heading', { name: 'Before you go down' })).toBeVisible()
  await expect(first.locator('strong')).toHaveText('all')
  await expect(first.getByText('Bring all *of* these:')).toBeVisible()
  const items = first.getByRole('listitem')
  await expect(items.filter({ hasText: 'A lamp' })).toBeVisible()
  await expect(items.filter({ hasText: 'The plan now!' })).toBeVisible()
  await expect(first.getByRole('link', { name: 'plan' })).toHaveAttribute('href', 'https://example.com/plan')

  await main.getByRole('button', { name: 'Edit question 1' }).click()
  await expect(text.locator('strong')).toHaveText('all')
  await expect(text.getByRole('listitem')).toHaveText(['A lamp', 'The plan now!'])
  // Nothing was edited, so nothing can be saved.
  await expect(main.getByRole('button', { name: 'Save question' })).toBeDisabled()
  await expect(page.locator('style[data-tiptap-style]')).toHaveCount(0)
  expect(injected).toEqual([])
})

test('the order is changed by keys and by hand, and kept (QPL-003, UIX-032)', async ({ page }, info) => {
  const author = await enter(page, personOf(info, 'pool').email)
  const pool = dataOf<{ id: number }>(await author('POST', `${API}/question-pools`, { data: { title: 'Order' } }))
  for (const text of ['Alpha', 'Beta', 'Gamma']) {
    const answers = ['True', 'False'].map((word) => ({ text: word, is_correct: word === 'True' }))
    const data = { text: `<p>${text}</p>`, type: 'boolean', answers }
    await author('POST', `${API}/question-pools/${pool.id}/questions`, { data })
  }
  await page.goto(at('core', `/question-pools/${pool.id}`))
  const main = page.getByRole('main')
  await expect(main.getByText('3 questions')).toBeVisible()
  const handle = main.getByRole('button', { name: 'Move question 3' })
  const heard = (text: string) => expect(main.getByText(text)).toBeAttached()
  await handle.press('Space')
  await heard('question 3 is lifted from position 3 of 3.')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await heard('question 3 is at position 1 of 3.')
  expect(await order(page)).toEqual(['Gamma', 'Alpha', 'Beta'])
  await page.keyboard.press('Escape')
  await heard('question 3 is back at position 3 of 3.')
  expect(await order(page)).toEqual(['Alpha', 'Beta', 'Gamma'])
  await handle.press('Space')
  await heard('question 3 is lifted from position 3 of 3.')
  await page.keyboard.press('ArrowUp')
  await heard('question 3 is at position 2 of 3.')
  const saved = page.waitForResponse((answer) => answer.request().method() === 'PUT')
  await page.keyboard.press('Space')
  await saved
  await page.reload()
  await expect.poll(() => order(page)).toEqual(['Alpha', 'Gamma', 'Beta'])

  const first = main.getByRole('button', { name: 'Move question 1' })
  const target = page.getByRole('article', { name: 'Question 2' })
  // Keys are answered once the page is alive, and so are drags.
  await first.press('Space')
  await heard('question 1 is lifted from position 1 of 3.')
  await page.keyboard.press('Escape')
  await first.scrollIntoViewIfNeeded()
  const [from, to] = [await first.boundingBox(), await target.boundingBox()]
  if (!from || !to) throw new Error('The questions are not on the page')
  const dropped = page.waitForResponse((answer) => answer.request().method() === 'PUT')
  await page.mouse.move(from.x + 10, from.y + 10)
  await page.mouse.down()
  await page.mouse.move(from.x + 10, to.y + to.height - 6, { steps: 8 })
  await page.mouse.up()
  await dropped
  await expect.poll(() => order(page)).toEqual(['Gamma', 'Alpha', 'Beta'])
})

test('edits are not lost, and a pool is renamed, found and deleted after asking (QPL-006, QPL-010, ERR-107, ERR-109, UIX-026)', async ({
  page,
}, info) => {
  const title = `Ladders ${markOf(info)}`
  const main = await openNewPool(page, info, title)
  await main.getByRole('button', { name: 'Add a question' }).click()
  await main.getByRole('textbox', { name: 'Question', exact: true }).fill('How steep?')
  await main.getByRole('link', { name: 'Question pools' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('You have made changes that have not been saved.')
  await question.getByRole('button', { name: 'Continue Editing' }).click()
  await expect(main.getByRole('textbox', { name: 'Question', exact: true })).toHaveText('How steep?')
  await main.getByRole('textbox', { name: 'Answer 1' }).fill('One to four')
  await main.getByRole('textbox', { name: 'Answer 2' }).fill('Straight up')
  await main.getByRole('radio', { name: 'Answer 1 is correct' }).check()
  await main.getByRole('button', { name: 'Add question' }).click()
  await expect(shownAnswers(page, 'Question 1')).toHaveText(['One to four (correct)', 'Straight up'])

  await main.getByRole('button', { name: 'Edit question 1' }).click()
  await main.getByRole('textbox', { name: 'Answer 2' }).fill('Nearly flat')
  await main.getByRole('button', { name: 'Save question' }).click()
  await expect(shownAnswers(page, 'Question 1')).toHaveText(['One to four (correct)', 'Nearly flat'])
  await expect(main.getByRole('button', { name: 'Edit question 1' })).toBeFocused()
  await main.getByRole('button', { name: 'Actions for question 1' }).click()
  await page.getByRole('menuitem', { name: 'Duplicate' }).click()
  await expect(main.getByText('2 questions')).toBeVisible()
  // The menu that was open before fades out first.
  await expect(page.getByRole('menuitem')).toHaveCount(0)
  await main.getByRole('button', { name: 'Actions for question 2' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await question.getByRole('button', { name: 'OK' }).click()
  await expect(main.getByText('1 question', { exact: true })).toBeVisible()

  await main.getByRole('button', { name: 'Rename' }).click()
  const dialog = page.getByRole('dialog', { name: 'Rename the question pool' })
  await dialog.getByRole('textbox', { name: 'Title' }).fill(`${title} on site`)
  await expectAccessible(page)
  await onPhone(page)
  await page.keyboard.press('Control+s')
  await expect(main.getByRole('heading', { level: 1, name: `${title} on site` })).toBeVisible()

  await main.getByRole('link', { name: 'Question pools' }).click()
  await main.getByRole('searchbox', { name: 'Search question pools' }).fill(`${title} on`)
  await page.keyboard.press('Enter')
  await expect(main.getByRole('link', { name: `${title} on site` })).toBeVisible()
  await expect(main.getByRole('link', { name: 'Bloodborne Pathogens: Exam' })).toBeHidden()
  await main.getByRole('button', { name: `Actions for ${title} on site` }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(question.getByRole('heading', { name: 'Delete Question Pool' })).toBeVisible()
  await expect(question).toContainText('Are you sure? It will be impossible to change this parameter')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(main.getByRole('link', { name: `${title} on site` })).toBeVisible()
  // The menu that was open before fades out first.
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toHaveCount(0)
  await main.getByRole('button', { name: `Actions for ${title} on site` }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await question.getByRole('button', { name: 'Delete the question pool' }).click()
  await expect(main.getByText('Nothing found')).toBeVisible()
})

test('a pool that learners have answered is kept, and says why (QPL-007)', async ({ page }, info) => {
  await enter(page, personOf(info, 'pool').email)
  await page.goto(at('core', '/question-pools?search=HAZWOPER+Training%3A+Midterm'))
  const main = page.getByRole('main')
  await main.getByRole('link', { name: '40-Hour HAZWOPER Training: Midterm' }).click()
  await main.getByRole('button', { name: 'Delete pool' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete the question pool' }).click()
  await expect(page.getByText('The question pool is used in an exam that learners have taken.')).toBeVisible()
  await expect(main.getByRole('heading', { level: 1, name: '40-Hour HAZWOPER Training: Midterm' })).toBeVisible()
})

test('what the cleaner lets through keeps its form when the text is edited: tables, colors, lists in parts, and whatever else may stand in it (PGB-033, PGB-034)', async ({
  page,
}, info) => {
  const call = await enter(page, personOf(info, 'pool').email)
  const title = `Forms ${markOf(info)}`
  const pool = dataOf<{ id: number }>(await call('POST', `${API}/question-pools`, { data: { title } }))
  const answers = [
    { text: 'Yes', is_correct: true },
    { text: 'No', is_correct: false },
  ]
  type Question = { id: number; text: string }
  const made: Question[] = []
  for (const text of formattedTexts()) {
    const data = { text: `${text}<p>The end</p>`, type: 'single', answers }
    made.push(dataOf<Question>(await call('POST', `${API}/question-pools/${pool.id}/questions`, { data })))
  }
  await page.goto(at('core', `/question-pools/${pool.id}`))
  const main = page.getByRole('main')
  for (const [index, { id, text }] of made.entries()) {
    await main.getByRole('button', { name: `Edit question ${index + 1}`, exact: true }).click()
    const field = main.getByRole('textbox', { name: 'Question', exact: true })
    await expect(field).toHaveAttribute('contenteditable', 'true')
    await field.getByText('The end', { exact: true }).click()
    await page.keyboard.press('End')
    await page.keyboard.type('!')
    await main.getByRole('button', { name: 'Save question' }).click()
    await expect(field).toBeHidden()
    const saved = await page.evaluate(
      async (address) => (await (await fetch(address)).json()).data.text as string,
      `${API}/question-pools/questions/${id}`,
    )
    const before = await page.evaluate(formOf, text.replace('The end', 'The end!'))
    expect(await page.evaluate(formOf, saved)).toEqual(before)
    expect(before.length).toBeGreaterThan(20)
  }
})
