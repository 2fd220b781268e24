import { describe, expect, test } from 'vitest'
import { partOf } from './parts.ts'
import { blocksOf, withSmallPictures } from './text.ts'

const OURS = '/api/v1/pictures/0190c0de-0000-7000-8000-000000000001'

describe('texts in the lite version', () => {
  test('pictures come 320 pixels wide and late, with a link to the larger one (LIT-010)', () => {
    const shown = withSmallPictures(
      `<p>See <img src="${OURS}" alt="A &quot;safe&quot; ladder" width="1600" height="900"> here.</p>`,
    )
    expect(shown).toBe(
      `<p>See <img src="${OURS}?w=320" alt="A &quot;safe&quot; ladder" width="320" height="180" loading="lazy"><br><a href="${OURS}">Show it larger</a> here.</p>`,
    )
    expect(withSmallPictures(`<img src="${OURS}" alt="" width="90" height="60">`)).toContain('width="90" height="60"')
  })

  test('pictures from elsewhere are loaded on tap (LIT-010)', () => {
    expect(withSmallPictures('<p><img src="https://example.com/a.png" alt="A map"></p>')).toBe(
      '<p><a href="https://example.com/a.png">Show the picture: A map</a></p>',
    )
    expect(withSmallPictures('<img src="https://example.com/a.png">')).toBe(
      '<a href="https://example.com/a.png">Show the picture</a>',
    )
  })

  test('a long text comes in parts that begin between its outermost elements (LIT-001)', () => {
    const text = '<h2>One</h2><p>a<br>b</p> loose <ul><li><p>c</p></li></ul><hr><p>d</p>tail'
    const blocks = blocksOf(text)
    expect(blocks).toEqual([
      '<h2>One</h2>',
      '<p>a<br>b</p>',
      ' loose <ul><li><p>c</p></li></ul>',
      '<hr><p>d</p>',
      'tail',
    ])
    expect(blocks.join('')).toBe(text)
    for (const broken of ['<p>a</p></div><p>b</p>', '<div><p>a</p>', 'only words', ''])
      expect(blocksOf(broken).join('')).toBe(broken)
    expect(blocksOf('<div><p>a</p>')).toHaveLength(1)
  })

  test('parts are as heavy as allowed, and every element is in one of them', () => {
    const all = [5, 5, 5, 20, 1, 1]
    const at = (wanted: number) => partOf(all, wanted, (one) => one, 10)
    expect([1, 2, 3, 4].map((number) => at(number).part)).toEqual([[5, 5], [5], [20], [1, 1]])
    expect(at(1)).toMatchObject({ number: 1, count: 4 })
    for (const wrong of [0, -3, Number.NaN]) expect(at(wrong).number).toBe(1)
    expect(at(99).number).toBe(4)
    expect(partOf([], 1, () => 1, 10)).toEqual({ part: [], number: 1, count: 1 })
  })
})
