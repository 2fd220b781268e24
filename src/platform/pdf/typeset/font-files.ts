import fs from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { Font } from 'harfbuzzjs'
import { type Contour, contoursOfPath } from './outlines.ts'
import { readWoff2 } from './woff2.ts'

type HarfBuzz = typeof import('harfbuzzjs')

/** Inter for everything that is read, EB Garamond for what is celebrated. */
export type Face = { family: 'Inter'; weight: 400 | 600 } | { family: 'EB Garamond'; weight: 400 | 500 }

const FILES: Record<string, string> = {
  'Inter 400': 'Inter-Regular',
  'Inter 600': 'Inter-SemiBold',
  'EB Garamond 400': 'EBGaramond-Regular',
  'EB Garamond 500': 'EBGaramond-Medium',
}

/** The name of a face among the fonts of a document. */
export const faceName = ({ family, weight }: Face): string => FILES[`${family} ${weight}`] ?? family

/** What has letters for the scripts that Inter and EB Garamond lack, in the order in which they are asked. */
export const SCRIPT_PACKAGES = [
  'noto-sans-arabic',
  'noto-sans-hebrew',
  'noto-sans-thai',
  'noto-sans-devanagari',
  'noto-sans-khmer',
  'noto-sans-sc',
  'noto-sans-tc',
  'noto-sans-jp',
  'noto-sans-kr',
  'noto-emoji',
] as const
type ScriptPackage = (typeof SCRIPT_PACKAGES)[number]

/** Kana say that Chinese characters are meant in their Japanese form, Hangul in their Korean one. */
const packagesFor = (text: string): readonly ScriptPackage[] => {
  const first = /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)
    ? 'noto-sans-jp'
    : /\p{Script=Hangul}/u.test(text)
      ? 'noto-sans-kr'
      : null
  return first ? [first, ...SCRIPT_PACKAGES.filter((name) => name !== first)] : SCRIPT_PACKAGES
}

export type FontFile = {
  /** Of this opening of the file. */
  id: number
  name: string
  font: Font
  /** Units of the font in one em. */
  units: number
  /** Above and below the baseline, in parts of an em; `descent` is positive. */
  ascent: number
  descent: number
  has: (code: number) => boolean
  /** The outline of a glyph. */
  contours: (glyph: number) => readonly Contour[]
}

type Slice = { from: number; to: number; file: string }

const require = createRequire(import.meta.url)
const packageFile = (name: string, file: string) => require.resolve(`@fontsource-variable/${name}/${file}`)

const slicesOf = new Map<ScriptPackage, readonly Slice[]>()

/** Which file of a package holds which letters. */
const slices = (name: ScriptPackage): readonly Slice[] => {
  const cached = slicesOf.get(name)
  if (cached) return cached
  const ranges = JSON.parse(fs.readFileSync(packageFile(name, 'unicode.json'), 'utf8')) as Record<string, string>
  const slices = Object.entries(ranges).flatMap(([part, list]) =>
    list.split(',').map((range) => {
      const [from = 0, to = from] = range
        .trim()
        .slice(2)
        .split('-')
        .map((code) => Number.parseInt(code, 16))
      return { from, to, file: `files/${name}-${part.replace(/[[\]]/g, '')}-wght-normal.woff2` }
    }),
  )
  slicesOf.set(name, slices)
  return slices
}

/** Font files of scripts kept in memory, in addition to the four of every document; each takes 50 to 500 KB. */
const MOST_KEPT = 24

/** The fonts of documents: those of a script are read when a letter needs them. */
export const fontFiles = (hb: HarfBuzz) => {
  const files = new Map<string, FontFile>()
  let opened = 0

  const open = (name: string, bytes: Buffer, weight?: number): FontFile => {
    const face = new hb.Face(new hb.Blob(bytes))
    const font = new hb.Font(face)
    if (weight) font.setVariations([new hb.Variation('wght', weight)])
    const { ascender, descender } = font.hExtents()
    const outlines = new Map<number, readonly Contour[]>()
    const contours = (glyph: number) => {
      const cached = outlines.get(glyph)
      if (cached) return cached
      const outline = contoursOfPath(font.glyphToPath(glyph), face.upem)
      outlines.set(glyph, outline)
      return outline
    }
    opened += 1
    return {
      id: opened,
      name,
      contours,
      font,
      units: face.upem,
      ascent: ascender / face.upem,
      descent: -descender / face.upem,
      has: (code) => Boolean(font.nominalGlyph(code)),
    }
  }

  const keep = (key: string, make: () => FontFile): FontFile => {
    const font = files.get(key) ?? make()
    // Used last stands last; the first one is the one to let go of.
    files.delete(key)
    files.set(key, font)
    if (files.size > MOST_KEPT) for (const [first] of [...files].slice(0, files.size - MOST_KEPT)) files.delete(first)
    return font
  }

  const ownFont = (face: Face): FontFile => {
    const name = faceName(face)
    return keep(name, () =>
      open(name, fs.readFileSync(fileURLToPath(new URL(`../fonts/${name}.ttf`, import.meta.url)))),
    )
  }

  const scriptFont = (file: string, name: ScriptPackage, weight: number): FontFile =>
    keep(`${file} ${weight}`, () => open(name, readWoff2(fs.readFileSync(packageFile(name, file))), weight))

  /** The first font that has all letters of a sign, or null. `whole` is the text in which it stands. */
  const fontFor = (codes: readonly number[], face: Face, whole: string): FontFile | null => {
    const hasAll = (font: FontFile) => codes.every((code) => font.has(code))
    const own = ownFont(face)
    if (hasAll(own)) return own
    const [first = 0] = codes
    for (const name of packagesFor(whole))
      for (const { from, to, file } of slices(name)) {
        if (first < from || first > to) continue
        const font = scriptFont(file, name, face.weight)
        if (hasAll(font)) return font
      }
    const other = ownFont(
      face.family === 'Inter' ? { family: 'EB Garamond', weight: 400 } : { family: 'Inter', weight: 400 },
    )
    return hasAll(other) ? other : null
  }

  return { ownFont, fontFor }
}
export type FontFiles = ReturnType<typeof fontFiles>
