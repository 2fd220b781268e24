import { expect, test } from 'vitest'
import { escapeHtml, officePage } from './office-page.ts'

test('text stays text (LRN-034)', () => {
  expect(escapeHtml(`<a href="x">'&'</a>`)).toBe('&lt;a href=&quot;x&quot;&gt;&#39;&amp;&#39;&lt;/a&gt;')
  expect(officePage('</title><script>', '<p>x</p>')).toContain('<title>&lt;/title&gt;&lt;script&gt;</title>')
})
