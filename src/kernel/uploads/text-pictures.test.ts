import { describe, expect, test } from 'vitest'
import { cleanHtml } from '../html.ts'
import { textPictureIds, textPictureUrl, withResponsivePictures } from './text-pictures.ts'

const ID = '019a0000-0000-7000-8000-000000000001'
const OTHER = '019a0000-0000-7000-8000-000000000002'
const OURS = textPictureUrl(ID)

test('a text names each of its pictures once, in their order (BLD-091)', () => {
  const html = `<p><img src="${textPictureUrl(OTHER)}" alt=""><img src="${OURS}"><img src="${OURS.toUpperCase().replace('/API/V1/PICTURES/', '/api/v1/pictures/')}"></p>`
  expect(textPictureIds(html)).toEqual([OTHER, ID])
})

test.each([
  '',
  '<p>None</p>',
  '<img src="/api/v1/pictures/1">',
  `<img src="/api/v1/media/${ID}">`,
  `<img src="${OURS}0">`,
])('nothing else counts as one: %j (BLD-091)', (html) => {
  expect(textPictureIds(html)).toEqual([])
})

test('the cleaner keeps a picture under its permanent address, with its size and text (BLD-091, PGB-034)', () => {
  const html = `<p><img src="${OURS}" alt="A lift &quot;up&quot;" width="1600" height="900" /></p>`
  expect(cleanHtml('full', html)).toBe(html)
  expect(cleanHtml('full', `<img src="${OURS}" onerror="x()" srcset="//evil 1x" sizes="1px" id="a" alt="" />`)).toBe(
    `<img src="${OURS}" alt="" />`,
  )
  expect(cleanHtml('only-text', html)).toBe('<p></p>')
})

const widthsOf = (html: string) =>
  [...html.matchAll(/\?w=(\d+) (\d+)w/g)].map(([, asked, is]) => [Number(asked), Number(is)])

describe('a picture as it is shown (BLD-086)', () => {
  test.each([
    [
      4000,
      [
        [320, 320],
        [640, 640],
        [960, 960],
        [1280, 1280],
        [1920, 1920],
      ],
    ],
    [
      1280,
      [
        [320, 320],
        [640, 640],
        [960, 960],
        [1280, 1280],
      ],
    ],
    [
      1000,
      [
        [320, 320],
        [640, 640],
        [960, 960],
        [1280, 1000],
      ],
    ],
    [320, [[320, 320]]],
    [80, [[320, 80]]],
  ])('%i pixels wide offers each width once', (width, widths) => {
    expect(widthsOf(withResponsivePictures(`<img src="${OURS}" alt="A" width="${width}" height="9" />`))).toEqual(
      widths,
    )
  })

  test('waits until it is near, and keeps all else that it says', () => {
    const shown = withResponsivePictures(
      `<p>a</p><img src="${OURS}" alt="src=&quot;x&quot; &gt;" width="640" height="480" />`,
    )
    expect(shown).toBe(
      `<p>a</p><img src="${OURS}?w=640" srcset="${OURS}?w=320 320w, ${OURS}?w=640 640w" sizes="(max-width: 720px) 100vw, 680px" loading="lazy" decoding="async" alt="src=&quot;x&quot; &gt;" width="640" height="480" />`,
    )
    const eager = withResponsivePictures(`<img src="${OURS}" loading="eager" width="640" height="480" />`)
    expect(eager.match(/loading=/g)).toHaveLength(1)
  })

  test.each([
    '<p>No picture</p>',
    '<img src="https://example.com/a.png" width="900" height="9" alt="" />',
    `<img src="${OURS}" alt="its size is not known" />`,
    '<img alt="gone" />',
  ])('leaves %j as it is', (html) => {
    expect(withResponsivePictures(html)).toBe(html)
  })
})
