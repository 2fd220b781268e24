import path from 'node:path'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { MAX_PIXELS } from '#kernel/uploads/uploads.ts'
import { animation, bitmap, pngChunk as chunk, hugePng, icon, phonePhoto, plain } from '../../../../tests/pictures.ts'
import { checkContent } from '../content-check.ts'
import { createGate, createPictureProcesses } from './picture-processes.ts'
import { readPicture } from './pictures.ts'

const write = async (bytes: Buffer) => {
  const reading = await readPicture(bytes)
  if (reading.state !== 'written') throw new Error(`not written but ${reading.state}`)
  return reading
}
const colorAt = async (bytes: Buffer, left: number, top: number) => {
  const pixel = await sharp(bytes).extract({ left, top, width: 1, height: 1 }).removeAlpha().raw().toBuffer()
  return [...pixel]
}

describe('pixels are limited', () => {
  test('a picture of 30,000 x 30,000 pixels is refused by its header (UPL-032, ERR-115)', async () => {
    const bytes = hugePng(30_000, 30_000)
    expect(bytes.length).toBeLessThan(200_000)
    const { refusal } = await checkContent({ name: 'plan.png', bytes })
    expect(refusal).toEqual({
      code: 'tooManyPixels',
      title: 'Wrong Dimensions',
      name: 'plan.png',
      message:
        'The picture plan.png has 30,000 x 30,000 pixels, which is too many. It was not uploaded. Make it smaller (at most 50 million pixels, for example 8,000 x 6,000) and upload it again.',
    })
  })

  test('the limit applies to the header alone, whatever follows it, and one pixel row fewer is accepted (UPL-032)', async () => {
    expect(MAX_PIXELS).toBe(50_000_000)
    expect(await readPicture(hugePng(10_000, 5001).subarray(0, 60))).toMatchObject({ state: 'too_many_pixels' })
    expect(await readPicture(hugePng(10_000, 5000))).toMatchObject({ state: 'written', width: 3840, height: 1920 })
  })

  test('an animation counts all of its frames (UPL-032)', async () => {
    const bytes = await animation('gif', 30)
    // The size of the whole, of which each frame fills a corner.
    bytes.writeUInt16LE(2000, 6)
    bytes.writeUInt16LE(1700, 8)
    expect(await readPicture(bytes)).toMatchObject({ state: 'too_many_pixels', width: 2000, height: 1700 })
  })
})

