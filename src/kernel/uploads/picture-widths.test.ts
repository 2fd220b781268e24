import { expect, test } from 'vitest'
import { pictureFor, responsivePicture } from './picture-widths.ts'

const OURS = '/api/v1/media/019a0000-0000-7000-8000-000000000001'

test('a picture of a fixed width is requested at double that width, or as it is if that exceeds every size (UPL-043)', () => {
  expect(pictureFor(OURS, 48)).toBe(`${OURS}?w=96`)
  expect(pictureFor(OURS, 49)).toBe(`${OURS}?w=320`)
  expect(pictureFor(OURS, 961)).toBe(OURS)
  expect(pictureFor(`${OURS}?t=1`, 48)).toBe(`${OURS}?t=1&w=96`)
})

test('a picture whose width follows the screen names every width, and an external one only itself (UPL-043)', () => {
  const { src, srcSet, sizes } = responsivePicture(OURS, '100vw')
  expect([src, sizes]).toEqual([`${OURS}?w=960`, '100vw'])
  expect(srcSet?.split(', ').map((part) => part.split('?w=')[1])).toEqual([
    '320 320w',
    '640 640w',
    '960 960w',
    '1280 1280w',
    '1920 1920w',
  ])
  for (const other of ['https://example.com/a.jpg', '/demo/a.svg'])
    expect([responsivePicture(other, '100vw'), pictureFor(other, 20)]).toEqual([{ src: other }, other])
})
