import type { Locator, Page } from '@playwright/test'
import { expect, untilAlive } from './kit.ts'

/** More tab stops than this between two controls are a dead end for keyboard users. */
const MOST_STOPS = 200

type File = { name: string; mimeType: string; buffer: Buffer }
type Stop = { isThere: boolean; key: 'Tab' | 'Shift+Tab'; isHidden: boolean; stop: string }

/** Where the focus is relative to the control being looked for. Runs in the page. */
const lookFrom = (target: Element): Stop => {
  const active = document.activeElement ?? document.body
  const box = active.getBoundingClientRect()
  const isOnScreen = box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth
  const isBefore = (target.compareDocumentPosition(active) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
  const text = active.getAttribute('aria-label') ?? active.textContent ?? ''
  return {
    isThere: target === active || (active !== document.body && target.contains(active)),
    key: isBefore ? 'Shift+Tab' : 'Tab',
    isHidden: active !== document.body && !isOnScreen,
    stop: `${active.localName} ${text.trim().slice(0, 40)}`,
  }
}

/** The keyboard of a person without a mouse: controls are reached by Tab and used by keys, never by a pointer. */
export const keyboardOn = (page: Page) => {
  const press = (...keys: string[]) =>
    keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve())

  /** Presses Tab, or Shift+Tab if the control is further up, until it has the focus. Every stop on the way is visible. */
  const reach = async (target: Locator) => {
    await expect(target).toBeVisible()
    const stops: string[] = []
    for (;;) {
      const { isThere, key, isHidden, stop } = await target.evaluate(lookFrom)
      if (isThere) return
      // The starting point may have moved out of the window because of content that appeared above it.
      if (isHidden && stops.length > 0) throw new Error(`The focus is out of sight on ${stop}`)
      stops.push(stop)
      if (stops.length > MOST_STOPS)
        throw new Error(`${target} is not reached by ${key}: ${stops.slice(-30).join(', ')}`)
      await press(key)
    }
  }
  const use = async (target: Locator, key = 'Enter') => {
    await reach(target)
    await press(key)
  }
  /** Replaces the content of a field. */
  const write = async (target: Locator, text: string) => {
    await reach(target)
    await press('Control+a')
    await page.keyboard.type(text)
  }
  return {
    press,
    reach,
    use,
    write,
    /** Types into a combobox and picks the option with this name. */
    choose: async (box: Locator, option: string | RegExp, words?: string) => {
      await reach(box)
      if (words) {
        await press('Control+a')
        await page.keyboard.type(words)
      }
      const chosen = page.getByRole('option', { name: option }).first()
      for (let tries = 0; tries < 60; tries++) {
        const id = await box.getAttribute('aria-activedescendant')
        if ((await chosen.count()) > 0 && id !== null && (await chosen.getAttribute('id')) === id) break
        await press('ArrowDown')
      }
      await press('Enter')
      await expect(page.getByRole('option')).toHaveCount(0)
    },
    /** Toggles a switch or a checkbox. */
    turn: (target: Locator) => use(target, 'Space'),
    /** Opens a menu and picks an entry. */
    take: async (menu: Locator, entry: string) => {
      await use(menu)
      const item = page.getByRole('menuitem', { name: entry })
      await expect(item).toBeVisible()
      for (let tries = 0; tries < 20; tries++) {
        if (await item.evaluate((element) => element === document.activeElement)) break
        await press('ArrowDown')
      }
      await press('Enter')
    },
    /** Opens a screen, a record or an action by Ctrl+K. */
    go: async (words: string, hit: string | RegExp = words) => {
      await press('Control+k')
      const box = page.getByRole('combobox', { name: 'Screens and records' })
      await expect(box).toBeFocused()
      await page.keyboard.type(words)
      const chosen = page.getByRole('option', { name: hit }).first()
      await expect(chosen).toBeVisible()
      for (let tries = 0; tries < 20; tries++) {
        if ((await chosen.getAttribute('aria-selected')) === 'true') break
        await press('ArrowDown')
      }
      await press('Enter')
      await expect(box).toBeHidden()
      await untilAlive(page)
    },
    /** Answers the dialog on the screen with one of its buttons. */
    answer: async (button: string) => {
      const question = page.getByRole('alertdialog')
      await use(question.getByRole('button', { name: button, exact: true }))
      await expect(question).toBeHidden()
    },
    save: () => press('Control+s'),
    /** Gives a file to the browser's file dialog that a button opens. */
    hand: async (button: Locator, file: File) => {
      // Listening takes effect a moment later, so it starts before moving to the button.
      const chooser = page.waitForEvent('filechooser')
      await use(button)
      await (await chooser).setFiles(file)
    },
    /** Starts a download and returns the file. */
    download: async (target: Locator) => {
      const coming = page.waitForEvent('download')
      await use(target)
      return coming
    },
  }
}
export type Keyboard = ReturnType<typeof keyboardOn>

/** Presses an entry of the menu that was just opened by keyboard, once it has put the focus on its first one. */
export const pressEntry = async (page: Page, entry: string | RegExp): Promise<void> => {
  await expect(page.getByRole('menuitem').first()).toBeFocused()
  await page.getByRole('menuitem', { name: entry, exact: true }).press('Enter')
}
