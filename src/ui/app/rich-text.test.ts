import { expect, test } from 'vitest'
import { editedHtml, linkAddress } from './rich-text.ts'

test('an editor that shows nothing holds nothing (VAL-001)', () => {
  expect(editedHtml('<p><br></p>', '\n')).toBe('')
  expect(editedHtml('<p>&nbsp;</p>', '\u00a0')).toBe('')
  expect(editedHtml('<p>Is it?</p>', 'Is it?')).toBe('<p>Is it?</p>')
  expect(editedHtml('<p><img src="/a.png" alt=""></p>', '')).toBe('<p><img src="/a.png" alt=""></p>')
})

test('the first line is a paragraph as every other', () => {
  expect(editedHtml('Is <b>it</b>?', 'Is it?')).toBe('<p>Is <b>it</b>?</p>')
  expect(editedHtml('One<p>Two</p>', 'One\nTwo')).toBe('<p>One</p><p>Two</p>')
  expect(editedHtml('<ul><li>a</li></ul>', 'a')).toBe('<ul><li>a</li></ul>')
})

test('an address is completed as it was meant (VAL-017)', () => {
  expect(linkAddress(' example.com/a ')).toBe('https://example.com/a')
  expect(linkAddress('http://example.com')).toBe('http://example.com')
  expect(linkAddress('ann@example.com')).toBe('mailto:ann@example.com')
  expect(linkAddress('/courses')).toBe('/courses')
  expect(linkAddress('')).toBe('')
})
