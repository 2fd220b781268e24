// What an author waits for in the page builder: from a pressed key to the painted letter, in a page of 500 blocks, in the
// form beside the page and on the page itself. A real browser on the built program. Alone: node bench/builder.ts (after a
// build).
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { browserFlags, findBrowser, howToGetOne } from '../scripts/browser.mjs'
import { startDemo } from './demo-app.ts'
import { listen, round } from './measure.ts'

const SECTIONS = 100
const BLOCKS_IN_SECTION = 4
const LETTERS = 200
const WHO = 'petra@example.com'

export type BuilderFigures = {
  blocks: number
  /** Milliseconds from a key to its paint, the 95th percentile; the budget is 50. */
  form_ms: number
  in_place_ms: number
  /** The same for the median. */
  form_median_ms: number
  in_place_median_ms: number
  /** From the press that duplicates a block to its row in the tree. */
  duplicate_ms: number
}

const components = Array.from({ length: SECTIONS }, (_, section) => ({
  type: 'Section',
  props: {
    id: `s${section}`,
    layout: '2',
    column_1: [
      { type: 'Heading', props: { id: `h${section}`, html: `<h2>Part ${section}</h2>` } },
      {
        type: 'EditorText',
        props: { id: `t${section}`, mode: 'full', html: `<p>${'Keep three points of contact. '.repeat(8)}</p>` },
      },
    ],
    column_2: [
      {
        type: 'Alert',
        props: { id: `a${section}`, tone: 'info', title: 'Good to know', text: 'Ladders are checked daily.' },
      },
      { type: 'Buttons', props: { id: `b${section}`, items: [{ label: 'See courses', link: { href: '/course' } }] } },
    ],
  },
}))

const signIn = async (page: Page, origin: string) => {
  await page.goto(`${origin}/login`)
  await page.getByLabel('E-mail').fill(WHO)
  await page.getByLabel('Password').fill('Portico-demo-1!')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL((url) => !url.pathname.startsWith('/login'))
}

/** Makes the page with the person's own session, and answers its id. */
const makePage = (page: Page): Promise<number> =>
  page.evaluate(async (blocks) => {
    const token = decodeURIComponent(/XSRF-TOKEN=([^;]+)/.exec(document.cookie)?.[1] ?? '')
    const words = { title: 'Bench', meta_title: 'Bench', meta_description: 'Five hundred blocks' }
    const answer = await fetch('/api/v1/portal/pages', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-xsrf-token': token },
      body: JSON.stringify({ ...words, components: blocks }),
    })
    return (await answer.json()).data.id as number
  }, components)

/** Milliseconds of each of the letters typed from now on, from the event of its key to the frame after its paint. */
const typed = async (page: Page, target: 'page' | 'frame'): Promise<number[]> => {
  await page.evaluate((where) => {
    const frame = document.querySelector('iframe')
    const inner = where === 'frame' ? frame?.contentWindow : window
    const taken: number[] = []
    Object.assign(window, { taken })
    inner?.addEventListener(
      'keydown',
      () => {
        const started = performance.now()
        requestAnimationFrame(() => setTimeout(() => taken.push(performance.now() - started)))
      },
      { capture: true },
    )
  }, target)
  for (let letter = 0; letter < LETTERS; letter += 1) {
    await page.keyboard.press(letter % 7 === 6 ? 'Space' : 'abcdefg'.charAt(letter % 7))
    await page.evaluate(
      (count) =>
        new Promise<void>((resolve) => {
          const look = () =>
            (window as unknown as { taken: number[] }).taken.length > count ? resolve() : setTimeout(look, 4)
          look()
        }),
      letter,
    )
  }
  return page.evaluate(() => (window as unknown as { taken: number[] }).taken)
}

const percentile = (values: readonly number[], share: number): number =>
  round(values.toSorted((one, other) => one - other)[Math.ceil(values.length * share) - 1] ?? 0, 1)

const measure = async (page: Page, origin: string): Promise<BuilderFigures> => {
  const id = await makePage(page)
  await page.goto(`${origin}/portals/pages/${id}`)
  const row = page.getByRole('treeitem', { name: 'Alert: Good to know' }).nth(SECTIONS / 2)
  await row.click()
  const frame = page.frameLocator('iframe')
  await frame.getByRole('heading', { name: 'Part 50' }).waitFor()
  // The pictures and styles of the page are there, and nothing is drawn any more.
  await page.waitForTimeout(2000)
  await page
    .getByRole('region', { name: /^Settings/ })
    .getByLabel('Text', { exact: true })
    .click()
  const form = await typed(page, 'page')

  await frame.getByRole('heading', { name: 'Part 50' }).dblclick()
  const inPlace = await typed(page, 'frame')
  await page.keyboard.press('Escape')

  const rows = await page.getByRole('treeitem').count()
  await row.focus()
  const duplicate = await page.evaluate(
    (before) =>
      new Promise<number>((resolve) => {
        const started = performance.now()
        const tree = document.querySelector('[role=tree]') as HTMLElement
        const observer = new MutationObserver(() => {
          if (tree.querySelectorAll('[role=treeitem]').length <= before) return
          observer.disconnect()
          requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - started)))
        })
        observer.observe(tree, { subtree: true, childList: true })
        document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'd', ctrlKey: true, bubbles: true }))
      }),
    rows,
  )
  return {
    blocks: SECTIONS * (BLOCKS_IN_SECTION + 1),
    form_ms: percentile(form, 0.95),
    in_place_ms: percentile(inPlace, 0.95),
    form_median_ms: percentile(form, 0.5),
    in_place_median_ms: percentile(inPlace, 0.5),
    duplicate_ms: round(duplicate, 1),
  }
}

/** What typing in a large page takes, in the demo of the built program. */
export const benchBuilder = async (root: string): Promise<BuilderFigures> => {
  const executablePath = findBrowser()
  if (!executablePath) throw new Error(howToGetOne)
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'portico-bench-'))
  fs.chmodSync(folder, 0o755)
  const { app, stop } = await startDemo(root, path.join(folder, 'data'))
  const browser = await chromium.launch({ executablePath, args: [...browserFlags] })
  try {
    const origin = `http://core.localhost:${await listen(app.http)}`
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    await signIn(page, origin)
    return await measure(page, origin)
  } finally {
    await browser.close()
    await stop()
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

if (import.meta.main) console.log(await benchBuilder(path.resolve(import.meta.dirname, '..')))
