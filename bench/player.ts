// What a learner waits for inside a course: from the press to the next item on the screen, when it was read ahead, when it
// has to be read, and when the item before is finished by the same press. A real browser on the built program, in a course
// of 40 items with as many learners as PLAYER_LEARNERS says. Alone: node bench/player.ts (after a build).
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { chromium, type Locator, type Page } from '@playwright/test'
import pg from 'pg'
import { browserFlags, findBrowser, howToGetOne } from '../scripts/browser.mjs'
import { startDemo } from './demo-app.ts'
import { listen, median } from './measure.ts'

const LEARNERS = Number(process.env['PLAYER_LEARNERS'] ?? 20_000)
const MODULES = 5
const ITEMS_PER_MODULE = 8
const SLUG = 'bench-player'
const WHO = 'lena@example.com'

export type PlayerFigures = {
  /** From pressing "Next" to an item that was prefetched; the budget is 100. */
  read_ahead_ms: number
  /** From the press in the outline to an item that nobody has read yet; the budget is 300. */
  not_read_ms: number
  /** From the press that finishes an item to the next one, which was read ahead. */
  finish_and_next_ms: number
}

type Item = { id: number; title: string; href: string }

/** A course of texts in the core portal, with its learners; answers the items as the demo's learner finds them. */
const fill = async (client: pg.Client): Promise<Item[]> => {
  const run = async (sql: string) => (await client.query(sql)).rows
  const [{ id: portal }] = (await run(`select id from portals where slug = 'core'`)) as [{ id: number }]
  const [{ id: course }] = (await run(
    `insert into courses (portal_id, slug, title, publication_status) values (${portal}, '${SLUG}', 'Bench', 2) returning id`,
  )) as [{ id: number }]
  await run(`with m as (
      insert into modules (portal_id, course_id, title)
      select ${portal}, ${course}, 'Module ' || n from generate_series(1, ${MODULES}) n returning id
    ), o as (
      insert into outline_items (portal_id, course_id, itemable_type, itemable_id, sort_number)
      select ${portal}, ${course}, 'Module', id, row_number() over (order by id) from m
    ) insert into module_items (portal_id, module_id, itemable_type, title, sort_number, text)
      select ${portal}, m.id, 'Text', 'Item ' || m.id || '.' || n, n, repeat('<p>' || repeat('Text ', 100) || '</p>', 10)
      from m, generate_series(1, ${ITEMS_PER_MODULE}) n`)
  await run(`with u as (
      insert into users (email)
      select 'player' || n || '@example.com' from generate_series(1, ${LEARNERS}) n returning id
    ), p as (
      insert into portal_users (portal_id, user_id, first_name) select ${portal}, id, 'P' || id from u returning user_id
    ) select count(*) from p`)
  await run(`insert into enrollments (portal_id, user_id, course_id, role, status, starts_at, expires_at)
    select ${portal}, id, ${course}, 'learner', 4, now() - interval '1 day', now() + interval '5 years'
    from users where email like 'player%@example.com' or email = '${WHO}'`)
  await run(`insert into course_user_progress (portal_id, enrollment_id, item_type, item_id, status)
    select ${portal}, e.id, 'Text', i.id, 5 from enrollments e, lateral (
      select i.id from module_items i join modules m on m.portal_id = i.portal_id and m.id = i.module_id
      where m.course_id = ${course} order by i.id limit 5
    ) i where e.portal_id = ${portal} and e.course_id = ${course}`)
  await run('vacuum analyze')
  return run(`select i.id, i.title, '/courses/learner/${SLUG}/' || e.id || '/outline/modules/' || m.id || '/Text/' || i.id as href
    from module_items i join modules m on m.portal_id = i.portal_id and m.id = i.module_id
    join enrollments e on e.portal_id = m.portal_id and e.course_id = m.course_id
    join users u on u.id = e.user_id and u.email = '${WHO}'
    where m.course_id = ${course} order by i.id`)
}

/** Milliseconds from a press to the heading of the item in the middle of the screen. */
const pressed = (target: Locator, title: string): Promise<number> =>
  target.evaluate(
    (element, title) =>
      new Promise<number>((resolve) => {
        const isThere = () => document.querySelector('article h1')?.textContent === title
        const started = performance.now()
        const observer = new MutationObserver(() => {
          if (!isThere()) return
          observer.disconnect()
          // After the frame that contains it has been drawn.
          requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - started)))
        })
        observer.observe(document.body, { subtree: true, childList: true, characterData: true })
        ;(element as HTMLElement).click()
      }),
    title,
  )

const measure = async (page: Page, origin: string, items: readonly Item[]): Promise<PlayerFigures> => {
  const at = (index: number): Item => {
    const item = items[index]
    if (!item) throw new Error('There are no more items')
    return item
  }
  const readAhead = (item: Item) =>
    page.waitForResponse((answer) => answer.url().includes(`/module-items/Text/${item.id}?`) && answer.ok())
  // A reader takes longer than a request; what is under way when an item is opened has come by the time it is left.
  const open = async (index: number) => {
    const ahead = readAhead(at(index + 1))
    await page.goto(`${origin}${at(index).href}`)
    await ahead
    await page.waitForLoadState('networkidle')
  }
  const next = page.getByRole('button', { name: 'Next', exact: true })
  const taken: Record<keyof PlayerFigures, number[]> = { read_ahead_ms: [], not_read_ms: [], finish_and_next_ms: [] }
  for (let index = 5; index < 15; index++) {
    await open(index)
    const far = at(index + 10)
    taken.not_read_ms.push(await pressed(page.locator(`a[href$="/Text/${far.id}"]`).first(), far.title))
  }
  for (let index = 26; index < 36; index++) {
    await open(index)
    taken.finish_and_next_ms.push(await pressed(next, at(index + 1).title))
  }
  // The first five are done: leaving them asks the server for nothing. They are few, so they come when the browser is warm.
  for (const index of [0, 1, 2, 3, 4, 0, 1, 2, 3, 4]) {
    await open(index)
    taken.read_ahead_ms.push(await pressed(next, at(index + 1).title))
  }
  const figures = Object.entries(taken).map(([name, values]) => [name, Math.round(median(values))])
  return Object.fromEntries(figures) as PlayerFigures
}

/** Medians of what a learner waits for, in the demo of the built program. */
export const benchPlayer = async (root: string): Promise<PlayerFigures> => {
  const executablePath = findBrowser()
  if (!executablePath) throw new Error(howToGetOne)
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'portico-bench-'))
  fs.chmodSync(folder, 0o755)
  const { app, admin, stop } = await startDemo(root, path.join(folder, 'data'))
  const owner = new pg.Client(admin)
  const browser = await chromium.launch({ executablePath, args: [...browserFlags] })
  try {
    await owner.connect()
    const items = await fill(owner)
    const origin = `http://core.localhost:${await listen(app.http)}`
    const page = await browser.newPage()
    await page.goto(`${origin}/login`)
    await page.getByLabel('E-mail').fill(WHO)
    await page.getByLabel('Password').fill('Portico-demo-1!')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.waitForURL((url) => !url.pathname.startsWith('/login'))
    return await measure(page, origin, items)
  } finally {
    await browser.close()
    await owner.end()
    await stop()
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

if (import.meta.main) console.log(await benchPlayer(path.resolve(import.meta.dirname, '..')))
