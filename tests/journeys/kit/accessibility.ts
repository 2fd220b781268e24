import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Frame, Page } from '@playwright/test'

// Runs axe directly: @axe-core/playwright takes twice the time, since it sends axe for each check.
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** Rules that apply only to a whole page. */
const RULES_OF_PAGES = ['bypass', 'landmark-one-main', 'page-has-heading-one', 'region']

type Axe = {
  configure: (settings: { noHtml: boolean }) => void
  run: (
    context: { exclude: string[] },
    options: object,
  ) => Promise<{ violations: { id: string; nodes: { target: unknown }[] }[] }>
}

const violationsOf = async (frame: Frame, isPage: boolean, without: readonly string[]): Promise<string[]> => {
  if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(AXE)
  return frame.evaluate(
    async ({ tags, off, exclude }) => {
      const { axe } = window as unknown as { axe: Axe }
      // Selectors name what is found; serializing every element that is looked at takes a tenth of the time.
      axe.configure({ noHtml: true })
      const { violations } = await axe.run(
        { exclude },
        {
          iframes: false,
          resultTypes: ['violations'],
          // No rule of these tags reads style sheets, which axe would parse again for each check: a tenth of its time.
          preload: { assets: ['media'] },
          runOnly: { type: 'tag', values: tags },
          rules: Object.fromEntries(off.map((rule) => [rule, { enabled: false }])),
        },
      )
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(' | ')}`)
    },
    { tags: TAGS, off: isPage ? [] : RULES_OF_PAGES, exclude: [...without] },
  )
}

/**
 * The violations of WCAG 2.2 AA and best practices that axe finds on a page and its frames, one line per rule with the
 * selectors of the elements. `without` has selectors of elements and frames that are skipped.
 */
export const accessibilityViolations = async (page: Page, without: readonly string[] = []): Promise<string[]> => {
  const lines = await violationsOf(page.mainFrame(), true, without)
  for (const frame of page.frames().slice(1)) {
    // A frame that was removed meanwhile shows nothing.
    const element = await frame.frameElement().catch(() => null)
    // No script runs in a sandbox without that permission, including axe. Such a frame shows a static document.
    const isLeftOut = await element?.evaluate(
      (node, selectors) => {
        const frame = node as HTMLIFrameElement
        const isScriptless = frame.hasAttribute('sandbox') && !frame.sandbox.contains('allow-scripts')
        return isScriptless || selectors.some((selector) => frame.closest(selector))
      },
      [...without],
    )
    // Frames within frames belong to the content of the outer one.
    if (!element || isLeftOut || frame.parentFrame() !== page.mainFrame()) continue
    lines.push(...(await violationsOf(frame, false, without)))
  }
  return lines
}
