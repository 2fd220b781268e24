import { expect, test } from 'vitest'
import { clipboardText, MOST_FILE_BYTES, pageFile, readClipboard, readPageFile } from './page-file.ts'

const PAGE = {
  title: 'About us',
  custom_page_title: '',
  meta_title: 'About us',
  meta_description: 'Who we are',
  seo_keywords: '',
  publication_status: 2,
  button_name: '',
  show_header: true,
  show_footer: false,
  components: [{ type: 'Heading', props: { id: 'a', html: '<h1>Hi</h1>' } }],
  seo_image: '',
}

test('a file carries the marker and the fields of the page, and is read back the same (PGB-015, PGB-016, PGB-019)', () => {
  const file = pageFile({ ...PAGE, id: 7, slug: 'about', version: 3 })
  expect(JSON.parse(file)).toEqual({ version: 1, key: 'page-builder', ...PAGE })
  expect(readPageFile(file)).toEqual(PAGE)
})

const changed = (change: Record<string, unknown>) => JSON.stringify({ ...JSON.parse(pageFile(PAGE)), ...change })

test.each([
  ['what is no JSON', '{"version": 1'],
  ['a list', '[]'],
  ['nothing', 'null'],
  ['another key', changed({ key: 'form-builder' })],
  ['no key', changed({ key: undefined })],
  ['another version', changed({ version: 2 })],
  ['a version in quotes', changed({ version: '1' })],
  ['components that are no list', changed({ components: { 0: {} } })],
  ['compressed components', changed({ components: 'eJyLjgUAARUAuQ==' })],
  ['more than any page can hold', `${changed({})}${' '.repeat(MOST_FILE_BYTES)}`],
])('%s is no page file (PGB-017, PGB-019)', (_, text) => {
  expect(readPageFile(text)).toBeNull()
})

test('only the fields of a page are taken, and only if they are of its kind (PGB-018, PGB-019)', () => {
  const read = readPageFile(
    changed({
      id: 9,
      slug: 'admin',
      portal_id: 1,
      title: 5,
      show_header: 'no',
      publication_status: 7,
      __proto__: { polluted: true },
    }),
  )
  const { title: _, show_header: __, publication_status: ___, ...rest } = PAGE
  expect(read).toEqual(rest)
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
})

test('blocks are read back from the clipboard, and other texts are not', () => {
  const text = clipboardText(PAGE.components)
  expect(readClipboard(text)).toEqual(PAGE.components)
  for (const other of ['Hello', '{}', pageFile(PAGE), text.slice(1), '', `${text}${' '.repeat(MOST_FILE_BYTES)}`])
    expect(readClipboard(other)).toBeNull()
})
