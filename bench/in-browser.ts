// What visitors wait for: public pages in a real browser on a slow phone, as Lighthouse measures them.
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import { portalChanged } from '#features/portals/server/changed.ts'
import { browserFlags, findBrowser, howToGetOne } from '../scripts/browser.mjs'
import { accessibilityViolations } from '../tests/journeys/kit/accessibility.ts'
import { startDemo } from './demo-app.ts'
import { listen, median, round } from './measure.ts'

export type BrowserFigures = {
  /** Lighthouse's weighting of the figures below, 0 to 100; budget 95. */
  performance: number
  /** Milliseconds on a slow phone: first content, largest content, and total blocking time. */
  fcp_ms: number
  lcp_ms: number
  tbt_ms: number
  /** Cumulative layout shift; budget 0.05. */
  cls: number
  /** Transferred scripts until the page was idle, in KB; budget 120. */
  javascript_kb: number
  /** Transferred bytes in total, in KB. */
  total_kb: number
  /** WCAG and best-practice violations of axe; budget 0. */
  axe: string[]
  /** Errors that the browser reports, and what search engines miss; budget 0. */
  faults: string[]
}

const PAGES = ['/', '/course', '/course-catalog', '/course/ladder-safety', '/bundles', '/login']
const ROUNDS = 3

// A mid-range phone on slow 4G: the numbers that Lighthouse applies when it throttles for real.
const SCREEN = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true }
const NETWORK = { offline: false, latency: 562.5, downloadThroughput: 1_474_560 / 8, uploadThroughput: 675_000 / 8 }
const CPU_SLOWDOWN = 4

/** How each figure counts, where it scores 90 and where 50 (Lighthouse's documentation); its speed index is left out. */
const CURVES = {
  fcp_ms: { weight: 10, good: 1800, half: 3000 },
  lcp_ms: { weight: 25, good: 2500, half: 4000 },
  tbt_ms: { weight: 30, good: 200, half: 600 },
  cls: { weight: 25, good: 0.1, half: 0.25 },
} as const

/** The error function, by Abramowitz and Stegun 7.1.26 (1.5e-7). */
const erf = (x: number): number => {
  const t = 1 / (1 + 0.3275911 * Math.abs(x))
  const series = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))))
  return Math.sign(x) * (1 - series * Math.exp(-x * x))
}
/** Where the complementary error function is 0.2, which makes a curve 90 at `good`. */
const TENTH = 0.9061938024368232

/** A log-normal curve that is 0.9 at `good` and 0.5 at `half`. */
const scoreOf = (value: number, { good, half }: { good: number; half: number }): number =>
  value <= 0 ? 1 : Math.min(1, (1 - erf((Math.log(value / half) * TENTH) / Math.log(half / good))) / 2)

type Timing = Pick<BrowserFigures, 'fcp_ms' | 'lcp_ms' | 'tbt_ms' | 'cls' | 'javascript_kb' | 'total_kb'>

const performanceOf = (timing: Timing): number => {
  const parts = Object.entries(CURVES) as [keyof typeof CURVES, (typeof CURVES)[keyof typeof CURVES]][]
  const all = parts.reduce((sum, [, { weight }]) => sum + weight, 0)
  return Math.round(
    (parts.reduce((sum, [name, curve]) => sum + curve.weight * scoreOf(timing[name], curve), 0) / all) * 100,
  )
}

/** Observes the page from its start. */
const watch = () => {
  const seen = { lcp: 0, cls: 0, tasks: [] as { start: number; length: number }[] }
  Object.assign(window, { seen })
  const on = (type: string, take: (entry: PerformanceEntry & { value?: number; hadRecentInput?: boolean }) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true })
  on('largest-contentful-paint', (entry) => {
    seen.lcp = entry.startTime
  })
  on('layout-shift', (entry) => {
    if (!entry.hadRecentInput) seen.cls += entry.value ?? 0
  })
  on('longtask', (entry) => seen.tasks.push({ start: entry.startTime, length: entry.duration }))
}

const readTiming = () => {
  const { seen } = window as unknown as {
    seen: { lcp: number; cls: number; tasks: { start: number; length: number }[] }
  }
  const fcp = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0
  return {
    fcp_ms: fcp,
    lcp_ms: seen.lcp,
    tbt_ms: seen.tasks.filter(({ start }) => start >= fcp).reduce((sum, { length }) => sum + length - 50, 0),
    cls: seen.cls,
  }
}

