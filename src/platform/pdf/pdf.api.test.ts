import jsQR from 'jsqr'
import { createElement as e, type ReactNode } from 'react'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { fitText, type PdfKit, pdfKit, qrPath, readPicture, renderPdf, textWidth } from './pdf.ts'
import { readPdf } from './pdf-testing.ts'

const at = new Date('2031-05-01T10:00:00Z')
const rendered = (kit: PdfKit, ...children: ReactNode[]) =>
  renderPdf(
    kit,
    e(
      kit.Document,
      { creationDate: at, modificationDate: at },
      e(kit.Page, { size: 'LETTER', style: { padding: 40 } }, ...children),
    ),
  )

const transparent = async (width: number, height: number) => {
  const pixels = Uint8Array.from({ length: width * height * 4 }, (_, index) => (index * 2_654_435_761) >>> 13)
  const png = sharp(pixels, { raw: { width, height, channels: 4 } }).png({ compressionLevel: 1 })
  return (await readPicture(await png.toBuffer()))?.bytes ?? Buffer.alloc(0)
}

test('transparent pictures are written in page order, whatever their size', async () => {
  const kit = await pdfKit()
  const large = await transparent(1600, 900)
  const small = await transparent(8, 8)
  const pictures = [large, small].map((src) => e(kit.Image, { src, style: { width: 40, height: 40 } }))
  const { pdf } = await rendered(kit, ...pictures)
  const raw = pdf.toString('latin1')
  const places = ['/Width 1600\n', '/Width 8\n'].map((width) => raw.indexOf(width))
  expect(places.every((place) => place > 0)).toBe(true)
  expect(places).toEqual(places.toSorted((one, other) => one - other))
})

test('a text is set in the first size that fits, in lines of about equal length', async () => {
  const face = { family: 'Inter', weight: 400 } as const
  const text = 'Alpha beta gamma delta epsilon zeta eta theta'
  const full = await textWidth(text, face, 20)
  const oneLine = await fitText(text, face, { width: full + 1, lines: 1, sizes: [20, 10] })
  expect(oneLine).toMatchObject({ size: 20, does_fit: true })
  const smaller = await fitText(text, face, { width: full - 1, lines: 1, sizes: [20, 10] })
  expect(smaller).toMatchObject({ size: 10, does_fit: true })
  const twoLines = await fitText(text, face, { width: full - 1, lines: 2, sizes: [20] })
  expect(twoLines.width).toBeGreaterThan(full / 2)
  expect(twoLines.width).toBeLessThan(full * 0.62)
  expect(await fitText(text, face, { width: 60, lines: 1, sizes: [20, 10] })).toMatchObject({
    size: 10,
    does_fit: false,
  })
})

test('a very long word is broken, and all its letters stay on the page', async () => {
  const kit = await pdfKit()
  const { pdf } = await rendered(kit, kit.words('W'.repeat(300), { size: 18, color: '#000', width: 500 }))
  const lines = (readPdf(pdf).texts[0] ?? '').split('\n').filter(Boolean)
  expect(lines.length).toBeGreaterThan(4)
  expect(lines.join('').replace(/[^W]/g, '')).toHaveLength(300)
})

test.each(['https://a.example.com/x', `https://a.example.com/${'long/'.repeat(30)}`])(
  'a QR path reads as %s',
  async (text) => {
    const { path, size } = await qrPath(text)
    const side = (size + 8) * 3
    const bitmap = new Uint8ClampedArray(side * side * 4).fill(255)
    for (const [, x, y, run] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g)) {
      for (let row = (Number(y) + 4) * 3; row < (Number(y) + 5) * 3; row += 1) {
        for (let column = (Number(x) + 4) * 3; column < (Number(x) + Number(run) + 4) * 3; column += 1)
          bitmap.set([0, 0, 0], (row * side + column) * 4)
      }
    }
    expect(jsQR(bitmap, side, side)?.data).toBe(text)
  },
)
