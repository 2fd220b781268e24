import type { Browser, BrowserContext, FrameLocator, Locator, Page } from '@playwright/test'
import { buildPackage, type PackageSpec, singleSco } from '../../../scorm/scorm-packages.ts'
import { API, dataOf, enter } from '../../kit/calls.ts'
import { look } from '../../kit/desk.ts'
import { at, expect, expectAccessible, test, untilAlive } from '../../kit/kit.ts'
import { madeCourse } from '../../kit/made-course.ts'
import { personOf } from '../../kit/people.ts'
import { uploadPackage } from '../../kit/scorm-course.ts'

// The author is one person, whose sessions end each other.
test.describe.configure({ mode: 'serial' })

/** A published course that plays a package, and a learner. */
const withPackage = (author: string, spec: PackageSpec | Buffer) =>
  madeCourse(
    author,
    async (call, course) => {
      const { id: scorm_id } = await uploadPackage<{ id: number; status: string }>(call, spec)
      const item = dataOf<{ id: number; itemable_id: number }>(
        await call('POST', `${API}/admin/courses/${course.id}/items/scorm-modules`, {
          data: { title: 'Golf', scorm_id },
        }),
      )
      return { ...course, item }
    },
    'replaced',
  )
type Made = Awaited<ReturnType<typeof withPackage>>

/** The content frame: the player is a frame of the page, and the content a frame of the player. */
const contentOf = (page: Page): FrameLocator => page.frameLocator('main iframe').frameLocator('#content')
const elementOf = (page: Page, element: string) => contentOf(page).locator(`[data-element="${element}"]`)

/** The learner opens the package in a window of this width. */
const openPackage = async (context: BrowserContext, { learner, outlineUrl, made }: Made) => {
  const page = await context.newPage()
  await enter(page, learner.email, { password: learner.password })
  await page.goto(`${outlineUrl}/ScormModule/${made.item.itemable_id}`)
  await expect(elementOf(page, 'cmi.core.entry')).not.toBeEmpty()
  return page
}
const onPhone = (browser: Browser) => browser.newContext({ viewport: { width: 360, height: 740 }, hasTouch: true })

/** The learner gets to a place and leaves. */
const playTo = async (context: BrowserContext, course: Made, place: string, notes: string) => {
  const page = await openPackage(context, course)
  await contentOf(page).getByLabel('Place').fill(place)
  await contentOf(page).getByRole('button', { name: 'Save place', exact: true }).click()
  await contentOf(page).getByLabel('Notes').fill(notes)
  await contentOf(page).getByRole('button', { name: 'Save notes', exact: true }).click()
  await contentOf(page).getByRole('button', { name: 'Commit', exact: true }).click()
  await expect(page.getByRole('main').getByText('Saved', { exact: true })).toBeVisible()
  await page.close()
}

/** The author puts another package in the place of the one that is there, and publishes that. */
const replace = async (page: Page, { made }: Made, name: string, spec: PackageSpec | Buffer, number: number) => {
  const main = page.getByRole('main')
  await page.goto(at('core', `/courses/builder/${made.slug}/outline/ScormModule/${made.item.id}`))
  await untilAlive(page)
  const buffer = Buffer.isBuffer(spec) ? spec : await buildPackage(spec)
  await main.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/zip', buffer })
  await expect(main.getByText('The package is ready.')).toBeVisible()
  await page.keyboard.press('Control+s')
  await expect(main.getByText('Unpublished changes').first()).toBeVisible()
  await main.getByRole('button', { name: 'Publish changes' }).click()
  const dialog = page.getByRole('dialog', { name: `Publish version ${number}?` })
  await expect(dialog.getByRole('region', { name: 'Changed' })).toContainText('package')
  await dialog.getByRole('button', { name: 'Publish changes' }).click()
  await expect(page.getByText(`Version ${number} is published.`)).toBeVisible()
}

const openMove = async (page: Page, { made }: Made, number: number) => {
  await page.goto(at('core', `/courses/builder/${made.slug}/versions`))
  await untilAlive(page)
  await page.getByRole('button', { name: `Actions for Version ${number}` }).click()
  await page.getByRole('menuitem', { name: 'Move learners here' }).click()
  return page.getByRole('dialog', { name: `Move 1 learner to version ${number}` })
}