/** What search engines and people look for in the head of a page. */
const headFaults = () => {
  const content = (selector: string) => document.querySelector(selector)?.getAttribute('content') ?? ''
  const faults: string[] = []
  if (!document.title) faults.push('no title')
  if (!content('meta[name=description]') && !content('meta[name=robots]').includes('noindex'))
    faults.push('no description')
  if (content('meta[name=robots]').includes('noindex') && location.pathname !== '/login') faults.push('is noindex')
  if (!document.querySelector('link[rel=canonical]') && location.pathname !== '/login')
    faults.push('no canonical address')
  if (!document.documentElement.lang) faults.push('no language')
  if (!content('meta[name=viewport]').includes('width=device-width')) faults.push('no viewport')
  if (document.querySelectorAll('h1').length !== 1) faults.push('not one h1')
  for (const image of document.querySelectorAll('img'))
    if (!image.hasAttribute('width') && getComputedStyle(image).aspectRatio === 'auto')
      faults.push(`an image without size: ${image.src}`)
  for (const link of document.querySelectorAll('a:not([href])')) faults.push(`a link to nowhere: ${link.textContent}`)
  return faults
}

const load = async (page: Page, address: string): Promise<Timing> => {
  const client = await page.context().newCDPSession(page)
  await client.send('Network.enable')
  await client.send('Network.emulateNetworkConditions', NETWORK)
  await client.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  const scripts = new Set<string>()
  const bytes = { all: 0, scripts: 0 }
  client.on('Network.responseReceived', ({ requestId, type }) => {
    if (type === 'Script') scripts.add(requestId)
  })
  client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    bytes.all += encodedDataLength
    if (scripts.has(requestId)) bytes.scripts += encodedDataLength
  })
  await page.goto(address, { waitUntil: 'networkidle' })
  const timing = await page.evaluate(readTiming)
  return { ...timing, javascript_kb: bytes.scripts / 1024, total_kb: bytes.all / 1024 }
}

const measurePage = async (browser: Browser, address: string): Promise<BrowserFigures> => {
  const rounds: Timing[] = []
  const faults = new Set<string>()
  let axe: string[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const context = await browser.newContext({ ...SCREEN, locale: 'en-US' })
    const page = await context.newPage()
    await page.addInitScript(watch)
    page.on('pageerror', (error) => faults.add(error.message))
    page.on('console', (message) => message.type() === 'error' && faults.add(message.text()))
    page.on('response', (answer) => answer.status() >= 400 && faults.add(`${answer.status()} ${answer.url()}`))
    rounds.push(await load(page, address))
    if (round === 0) {
      for (const fault of await page.evaluate(headFaults)) faults.add(fault)
      axe = await accessibilityViolations(page)
    }
    await context.close()
  }
  const of = (name: keyof Timing) => median(rounds.map((timing) => timing[name]))
  const timing: Timing = {
    fcp_ms: Math.round(of('fcp_ms')),
    lcp_ms: Math.round(of('lcp_ms')),
    tbt_ms: Math.round(of('tbt_ms')),
    cls: round(of('cls'), 3),
    javascript_kb: round(of('javascript_kb'), 1),
    total_kb: Math.round(of('total_kb')),
  }
  return { performance: performanceOf(timing), ...timing, axe, faults: [...faults] }
}

/** Public pages of the demo on a slow phone, each in a fresh browser window three times; medians. */
export const benchInBrowser = async (root: string): Promise<Record<string, BrowserFigures>> => {
  const executablePath = findBrowser()
  if (!executablePath) throw new Error(howToGetOne)
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'portico-bench-'))
  fs.chmodSync(folder, 0o755)
  const { app, stop } = await startDemo(root, path.join(folder, 'data'))
  // The demo blocks search engines; that finding is not counted.
  await app.db.withPlatform(async (tx) => {
    const { id } = await tx
      .updateTable('portals')
      .set({ is_demo: false })
      .where('slug', '=', 'core')
      .returning('id')
      .executeTakeFirstOrThrow()
    await portalChanged(tx, id)
  })
  const port = await listen(app.http)
  const browser = await chromium.launch({ executablePath, args: [...browserFlags] })
  try {
    const figures: Record<string, BrowserFigures> = {}
    for (const each of PAGES) figures[each] = await measurePage(browser, `http://core.localhost:${port}${each}`)
    return figures
  } finally {
    await browser.close()
    await stop()
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

if (import.meta.main) console.dir(await benchInBrowser(path.resolve(import.meta.dirname, '..')), { depth: 4 })
