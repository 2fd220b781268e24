import type { Page } from '@playwright/test'
import { enter } from '../kit/calls.ts'
import { expect, expectAccessible, test, untilAlive } from '../kit/kit.ts'
import { personOf } from '../kit/people.ts'
import { readingCourse } from '../kit/reading-course.ts'

const main = (page: Page) => page.getByRole('main')
const heading = (page: Page, name: string) => main(page).getByRole('heading', { level: 1, name })

test('an item opened before its turn names what to finish first and links to it (LRN-027, ERR-122) @phone', async ({
  page,
}, info) => {
  await enter(page, personOf(info, 'ordered').email)
  await page.goto('/courses')
  await main(page).getByRole('link', { name: 'Start this Course' }).click()
  await expect(heading(page, 'Why ladders')).toBeVisible()
  const outlineUrl = page.url().replace(/\/modules\/.*/, '')
  const addresses = await page.evaluate(async (url) => {
    const [, slug, relatedId] = /learner\/([^/]+)\/(\d+)/.exec(url) ?? []
    const answer = await fetch(`/api/v1/learner/courses/${slug}/modules?related_id=${relatedId}`)
    const { data } = (await answer.json()) as {
      data: { itemable_type: string; itemable_id: number; items: { itemable_type: string; itemable_id: number }[] }[]
    }
    return data.flatMap((entry) => [
      `${{ Module: 'modules', Exam: 'exams', Survey: 'exams' }[entry.itemable_type] ?? entry.itemable_type}/${entry.itemable_id}`,
      ...entry.items.map((item) => `modules/${entry.itemable_id}/${item.itemable_type}/${item.itemable_id}`),
    ])
  }, outlineUrl)
  // The last item of every kind in the course.
  const kinds = new Map(addresses.slice(3).map((address) => [address.replace(/\d+/g, ''), address]))
  expect(kinds.size).toBeGreaterThan(2)
  for (const address of kinds.values()) {
    await page.goto(`${outlineUrl}/${address}`)
    await expect(heading(page, 'This item is locked'), address).toBeVisible()
    await expect(
      main(page).getByText('Finish “Why ladders” first. The items of this course open in order.'),
    ).toBeVisible()
    await expect(main(page).getByRole('button', { name: 'Try again' })).toHaveCount(0)
  }
  await expectAccessible(page)
  await untilAlive(page)
  await main(page).getByRole('link', { name: 'Go to Why ladders' }).click()
  await expect(heading(page, 'Why ladders')).toBeFocused()
})

test('every page of a course has its own title, the focus on its heading and a skip link past the outline (LRN-051, UIX-034, UIX-037) @phone', async ({
  page,
}, info) => {
  const course = await readingCourse(personOf(info, 'namer').email)
  await enter(page, course.learner.email, { password: course.learner.password })
  await page.goto(course.outlineUrl)
  await expect(page).toHaveTitle(/^Outline – Played .+ – /)
  // Before its script is loaded, a link opens a page the way browsers do.
  await untilAlive(page)
  await main(page).getByRole('link', { name: 'Start this Course' }).click()
  await expect(page).toHaveTitle(/^Words – Played .+ – /)
  await expect(heading(page, 'Words')).toBeFocused()
  await main(page).getByRole('button', { name: 'Next' }).click()
  await expect(page).toHaveTitle(/^Sheets – Played .+ – /)
  await expect(heading(page, 'Sheets')).toBeFocused()
  await expect(page.locator('[aria-live=polite]').getByText(/^Sheets – Played/)).toBeAttached()
  if ((page.viewportSize()?.width ?? 0) > 1200) {
    const skip = page.getByRole('link', { name: 'Skip the outline' })
    await skip.focus()
    await expect(skip).toBeVisible()
    await skip.press('Enter')
    await page.keyboard.press('Tab')
    const isInItem = await page.evaluate(() => document.activeElement?.closest('#item') !== null)
    expect(isInItem).toBe(true)
  }
  for (const [name, title] of [
    ['Overview', 'Overview'],
    ['Feedback', 'Feedback'],
  ] as const) {
    await page.goto(course.outlineUrl.replace('outline', name.toLowerCase()))
    await expect(page).toHaveTitle(new RegExp(`^${title} – Played`))
  }
})

test('an exam asks with a button that says what it does, and the result has the focus (ERR-098, VAL-033, UIX-034, UIX-038) @phone', async ({
  page,
}, info) => {
  const course = await readingCourse(personOf(info, 'listener').email)
  await enter(page, course.learner.email, { password: course.learner.password })
  await page.goto(`${course.outlineUrl}/exams/${course.made.itemable_id}`)
  await main(page).getByRole('button', { name: 'Start the exam' }).click()
  const question = page.getByRole('alertdialog', { name: 'Start the exam' })
  await expect(question).toHaveAccessibleDescription('Are you sure?')
  await question.getByRole('button', { name: 'Start the exam' }).click()
  for (const last of [false, false, true]) {
    await main(page).getByRole('radio', { name: 'Yes' }).check()
    await main(page)
      .getByRole('button', { name: last ? 'Answer and finish' : 'Answer', exact: true })
      .click()
    if (!last) await expect(main(page).getByRole('radio', { name: 'Yes' })).not.toBeChecked()
  }
  const result = main(page).getByRole('alert').getByText('Passed', { exact: true })
  await expect(result).toBeVisible()
  const focused = page.locator(':focus')
  await expect(focused).toContainText('Your score is 100%.')
})

test('in a low window the bars scroll away, and progress is visible in forced colors (UIX-035, UIX-036) @desktop', async ({
  page,
}, info) => {
  const course = await readingCourse(personOf(info, 'lowvision').email)
  await enter(page, course.learner.email, { password: course.learner.password })
  await page.setViewportSize({ width: 320, height: 256 })
  await page.goto(course.outlineUrl)
  await main(page).getByRole('link', { name: 'Start this Course' }).click()
  await expect(heading(page, 'Words')).toBeVisible()
  await page.evaluate(() => scrollTo(0, 300))
  const covered = await page.evaluate(() => {
    const isFixed = (element: Element) => ['sticky', 'fixed'].includes(getComputedStyle(element).position)
    return [...document.querySelectorAll('body *')]
      .filter((element) => isFixed(element) && element.checkVisibility())
      .map((element) => element.getBoundingClientRect())
      .filter((box) => box.width > 200 && box.height > 20)
      .map((box) => Math.round(box.height))
  })
  expect(covered).toEqual([])
  await main(page).getByRole('button', { name: 'Next' }).click()
  await expect(heading(page, 'Sheets')).toBeVisible()
  await page.emulateMedia({ forcedColors: 'active' })
  const bar = page.getByRole('progressbar', { name: 'Course progress' }).first()
  await expect(bar).not.toHaveAttribute('value', '0')
  const picture = await bar.screenshot()
  const [done, open] = await page.evaluate(
    async (bytes) => {
      const bitmap = await createImageBitmap(new Blob([new Uint8Array(bytes)], { type: 'image/png' }))
      const drawing = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')
      drawing?.drawImage(bitmap, 0, 0)
      const colorAt = (share: number) =>
        drawing?.getImageData(Math.round(bitmap.width * share), Math.round(bitmap.height / 2), 1, 1).data.join(' ')
      return [colorAt(0.05), colorAt(0.6)]
    },
    [...picture],
  )
  expect(done).not.toBe(open)
})
