import { API, dataOf, enter } from '../kit/calls.ts'
import { look } from '../kit/desk.ts'
import { at, expect, test, untilAlive } from '../kit/kit.ts'
import { personOf } from '../kit/people.ts'
import { canvas, main } from './builder-screens.ts'

type Row = { id: number; slug: string; title: string; publication_status: number }

/**
 * The markup of an element without the comments that React leaves between texts, without what is numbered, and with
 * attributes in one order and styles without blanks: React writes them otherwise in a page than it sets them in an element.
 */
const markup = (element: HTMLElement | SVGElement): string => {
  const copy = element.cloneNode(true) as HTMLElement
  const comments = document.createTreeWalker(copy, NodeFilter.SHOW_COMMENT)
  const nodes: Node[] = []
  while (comments.nextNode()) nodes.push(comments.currentNode)
  for (const comment of nodes) comment.parentNode?.removeChild(comment)
  copy.normalize()
  for (const each of copy.querySelectorAll('*')) {
    const attributes = [...each.attributes].toSorted((one, other) => (one.name < other.name ? -1 : 1))
    for (const { name } of attributes) each.removeAttribute(name)
    for (const { name, value } of attributes)
      each.setAttribute(name, name === 'style' ? value.replace(/\s*([:;])\s*/g, '$1').replace(/;$/, '') : value)
  }
  const numbers = new Map<string, string>()
  return copy.innerHTML.replace(/_r_[a-z\d]+_|_R_[a-z\d]+_/g, (id) => {
    if (!numbers.has(id)) numbers.set(id, `id-${numbers.size}`)
    return numbers.get(id) as string
  })
}

test('the builder shows every page of the demo in the very markup that visitors get (PGB-022, PGB-042)', async ({
  page,
}, info) => {
  let seen = 0
  // What visitors load holds nothing of the builder, whose marker for the clipboard is in its script.
  const scripts: Promise<string>[] = []
  page.on('response', (answer) => {
    if (answer.request().resourceType() === 'script') scripts.push(answer.text().catch(() => ''))
  })
  const holdBuilder = async () => {
    const texts = await Promise.all(scripts.splice(0))
    expect(texts.length).toBeGreaterThan(0)
    return texts.some((text) => text.includes('page-builder-blocks'))
  }
  for (const slug of ['core', 'meridian', 'safestart']) {
    const call = await enter(page, personOf(info, 'pageproof').email, { slug })
    const rows = dataOf<Row[]>(await call('GET', `${API}/portal/pages?per_page=100`))
    const published = rows.filter((each) => each.publication_status === 2)
    for (const { id, slug: path } of published.filter(({ slug: each }) => each === 'home')) {
      await page.goto(at(slug, `/${path}`), { waitUntil: 'networkidle' })
      const visitors = await main(page).evaluate(markup)
      expect(visitors.length).toBeGreaterThan(1000)
      if (seen === 0) expect(await holdBuilder()).toBe(false)
      await page.goto(at(slug, `/portals/pages/${id}`))
      await untilAlive(page)
      await expect.poll(() => canvas(page).evaluate(markup), { timeout: 20_000 }).toBe(visitors)
      if (seen === 0) expect(await holdBuilder()).toBe(true)
      await page.getByRole('button', { name: 'Preview' }).click()
      const preview = page.frameLocator('iframe[title="Preview of the page"]').locator('main')
      expect(await preview.evaluate(markup)).toBe(visitors)
      seen += 1
    }
  }
  expect(seen).toBe(3)

  // Three widths; on the narrow one all columns stand below each other.
  const frame = page.locator('iframe[title="Preview of the page"]')
  const preview = frame.contentFrame()
  const columns = () =>
    preview
      .locator('main > div')
      .first()
      .evaluate((section) => {
        const lefts = [...(section.firstElementChild?.children ?? [])].map((each) => each.getBoundingClientRect().left)
        return new Set(lefts.map(Math.round)).size
      })
  for (const [name, width] of [
    ['Tablet', 768],
    ['Phone', 375],
    ['Desktop', 1280],
  ] as const) {
    await main(page).getByText(name, { exact: true }).click()
    await expect.poll(() => preview.locator('html').evaluate((html) => html.clientWidth)).toBeGreaterThan(width - 20)
    await expect.poll(() => preview.locator('html').evaluate((html) => html.clientWidth)).toBeLessThanOrEqual(width)
    // The middle breakpoint begins at the width of a tablet.
    expect(await columns()).toBe(name === 'Phone' ? 1 : 2)
  }
  // A link of the page leads nowhere from here.
  const before = page.url()
  await preview.locator('main a').first().click()
  expect(page.url()).toBe(before)
  await look(page)
})
