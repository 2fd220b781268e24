import { expect, test } from 'vitest'
import { escapeHtml } from './markup.ts'
import { documentPage } from './page.ts'

test('text stays text (LRN-034)', () => {
  expect(escapeHtml(`<a href="x">'&'</a>`)).toBe('&lt;a href=&quot;x&quot;&gt;&#39;&amp;&#39;&lt;/a&gt;')
  expect(documentPage('</title><script>', '<p>x</p>')).toContain('<title>&lt;/title&gt;&lt;script&gt;</title>')
})

test('the page of a document has one top heading, its own or the title (LRN-034)', () => {
  expect(documentPage('Rules', '<p>x</p>')).toContain('<h1 class="only-read">Rules</h1>')
  expect(documentPage('Rules', '<h1>House rules</h1>').match(/<h1/g)).toHaveLength(1)
})
