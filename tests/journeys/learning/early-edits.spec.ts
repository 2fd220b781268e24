import type { Locator, Page } from '@playwright/test'
import { API, enter } from '../kit/calls.ts'
import { at, expect, holdScripts, test, untilAlive } from '../kit/kit.ts'
import { madeCourse } from '../kit/made-course.ts'
import { markOf, personOf } from '../kit/people.ts'
import { authorExam } from '../kit/reading-course.ts'

// A second sign-in of the same person would end the first.
test.describe.configure({ mode: 'serial' })

const field = (page: Page, name: string) => page.getByRole('main').getByRole('textbox', { name, exact: true }).first()
const saved = (page: Page) => expect(page.locator('[data-save-bar]').getByText('Saved', { exact: true })).toBeVisible()

test('text typed into a form before its script is loaded stays there, and is saved (UIX-033, VAL-003) @desktop', async ({
  page,
}, info) => {
  test.setTimeout(240_000)
  const { made: course } = await madeCourse(personOf(info, 'swift').email, async (author, course) => {
    await authorExam(author, course, { title: 'Race', passing_score: 60, attempts_number: 3 })
    const template = { title: 'Done', text: 'For {user_name}' }
    await author('POST', `${API}/admin/courses/${course.slug}/certificate-template`, { data: template })
    const items = await author('GET', `${API}/admin/courses/${course.id}/items`)
    const [item] = (items.body as { data: { id: number }[] }).data
    return { ...course, item_id: item?.id }
  })
  await enter(page, personOf(info, 'swift').email)
  const builder = `/courses/builder/${course.slug}`
  const main = page.getByRole('main')
  /** Opens a page with its script held back, types, and expects the text to stay once the script is loaded. */
  const type = async (path: string, words: Record<string, string>, press: Locator[] = []) => {
    const release = await holdScripts(page)
    await page.goto(at('core', path), { waitUntil: 'commit' })
    for (const [name, text] of Object.entries(words)) await field(page, name).fill(text)
    for (const box of press) await box.press('Space')
    release()
    await untilAlive(page)
    for (const [name, text] of Object.entries(words)) await expect(field(page, name)).toHaveValue(text)
  }
  const expectSaved = async (path: string, words: Record<string, string>) => {
    await page.keyboard.press('Control+s')
    await saved(page)
    await page.goto(at('core', path))
    for (const [name, text] of Object.entries(words)) await expect(field(page, name)).toHaveValue(text)
  }

  const own = { Phone: '+1 212 555 0148', 'Middle name': 'Early' }
  await type('/profile/settings', own)
  await expectSaved('/profile/settings', own)

  // Numbers, with and without a unit, and a switch.
  const exam = `${builder}/outline/Exam/${course.item_id}`
  const limits = { 'Time limit in minutes': '45', Attempts: '7', 'Pass mark': '80%' }
  const shuffle = main.getByRole('switch', { name: 'Shuffle the questions' })
  await type(exam, limits, [shuffle])
  await expect(shuffle).toBeChecked()
  await expectSaved(exam, limits)
  await expect(shuffle).toBeChecked()

  // A number over its limit is left, and the form saved, before the script is loaded.
  const release = await holdScripts(page)
  await page.goto(at('core', exam), { waitUntil: 'commit' })
  await field(page, 'Time limit in minutes').fill('1441')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Control+s')
  release()
  await expect(page.getByText('Save Successful')).toBeVisible()
  await expect(field(page, 'Time limit in minutes')).toHaveValue('1440')
  await expect(field(page, 'Attempts')).toBeFocused()
  await page.goto(at('core', exam))
  await expect(field(page, 'Time limit in minutes')).toHaveValue('1440')

  // Texts of several lines.
  const details = `${builder}/overview/details`
  const search = { Keywords: 'early, birds', 'Description for search engines': 'One\nTwo' }
  await type(details, search)
  // A description in search results is one line (VAL-035).
  await expectSaved(details, { ...search, 'Description for search engines': 'One Two' })
  const template = `${builder}/overview/certificate-template`
  const certificate = { Title: 'Certificate of Speed', Text: 'For {user_name}\nwho was early' }
  await type(template, certificate)
  await expectSaved(template, certificate)

  // A new record.
  const title = `Early bird ${markOf(info)}`
  await type('/portals/shippable-products/create', { Title: title, Value: '$12.50', Weight: '1.5 lb' })
  for (const name of ['Length', 'Width']) await field(page, name).fill('2')
  await main.getByRole('combobox', { name: 'Category' }).click()
  await page.getByRole('option', { name: 'Documents' }).click()
  // A number stays a number while it is being typed.
  await field(page, 'Height').fill('1.50')
  await page.keyboard.press('Control+s')
  await expect(main.getByText(title).filter({ visible: true })).toBeVisible()
})

