import type { Page } from '@playwright/test'
import { expect } from './kit.ts'

const PHONE = { width: 360, height: 640 }
/** What a keyboard leaves of that window. */
const ABOVE_KEYBOARD = 360

/** Opens or closes a phone's keyboard as far as a page can know: only the visible part of the window becomes smaller. */
const setVisibleHeight = (page: Page, height: number | null) =>
  page.evaluate((height) => {
    const view = window.visualViewport as VisualViewport
    if (height === null) Reflect.deleteProperty(view, 'height')
    else Object.defineProperty(view, 'height', { configurable: true, get: () => height })
    view.dispatchEvent(new Event('resize'))
  }, height)

/**
 * Expects the open dialog to keep its title and this button in view on a phone while it scrolls, also above a keyboard, and the
 * field that has the focus to be there as well (UIX-047).
 */
export const expectLongDialog = async (page: Page, button: string): Promise<void> => {
  const before = page.viewportSize()
  await page.setViewportSize(PHONE)
  const dialog = page.getByRole('dialog').last()
  const title = dialog.getByRole('heading', { level: 2 }).first()
  const field = dialog.locator('input:not([type=hidden], :disabled)').last()
  const areWithin = (height: number) =>
    expect
      .poll(async () => {
        const boxes = [await title.boundingBox(), await dialog.getByRole('button', { name: button }).boundingBox()]
        return boxes.map((box) => box !== null && box.y >= 0 && box.y + box.height <= height)
      })
      .toEqual([true, true])
  /** Neither outside of the part that shows nor under the buttons. */
  const isShown = () =>
    expect
      .poll(() =>
        field.evaluate((element) => {
          const { left, top, width, height } = element.getBoundingClientRect()
          const front = document.elementFromPoint(left + width / 2, top + height / 2)
          return front !== null && (element.contains(front) || front.contains(element))
        }),
      )
      .toBe(true)
  await areWithin(PHONE.height)
  await field.focus()
  await areWithin(PHONE.height)
  await isShown()
  await setVisibleHeight(page, ABOVE_KEYBOARD)
  await areWithin(ABOVE_KEYBOARD)
  await isShown()
  await setVisibleHeight(page, null)
  if (before) await page.setViewportSize(before)
}
