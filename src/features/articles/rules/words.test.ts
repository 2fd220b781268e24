import { expect, test } from 'vitest'
import { countWords, readingMinutes } from './words.ts'

test.each([
  ['', 0],
  ['<p></p>', 0],
  ['<p>One two</p><p>three</p>', 3],
  ['<ul><li>a</li><li>b</li></ul>&nbsp;c', 3],
])('the words of %j are counted without its markup (CNT-025)', (html, words) => {
  expect(countWords(html)).toBe(words)
})

test.each([
  [0, 1],
  [220, 1],
  [440, 2],
  [1000, 5],
])('%i words take %i minutes to read', (words, minutes) => {
  expect(readingMinutes(words)).toBe(minutes)
})