test('a quantity typed before the script is loaded is the quantity that is bought (UIX-033, CRT-007) @desktop', async ({
  page,
}) => {
  for (const path of ['/bundles/warehouse-ready', '/course/ladder-safety']) {
    const release = await holdScripts(page)
    await page.goto(at('core', path), { waitUntil: 'commit' })
    const quantity = page.getByRole('spinbutton', { name: 'Quantity' }).first()
    await quantity.fill('7')
    release()
    await untilAlive(page)
    await expect(quantity).toHaveValue('7')
    await page.getByRole('button', { name: 'Add to cart' }).first().click()
    await expect(page.getByText(/Your cart holds 7/).first()).toBeVisible()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  }
})

test('presses beside a quantity before the script is loaded step it at once, and the quantity is bought (UIX-033) @desktop', async ({
  page,
}) => {
  for (const [path, holds] of [
    ['/bundles/warehouse-ready', 5],
    ['/course/ladder-safety', 5],
  ] as const) {
    const release = await holdScripts(page)
    await page.goto(at('core', path), { waitUntil: 'commit' })
    const box = page.getByRole('group', { name: /^Quantity of/ }).first()
    for (const quantity of ['2', '3', '4', '5']) {
      await box.getByRole('button', { name: 'One more' }).click()
      await expect(box.getByRole('spinbutton')).toHaveValue(quantity)
    }
    await page.getByRole('button', { name: 'Add to cart' }).first().click()
    release()
    await expect(page.getByText(`Your cart holds ${holds}.`).first()).toBeVisible()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  }
})

test('text typed into a multi-line field during hydration is not reset (UIX-033) @desktop', async ({ page }, info) => {
  const { made: course } = await madeCourse(personOf(info, 'swift').email, async (author, course) => {
    await author('PUT', `${API}/admin/courses/${course.slug}`, { data: { meta_description: 'Before. After.' } })
    return course
  })
  await enter(page, personOf(info, 'swift').email)
  // React schedules its work with messages to itself. While they are held back, hydration has begun but made no progress.
  await page.addInitScript(() => {
    const turns: (() => void)[] = []
    const post = MessagePort.prototype.postMessage
    let isHeld = true
    MessagePort.prototype.postMessage = function (this: MessagePort, ...args: unknown[]) {
      const go = () => (post as (...rest: unknown[]) => void).apply(this, args)
      if (isHeld) turns.push(go)
      else go()
    }
    Object.assign(window, {
      turns,
      letGo: () => {
        isHeld = false
        for (const go of turns) go()
      },
    })
  })
  await page.goto(at('core', `/courses/builder/${course.slug}/overview/details`))
  await page.waitForFunction(() => (window as unknown as { turns: unknown[] }).turns.length > 0)
  const text = field(page, 'Description for search engines')
  // In the middle of the existing text.
  await text.evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(8, 8))
  await text.focus()
  await page.keyboard.type('In be')
  await page.evaluate(() => (window as unknown as { letGo: () => void }).letGo())
  await untilAlive(page)
  await page.keyboard.type('tween. ')
  await expect(text).toHaveValue('Before. In between. After.')
  await page.keyboard.press('Control+s')
  await saved(page)
})
