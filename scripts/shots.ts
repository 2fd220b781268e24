// npm run shots -- ADDRESS… [--as PERSON]: pictures of pages of a running program, as three widths in light and dark
// see them, into shots/. Says which pages scroll sideways, log an error or do not answer.
import fs from 'node:fs'
import path from 'node:path'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { browserFlags, findBrowser, howToGetOne } from './browser.mjs'

const widths = [360, 768, 1440]
const schemes = ['light', 'dark'] as const
const password = process.env['PORTICO_DEMO_PASSWORD'] ?? 'Portico-demo-1!'
const home = `http://core.localhost:${process.env['PORT'] ?? 3000}`
const folder = path.resolve(import.meta.dirname, '..', 'shots')

const { addresses, person } = readArguments(process.argv.slice(2))
const executablePath = findBrowser()
if (addresses.length === 0 || !executablePath) {
  console.error(executablePath ? 'Usage: npm run shots -- ADDRESS… [--as PERSON]' : howToGetOne)
  process.exit(1)
}
fs.mkdirSync(folder, { recursive: true })
const browser = await chromium.launch({ executablePath, args: browserFlags })
let troubles = 0
try {
  for (const colorScheme of schemes) {
    const context = await browser.newContext({ colorScheme, reducedMotion: 'reduce' })
    for (const origin of new Set(addresses.map(({ origin }) => origin))) {
      if (person) await signIn(context, origin, person)
    }
    for (const address of addresses) {
      for (const width of widths) troubles += await picture(await context.newPage(), address, width, colorScheme)
    }
    await context.close()
  }
} finally {
  await browser.close()
}
console.log(troubles === 0 ? 'Nothing stood out.' : `${troubles} things to look at, see above.`)
process.exitCode = troubles === 0 ? 0 : 1

function readArguments(words: string[]) {
  const at = words.indexOf('--as')
  const person = at < 0 ? undefined : words[at + 1]
  const rest = at < 0 ? words : words.toSpliced(at, 2)
  return { person, addresses: rest.map((word) => new URL(word, home)) }
}

/** Signs in with the same calls as the sign-in page; the context keeps the session cookie. */
async function signIn(context: BrowserContext, origin: string, person: string) {
  const page = await context.newPage()
  await page.goto(`${origin}/login`)
  const email = person.includes('@') ? person : `${person}@example.com`
  const answer = await page.evaluate(
    async (body) => {
      await fetch('/api/v1/csrf-cookie')
      const token = /(?:^|; )XSRF-TOKEN=([^;]*)/.exec(document.cookie)?.[1] ?? ''
      const headers = { 'content-type': 'application/json', 'x-xsrf-token': decodeURIComponent(token) }
      const response = await fetch('/api/v1/login', { method: 'POST', headers, body: JSON.stringify(body) })
      return { ok: response.ok, status: response.status, text: await response.text() }
    },
    { email, password, remember: false },
  )
  await page.close()
  if (!answer.ok) throw new Error(`${email} could not sign in at ${origin}: ${answer.status} ${answer.text}`)
}

/** Takes one picture; returns the number of findings. */
async function picture(page: Page, address: URL, width: number, scheme: string) {
  const problems: string[] = []
  page.on('console', (message) => message.type() === 'error' && problems.push(`console: ${message.text()}`))
  page.on('pageerror', (error) => problems.push(`error: ${error.message}`))
  await page.setViewportSize({ width, height: width < 500 ? 740 : 900 })
  const answer = await page.goto(address.href, { waitUntil: 'load' })
  if (answer && answer.status() >= 400) problems.push(`answers ${answer.status()}`)
  // Live connections keep a page from ever being idle; fonts and pictures are what a picture needs.
  await page.evaluate(async () => {
    await document.fonts.ready
    // The picture shows all of the page, so what loads when it is scrolled to loads now; what is hidden is never there.
    const shown = [...document.images].filter((image) => image.checkVisibility())
    for (const image of shown) image.loading = 'eager'
    await Promise.all(shown.map((image) => image.decode().catch(() => {})))
  })
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  if (overflow > 0) problems.push(`scrolls sideways by ${overflow} px`)
  const name = `${address.host}${address.pathname}${address.search}`
    .replaceAll(/[^a-zA-Z0-9.]+/g, '-')
    .replace(/-$/, '')
  const file = path.join(folder, `${name}${person ? `-${person}` : ''}-${width}-${scheme}.png`)
  await page.screenshot({ path: file, fullPage: true, animations: 'disabled' })
  await page.close()
  console.log(path.relative(process.cwd(), file))
  for (const line of problems) console.log(`  ${line}`)
  return problems.length
}
