import { expect, test } from 'vitest'
import { editedHtml, linkAddress } from './rich-text.ts'

test('an editor that looks empty is empty (VAL-001)', () => {
  expect(editedHtml('<ul><li><p></p></li></ul>', '\n\n')).toBe('')
  expect(editedHtml('<p>&nbsp;</p>', '\u00a0')).toBe('')
  expect(editedHtml('<p>Is it?</p>', 'Is it?')).toBe('<p>Is it?</p>')
  expect(editedHtml('<p><img src="/a.png" alt=""></p>', '')).toBe('<p><img src="/a.png" alt=""></p>')
})

test('an address is completed as intended (VAL-017)', () => {
  expect(linkAddress(' example.com/a ')).toBe('https://example.com/a')
  expect(linkAddress('http://example.com')).toBe('http://example.com')
  expect(linkAddress('ann@example.com')).toBe('mailto:ann@example.com')
  expect(linkAddress('/courses')).toBe('/courses')
  expect(linkAddress('')).toBe('')
})
