import type { Locator } from '@playwright/test'
import { enter, signedIn } from '../../kit/calls.ts'
import { CLIPBOARD_SAMPLES, standingLines } from '../../kit/clipboard-samples.ts'
import { at, expect, expectAccessible, onPhone, PASSWORD, test, untilAlive } from '../../kit/kit.ts'
import { saved } from '../../kit/outline-builder.ts'
import { personOf } from '../../kit/people.ts'
import { post } from '../../kit/reading-course.ts'

/** Pastes HTML as a browser does it when somebody presses Ctrl+V. */
const paste = (text: Locator, html: string) =>
  text.evaluate((element, content) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/html', content)
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, html)

test('texts of other programs keep headings, lists, tables and links when they are pasted, and say which pictures did not come (BLD-080, BLD-081, PGB-034)', async ({
  page,
}, info) => {
  const clerk = await signedIn(personOf(info, 'pasteclerk').email, PASSWORD)
  const course = await post<{ id: number; slug: string }>(clerk, '/admin/courses', { title: 'Pasted texts' })
  const module = await post<{ itemable_id: number }>(clerk, `/admin/courses/${course.id}/items/modules`, { title: 'M' })
  const body = { module_id: module.itemable_id, title: 'Pasted', text: '<p>Start</p>' }
  const item = await post<{ id: number }>(clerk, '/admin/module-items/text', body)
  await enter(page, personOf(info, 'paster').email)
  await page.goto(at('core', `/courses/builder/${course.slug}/outline/Text/${item.id}`))
  await untilAlive(page)
  const text = page.getByRole('textbox', { name: 'Text', exact: true })
  for (const { program, html, stands, left_out: leftOut } of CLIPBOARD_SAMPLES)
    await test.step(program, async () => {
      await text.click()
      await page.keyboard.press('Control+a')
      await page.keyboard.press('Delete')
      await paste(text, html)
      await expect.poll(() => text.evaluate(standingLines)).toEqual(stands)
      await expect(text.locator('[style], [class*=Mso], font')).toHaveCount(0)
      if (leftOut) {
        const left = page.getByRole('alert').filter({ hasText: '1 picture was left out' })
        await expect(left.getByText(leftOut, { exact: false })).toBeVisible()
      }
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await saved(page)
      await page.reload()
      await expect(text).toHaveAttribute('contenteditable', 'true')
      await expect.poll(() => text.evaluate(standingLines)).toEqual(stands)
    })
  await expectAccessible(page)
  await onPhone(page)
})