describe('pictures are rewritten', () => {
  test('a phone photo is upright and has lost its location, camera, owner and profile (UPL-033)', async () => {
    const photo = await phonePhoto()
    const before = await sharp(photo).metadata()
    expect([before.orientation, before.exif && 'exif', before.icc && 'icc']).toEqual([6, 'exif', 'icc'])
    const { bytes, kind, width, height } = await write(photo)
    const after = await sharp(bytes).metadata()
    expect({ kind, width, height }).toEqual({ kind: 'jpg', width: 40, height: 60 })
    expect([after.width, after.height, after.space]).toEqual([40, 60, 'srgb'])
    expect([after.orientation, after.exif, after.icc, after.xmp, after.iptc]).toEqual(Array(5).fill(undefined))
    for (const word of ['Apple', 'iPhone', 'Whitfield', 'GPS', 'Exif']) expect(bytes.includes(word), word).toBe(false)
    // The mark at the top left is at the top right once the picture is upright.
    const [red = 0, green = 255] = await colorAt(bytes, 36, 3)
    expect(red > 200 && green < 80).toBe(true)
  })

  test('colors of a wider profile become those of sRGB (UPL-033)', async () => {
    const wide = await plain(8, 8, '#c86432').withIccProfile('p3').png().toBuffer()
    const [red = 0, green = 0, blue = 0] = await colorAt((await write(wide)).bytes, 4, 4)
    expect([red, green, blue].every((part, at) => Math.abs(part - [200, 100, 50][at]!) <= 3)).toBe(true)
  })

  test('text, comments and data after the end of a file are dropped (UPL-033)', async () => {
    const secret = 'Location: 39.95,-82.98'
    const image = await plain(8, 8).png().toBuffer()
    const end = image.length - 12
    const png = Buffer.concat([
      image.subarray(0, end),
      chunk('tEXt', Buffer.from(`Comment\0${secret}`)),
      image.subarray(end),
      Buffer.from(secret),
    ])
    const gif = Buffer.concat([await plain(8, 8).gif().toBuffer(), Buffer.from(secret)])
    const webp = await plain(8, 8)
      .withExif({ IFD0: { Copyright: secret } })
      .webp()
      .toBuffer()
    for (const bytes of [png, gif, webp]) {
      expect(bytes.includes(secret)).toBe(true)
      expect((await write(bytes)).bytes.includes(secret)).toBe(false)
    }
  })

  test('a side longer than a screen shows is made shorter, and nothing is enlarged (UPL-033)', async () => {
    const large = await write(await plain(5000, 100).jpeg().toBuffer())
    expect(large).toMatchObject({ width: 3840, height: 77, original: { width: 5000, height: 100 } })
    expect(await write(await plain(3, 2).png().toBuffer())).toMatchObject({ width: 3, height: 2 })
  })

  test('transparency, palettes and lossless WebP keep every pixel (UPL-033)', async () => {
    const drawing = Buffer.from(
      Array.from({ length: 64 * 64 }, (_, at) => [(at % 5) * 60, (at % 7) * 30, 200, at % 3 ? 255 : 0]).flat(),
    )
    const raw = sharp(drawing, { raw: { width: 64, height: 64, channels: 4 } })
    for (const bytes of [
      await raw.clone().png().toBuffer(),
      await raw.clone().png({ palette: true, quality: 100, dither: 0 }).toBuffer(),
      await raw.clone().webp({ lossless: true, exact: true }).toBuffer(),
    ]) {
      const pixels = async (file: Buffer) => {
        const { data } = await sharp(file).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
        // The color of a transparent pixel does not matter.
        return [...data].map((part, at) => (data[at - (at % 4) + 3] === 0 ? 0 : part))
      }
      expect(await pixels((await write(bytes)).bytes)).toEqual(await pixels(bytes))
    }
  })

  test.each(['gif', 'webp'] as const)('a %s stays animated with its timing (UPL-034)', async (format) => {
    const bytes = await animation(format, 3)
    const { kind, bytes: stored, ...reading } = await write(bytes)
    const after = await sharp(stored, { animated: true }).metadata()
    expect([kind, after.pages, after.delay, after.loop]).toEqual([format, 3, [120, 120, 120], 0])
    expect(reading).toMatchObject({ width: 20, height: 10 })
  })

  test('an icon keeps its pictures and nothing else; a PNG inside it is rewritten (UPL-033)', async () => {
    const inner = await plain(48, 48)
      .withExif({ IFD0: { Copyright: 'secret words' } })
      .png()
      .toBuffer()
    const bytes = icon(
      [
        [bitmap(16), 16],
        [inner, 48],
      ],
      'more secret words',
    )
    expect(bytes.includes('secret words')).toBe(true)
    const reading = await write(bytes)
    expect(reading).toMatchObject({ kind: 'ico', width: 48, height: 48 })
    expect(reading.bytes.includes('secret words')).toBe(false)
    expect(reading.bytes.includes(bitmap(16))).toBe(true)
    expect((await write(reading.bytes)).bytes.equals(reading.bytes)).toBe(true)
  })

  test('an icon with anything but pictures is damaged (UPL-035)', async () => {
    const large = await plain(1100, 20).png().toBuffer()
    for (const bytes of [
      icon([[Buffer.from('<script>alert(1)</script>'.padEnd(60)), 16]]),
      icon([[bitmap(16).subarray(0, 400), 16]]),
      icon([[large, 0]]),
    ])
      expect(await readPicture(bytes)).toEqual({ state: 'damaged' })
  })
})

