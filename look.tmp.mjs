import { chromium } from '@playwright/test'
import { browserFlags, findBrowser } from '/work/w-portals/scripts/browser.mjs'
const [who, slug, ...paths] = process.argv.slice(2)
const b = await chromium.launch({ executablePath: findBrowser(), args: browserFlags })
const o = `http://${slug}.localhost:3123`
const ctx = await b.newContext({ reducedMotion: 'reduce' })
const p = await ctx.newPage()
await p.goto(o + '/login'); await p.getByLabel('E-mail').fill(`${who}@example.com`); await p.getByLabel('Password').fill('Portico-demo-1!'); await p.getByRole('button', { name: 'Sign in', exact: true }).click(); await p.waitForURL((u) => !u.pathname.startsWith('/login'))
p.on('console', (m) => m.type() === 'error' && console.log('ERR', m.text().slice(0, 300)))
p.on('pageerror', (e) => console.log('PAGEERR', e.message.slice(0, 300)))
for (const spec of paths) {
  const [path, act] = spec.split('@@')
  for (const w of [1440, 360]) for (const s of (process.env.DARK ? ['dark'] : ['light'])) {
    await p.setViewportSize({ width: w, height: w === 360 ? 740 : 900 }); await p.emulateMedia({ colorScheme: s })
    const r = await p.goto(o + path); await p.waitForTimeout(700)
    if (act) { await eval(`(async()=>{${act}})()`); await p.waitForTimeout(500) }
    const over = await p.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    const f = `/tmp/shot-${path.replace(/[^\w]+/g, '_')}-${w}-${s}.png`
    await p.screenshot({ path: f, fullPage: w !== 360 || !!process.env.FULL }); console.log(r.status(), p.url(), over, f)
  }
}
await b.close()
