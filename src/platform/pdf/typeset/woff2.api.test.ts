import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import * as fontkit from 'fontkit'
import { Blob, Face, Font } from 'harfbuzzjs'
import { expect, test } from 'vitest'
import { SCRIPT_PACKAGES } from './font-files.ts'
import { readWoff2 } from './woff2.ts'

const require = createRequire(import.meta.url)

const edges = (outline: string) => {
  const numbers = [...outline.matchAll(/-?[\d.]+(?:e-\d+)?/g)].map(Number)
  const side = (odd: number) => numbers.filter((_, index) => index % 2 === odd)
  return [Math.min(...side(0)), Math.max(...side(0)), Math.min(...side(1)), Math.max(...side(1))].map(Math.round)
}

test.each(SCRIPT_PACKAGES)(
  'the fonts of %s are unpacked to the same outlines that another reader sees (CER-030)',
  (name) => {
    const folder = path.join(path.dirname(require.resolve(`@fontsource-variable/${name}/unicode.json`)), 'files')
    const files = fs.readdirSync(folder).filter((file) => file.endsWith('-wght-normal.woff2'))
    // Every file of a small package, and every twentieth of a package with a hundred.
    for (const file of files.filter((_, index) => index % Math.ceil(files.length / 6) === 0)) {
      const packed = fs.readFileSync(path.join(folder, file))
      const font = new Font(new Face(new Blob(readWoff2(packed))))
      const other = fontkit.create(packed)
      for (let id = 0; id < other.numGlyphs; id += Math.ceil(other.numGlyphs / 60)) {
        const glyph = other.getGlyph(id)
        expect(font.glyphHAdvance(id), `${file} ${id}`).toBe(glyph.advanceWidth)
        expect(edges(font.glyphToPath(id)), `${file} ${id}`).toEqual(edges(glyph.path.toSVG()))
      }
    }
  },
)

test('anything but WOFF2 is refused', () => {
  expect(() => readWoff2(Buffer.from('wOFF and more'))).toThrow('no WOFF2')
})