describe('the content counts', () => {
  test.each([
    ['photo.png', 'jpeg', 'photo.jpg', 'image/jpeg'],
    ['photo.jfif', 'jpeg', 'photo.jpg', 'image/jpeg'],
    ['photo.jpg', 'webp', 'photo.webp', 'image/webp'],
    ['photo.jpeg', 'jpeg', 'photo.jpeg', 'image/jpeg'],
  ] as const)('%s that holds a %s is stored as %s (UPL-036)', async (name, format, stored, type) => {
    const bytes = await plain(8, 8).toFormat(format).toBuffer()
    const { file } = await checkContent({ name, bytes }, { types: ['img'] })
    expect([file?.name, file?.mime_type]).toEqual([stored, type])
    expect(file?.bytes.equals(bytes)).toBe(false)
  })

  test('a kind that is not accepted is refused by its content as well (UPL-035, UPL-036)', async () => {
    const bytes = await plain(8, 8).webp().toBuffer()
    const { refusal } = await checkContent({ name: 'share.png', bytes }, { extensions: ['jpg', 'jpeg', 'png'] })
    expect(refusal?.message).toBe(
      'share.png is a picture in the WEBP format, which cannot be used here. It was not uploaded. Save it as one of jpg, png and upload that.',
    )
  })

  test('an iPhone picture named as a JPEG gets the hint for the iPhone (UPL-035, ERR-112)', async () => {
    const bytes = Buffer.concat([Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'), Buffer.alloc(400)])
    const { refusal } = await checkContent({ name: 'IMG_0007.jpg', bytes })
    expect(refusal).toMatchObject({ code: 'heicPicture', title: 'Wrong Format' })
    expect(refusal?.message).toContain('On the iPhone, choose Settings > Camera > Formats > Most Compatible')
  })

  test('AVIF, TIFF and SVG are never decoded, whatever their name (UPL-035)', async () => {
    const tiff = await plain(8, 8).tiff().toBuffer()
    const avif = await plain(8, 8).avif().toBuffer()
    const svg = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>',
    )
    const kinds = await Promise.all([tiff, avif, svg].map(readPicture))
    expect(kinds).toEqual([
      { state: 'other', kind: 'tif' },
      { state: 'other', kind: 'avif' },
      { state: 'other', kind: expect.stringMatching(/xml|unknown/) },
    ])
  })

  test('a truncated picture is damaged, with a text that says so (UPL-035, ERR-114)', async () => {
    const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const
    const source = sharp({ create: { width: 200, height: 200, channels: 3, background: '#888', noise } })
    for (const format of ['jpeg', 'png', 'webp'] as const) {
      const bytes = await source.clone().toFormat(format).toBuffer()
      const cut = bytes.subarray(0, bytes.length / 2)
      const { refusal } = await checkContent({ name: `a.${format}`, bytes: cut })
      expect(refusal?.message, format).toMatch(/^The picture a\.\w+ is damaged or incomplete\. It was not uploaded\./)
    }
  })
})

describe('the work runs in a separate process', () => {
  test('a picture that crashes its process is damaged, and the next gets another process (UPL-037)', async () => {
    const script = path.join(import.meta.dirname, '../../../../tests/processes/picture-process-that-ends.ts')
    const readPicture = createPictureProcesses(script)
    const bytes = await plain(8, 8).png().toBuffer()
    for (const _ of [1, 2]) expect(await readPicture({ task: 'rewrite', bytes, kind: 'png' })).toBeNull()
    expect((await write(bytes)).kind).toBe('png')
  })

  test('a process that cannot start is our failure, not a damaged picture (UPL-037)', async () => {
    const readPicture = createPictureProcesses(path.join(import.meta.dirname, 'there-is-no-such-file.mjs'))
    await expect(readPicture({ task: 'rewrite', bytes: Buffer.alloc(0), kind: 'png' })).rejects.toThrow(
      'could not start',
    )
  })

  test('two run at once, others wait in order, and any more are refused (UPL-037, ERR-116)', async () => {
    const gate = createGate(2, 2)
    const ends: (() => void)[] = []
    const order: number[] = []
    const run = (at: number) =>
      gate(() => {
        order.push(at)
        return new Promise<number>((resolve) => void ends.push(() => resolve(at)))
      })
    const started = [run(0), run(1), run(2), run(3)]
    await expect(run(4)).rejects.toMatchObject({ code: 'pictures_busy', status: 503 })
    expect(order).toEqual([0, 1])
    for (const at of [0, 1, 2, 3]) {
      ends[at]?.()
      expect(await started[at]).toBe(at)
    }
    expect(order).toEqual([0, 1, 2, 3])
    const last = run(5)
    ends[4]?.()
    expect(await last).toBe(5)
  })
})
