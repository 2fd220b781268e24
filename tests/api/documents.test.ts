// What the documents name, compared with what is there: links, calls, and the words of screens.
import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { endpoints } from '../endpoints.ts'

const root = path.resolve(import.meta.dirname, '../..')
const read = (name: string) => fs.readFileSync(path.join(root, name), 'utf8')
const pagesIn = (folder: string) =>
  fs
    .readdirSync(path.join(root, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => path.join(folder, name))
const guides = pagesIn('docs')
const withoutCode = (text: string) => text.replaceAll(/^```[\s\S]*?^```/gm, '')

/** The anchor of a heading, as GitHub makes it. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, '')
    .replaceAll(' ', '-')
const anchorsOf = (name: string) =>
  [...withoutCode(read(name)).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading))

test('every link of the documents leads to a file and a heading that exist (OPS-088)', () => {
  const broken: string[] = []
  let count = 0
  for (const page of ['README.md', 'CONTRIBUTING.md', ...guides, ...pagesIn('docs/decisions')])
    for (const [link, target = ''] of withoutCode(read(page)).matchAll(/\]\((?!https?:|mailto:)([^)\s]+)\)/g)) {
      count += 1
      const [file = '', anchor] = target.split('#')
      const name = file ? path.join(path.dirname(page), file) : page
      const isThere = fs.existsSync(path.join(root, name)) && (!anchor || anchorsOf(name).includes(anchor))
      if (!isThere) broken.push(`${page}: ${link}`)
    }
  expect(count).toBeGreaterThan(50)
  expect(broken).toEqual([])
})

/** Calls that are no endpoints of the API of portals. */
const OTHER_CALLS = new Set(['GET /api/v1/health', 'GET /internal/tls-allowed', 'GET /metrics'])

test('every call that the documents name exists (OPS-088)', () => {
  const known = new Set(endpoints.map(({ method, path: at }) => `${method} ${at.replaceAll(/:\w+/g, '{}')}`))
  const named = guides.flatMap((name) =>
    [...withoutCode(read(name)).matchAll(/`((?:GET|POST|PUT|PATCH|DELETE) \/[^`\s?]*)/g)].map(([, call = '']) => call),
  )
  expect(named.length).toBeGreaterThan(10)
  const missing = named.filter(
    (call) => !OTHER_CALLS.has(call) && !known.has(call.replace('/api/v1', '').replaceAll(/\{\w+\}/g, '{}')),
  )
  expect(missing).toEqual([])
})

const sourcesIn = (folder: string): string[] =>
  fs
    .readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
    .map((name) => read(path.join(folder, name)))

/** Words of the local providers. */
const OTHER_WORDS = new Set(['Continue', 'Yes, sign me out', 'client authentication failed'])
/** What stands in bold without being on a screen. */
const EMPHASIZED = new Set([
  'Verify it',
  'Answer 2xx within 15 seconds',
  'Drop what you have already',
  'Keep the newest',
])
/** Parts of docs/provisioning.md that lead through the screens of others. */
const OF_OTHERS = /^## \d+\. (Microsoft Entra ID|Okta)[\s\S]*?(?=^## )/gm
const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')

test.each(['callbacks', 'single-sign-on', 'provisioning', 'two-way-api'])(
  'every button, field, menu item and message that docs/%s.md names is on a screen (OPS-088)',
  (name) => {
    const sources = ['src/features', 'src/ui', 'src/kernel', 'src/platform'].flatMap(sourcesIn).join('\n')
    const text = withoutCode(read(`docs/${name}.md`)).replaceAll(OF_OTHERS, '')
    const labels = [...text.matchAll(/\*\*([^*]+)\*\*/g)]
      .map(([, word = '']) => word.replace(/ Harbor account$/, ''))
      // A sentence in bold is the guide's own.
      .filter((word) => !OTHER_WORDS.has(word) && !EMPHASIZED.has(word) && !word.endsWith('.'))
    expect(labels.length).toBeGreaterThan(0)
    const isLabel = (word: string) => new RegExp(`[>'"\`]\\s*${escaped(word)}\\s*[<'"\`{$]`).test(sources)
    expect(labels.filter((word) => !isLabel(word))).toEqual([])
    const messages = [...text.matchAll(/^\| ([^|]*"[^|]*) \|/gm)]
      .flatMap(([, cell = '']) => [...cell.matchAll(/"([^"]+)"/g)].map(([, message = '']) => message))
      .flatMap((message) => message.split('…').map((part) => part.trim()))
    expect(messages.filter((part) => !OTHER_WORDS.has(part) && !sources.includes(part))).toEqual([])
  },
)