/** Goes on to the preview of the bulk change and runs it. */
const move = async (page: Page, dialog: Locator) => {
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('main').getByRole('button', { name: 'Move 1 learner' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Move', exact: true }).click()
  await expect(page.getByRole('main').getByText('1 row was changed.')).toBeVisible()
}

test('a learner whose author replaces a package keeps their place, or starts again, as the author chose (VER-021, VER-022, VER-024)', async ({
  page,
  browser,
}, info) => {
  test.setTimeout(240_000)
  const author = personOf(info, 'replacer')
  const course = await withPackage(author.email, singleSco())
  const context = await browser.newContext()
  await playTo(context, course, 'hole-7', 'clubs=3')
  await enter(page, author.email)

  await replace(page, course, 'golf-second-edition.zip', singleSco('get:cmi.suspend_data'), 2)
  const dialog = await openMove(page, course, 2)
  const choice = dialog.getByRole('article', { name: 'Golf' })
  await expect(choice).toContainText('course.zip becomes golf-second-edition.zip. 1 learner has begun it.')
  await expect(choice.getByRole('radio', { name: 'Start again' })).toBeChecked()
  await expect(choice.getByText('Nobody knows yet whether learners can resume')).toBeVisible()
  await choice.getByRole('radio', { name: 'Keep their place' }).check()
  await look(page)
  await move(page, dialog)
  await expect(page.getByRole('main').getByText('Keeps 1 place')).toBeVisible()

  const phone = await onPhone(browser)
  for (const each of [context, phone]) {
    const reader = await openPackage(each, course)
    await expect(contentOf(reader).locator('#log')).toContainText('LMSGetValue(cmi.suspend_data)')
    await expect(elementOf(reader, 'cmi.core.entry')).toHaveText('resume')
    await expect(elementOf(reader, 'cmi.core.lesson_location')).toHaveText('hole-7')
    await expect(elementOf(reader, 'cmi.suspend_data')).toHaveText('clubs=3')
    await reader.close()
  }

  await replace(page, course, 'golf-third-edition.zip', singleSco('get:cmi.core.entry'), 3)
  const again = await openMove(page, course, 3)
  await expect(again.getByRole('article', { name: 'Golf' })).toContainText('golf-third-edition.zip')
  await move(page, again)
  await expect(page.getByRole('main').getByText('Keeps 1 place')).toHaveCount(0)
  const reader = await openPackage(phone, course)
  await expect(elementOf(reader, 'cmi.core.entry')).toHaveText('ab-initio')
  await expect(elementOf(reader, 'cmi.suspend_data')).toBeEmpty()
  await phone.close()
  await context.close()
})

/** The author rehearses the package in the dialog, and reads what became of the learner's place. */
const rehearse = async (page: Page, dialog: Locator, title: string) => {
  const golf = dialog.getByRole('article', { name: 'Golf' })
  await golf.getByRole('button', { name: /^Rehearse/ }).click()
  await expect(golf.getByRole('status').filter({ hasText: /Trying \d of \d/ })).toBeVisible()
  await expectAccessible(page, { without: ['iframe'] })
  await expect(golf.getByText(title, { exact: true }).first()).toBeVisible({ timeout: 60_000 })
  await look(page)
  return { golf, tried: golf.getByRole('list', { name: 'What was tried' }).getByRole('listitem') }
}

test('an author tries packages with what learners have saved before anybody is moved, and learners resume (VER-026, VER-027, VER-028, VER-029, VER-030, VER-024)', async ({
  page,
  browser,
  errors,
}, info) => {
  test.setTimeout(300_000)
  const author = personOf(info, 'replacer')
  const course = await withPackage(author.email, singleSco())
  const context = await browser.newContext()
  await playTo(context, course, 'hole-7', 'clubs=3')
  await enter(page, author.email)

  // It reads what learners have saved in another way, and stops with an error.
  await replace(page, course, 'golf-broken.zip', singleSco('parse'), 2)
  const broken = await rehearse(
    page,
    await openMove(page, course, 2),
    'Does not start for learners who keep their place',
  )
  await expect(broken.tried).toHaveText([/A new learner.*Starts/, /Golf for Beginners.*place hole-7.*Does not start/])
  await expect(broken.tried.nth(1)).toContainText('Its script stopped with an error.')
  await expect(broken.tried.nth(1)).toContainText('JSON')
  await expect(broken.golf.getByRole('radio', { name: 'Start again' })).toBeChecked()
  // The error of the content alone, in its own frame.
  expect(errors.splice(0)).toEqual([expect.stringContaining('"clubs=3" is not valid JSON')])

  // Its only part has another identifier and another start file.
  const [item] = singleSco().items
  const other = { ...item, identifier: 'golf-2027', title: 'Golf 2027', page: 'content/golf-2027.html' } as const
  await replace(page, course, 'golf-renamed.zip', { title: 'Golf 2027', items: [other] }, 3)
  const renamed = await rehearse(page, await openMove(page, course, 3), 'Starts at the beginning')
  await expect(renamed.golf.getByRole('list', { name: 'What differs' })).toContainText('Golf for Beginners is gone.')
  await expect(renamed.tried.nth(1)).toContainText('The new package does not have this part.')
  await expect(renamed.golf.getByRole('radio', { name: 'Start again' })).toBeChecked()

  await replace(page, course, 'golf-second-edition.zip', singleSco('get:cmi.suspend_data'), 4)
  const dialog = await openMove(page, course, 4)
  const good = await rehearse(page, dialog, 'Learners resume where they were')
  await expect(good.tried).toHaveText([/A new learner.*Starts/, /place hole-7.*Resumes/])
  await expect(good.golf.getByText(`by ${author.name}`)).toBeVisible()
  await expect(good.golf.getByRole('radio', { name: 'Keep their place' })).toBeChecked()
  // One that is stopped says so, and does not hide the one that was finished.
  await good.golf.getByRole('button', { name: 'Rehearse again' }).click()
  await good.golf.getByRole('button', { name: 'Stop' }).click()
  await expect(good.golf.getByText('Learners resume where they were')).toBeVisible()
  await move(page, dialog)
  await expect(page.getByRole('main').getByText('Keeps 1 place')).toBeVisible()

  const phone = await onPhone(browser)
  for (const each of [phone, context]) {
    const reader = await openPackage(each, course)
    await expect(elementOf(reader, 'cmi.core.entry')).toHaveText('resume')
    await expect(elementOf(reader, 'cmi.core.lesson_location')).toHaveText('hole-7')
    await expect(elementOf(reader, 'cmi.suspend_data')).toHaveText('clubs=3')
    await reader.close()
  }
  await phone.close()
  await context.close()
})
