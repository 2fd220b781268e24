import fs from 'node:fs'
import { fileURLToPath } from 'node:url'
import * as fontkit from 'fontkit'
import { PNG } from 'pngjs'

/** Red, green and blue, each 0 to 255. */
export type Rgb = readonly [number, number, number]
type Point = readonly [number, number]
/** Closed outlines in pixels; a point is inside where they wind around it (nonzero). */
export type Shape = readonly (readonly Point[])[]

const FACES = { regular: 'Inter-Regular', bold: 'Inter-SemiBold' } as const
export type Face = keyof typeof FACES

const fonts = new Map<Face, fontkit.Font>()
const fontOf = (face: Face): fontkit.Font => {
  const known = fonts.get(face)
  if (known) return known
  const font = fontkit.create(fs.readFileSync(fileURLToPath(new URL(`./fonts/${FACES[face]}.ttf`, import.meta.url))))
  fonts.set(face, font)
  return font
}

/** Without the characters that the font cannot draw (it has Latin, Greek and Cyrillic letters). */
const drawable = (font: fontkit.Font, text: string) =>
  [...text].filter((sign) => font.hasGlyphForCodePoint(sign.codePointAt(0) ?? 0)).join('')

/** Width in pixels of one line of text. */
export const lineWidth = (text: string, face: Face, size: number): number => {
  const font = fontOf(face)
  const { positions } = font.layout(drawable(font, text))
  return (positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0) / font.unitsPerEm) * size
}

const STEPS = 6

/** One line of text as outlines; `x` and `y` are the start of its baseline. */
export const textShape = (text: string, face: Face, size: number, [x, y]: Point): Shape => {
  const font = fontOf(face)
  const scale = size / font.unitsPerEm
  const { glyphs, positions } = font.layout(drawable(font, text))
  const shape: Point[][] = []
  let pen = 0
  glyphs.forEach((glyph, index) => {
    const place = positions[index]
    const at = (px: number, py: number): Point => [
      x + (pen + (place?.xOffset ?? 0) + px) * scale,
      y - ((place?.yOffset ?? 0) + py) * scale,
    ]
    let outline: Point[] = []
    let [lastX, lastY] = [0, 0]
    for (const { command, args } of glyph.path.commands) {
      const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = args
      if (command === 'closePath') continue
      if (command === 'moveTo') {
        outline = [at(a, b)]
        shape.push(outline)
      } else if (command === 'lineTo') outline.push(at(a, b))
      else {
        // A quadratic curve is the cubic one whose control points lie at two thirds of the way.
        const isCubic = command === 'bezierCurveTo'
        const [endX, endY] = isCubic ? [e, f] : [c, d]
        const [x1, y1] = isCubic ? [a, b] : [lastX + (2 / 3) * (a - lastX), lastY + (2 / 3) * (b - lastY)]
        const [x2, y2] = isCubic ? [c, d] : [endX + (2 / 3) * (a - endX), endY + (2 / 3) * (b - endY)]
        for (let step = 1; step <= STEPS; step++) {
          const t = step / STEPS
          const u = 1 - t
          const blend = (p0: number, p1: number, p2: number, p3: number) =>
            u * u * u * p0 + 3 * u * u * t * p1 + 3 * u * t * t * p2 + t * t * t * p3
          outline.push(at(blend(lastX, x1, x2, endX), blend(lastY, y1, y2, endY)))
        }
      }
      ;[lastX = 0, lastY = 0] = args.slice(-2)
    }
    pen += place?.xAdvance ?? glyph.advanceWidth
  })
  return shape
}

export const rectangle = (x: number, y: number, width: number, height: number): Shape => [
  [
    [x, y],
    [x + width, y],
    [x + width, y + height],
    [x, y + height],
  ],
]

/** Rows into which each row of pixels is cut for smooth edges; along a row coverage is exact. */
const CUTS = 5

export type Canvas = { width: number; height: number; pixels: Buffer }

/** An opaque picture of one colour. */
export const createCanvas = (width: number, height: number, color: Rgb): Canvas => {
  const pixels = Buffer.alloc(width * height * 3)
  for (let at = 0; at < pixels.length; at += 3) pixels.set(color, at)
  return { width, height, pixels }
}

type Crossing = { x: number; turn: 1 | -1 }

const crossingsAt = (shape: Shape, y: number): Crossing[] => {
  const found: Crossing[] = []
  for (const outline of shape) {
    let [fromX, fromY] = outline.at(-1) ?? [0, 0]
    for (const [toX, toY] of outline) {
      if (fromY <= y !== toY <= y)
        found.push({ x: fromX + ((y - fromY) / (toY - fromY)) * (toX - fromX), turn: toY > fromY ? 1 : -1 })
      ;[fromX, fromY] = [toX, toY]
    }
  }
  return found.sort((one, other) => one.x - other.x)
}

/** Adds the length of a stretch to every pixel that it covers. */
const cover = (row: Float32Array, from: number, to: number) => {
  const start = Math.max(0, from)
  const end = Math.min(row.length, to)
  for (let x = Math.floor(start); x < end; x++) row[x] = (row[x] ?? 0) + Math.min(end, x + 1) - Math.max(start, x)
}

/** Fills a shape with a colour; `opacity` from 0 to 1. */
export const fillShape = (canvas: Canvas, shape: Shape, color: Rgb, opacity = 1): void => {
  const heights = shape.flat().map(([, y]) => y)
  const top = Math.max(0, Math.floor(heights.reduce((least, y) => Math.min(least, y), Number.POSITIVE_INFINITY)))
  const bottom = Math.min(canvas.height, Math.ceil(heights.reduce((most, y) => Math.max(most, y), 0)))
  const row = new Float32Array(canvas.width)
  for (let y = top; y < bottom; y++) {
    row.fill(0)
    for (let cut = 0; cut < CUTS; cut++) {
      let winding = 0
      let entered = 0
      for (const { x, turn } of crossingsAt(shape, y + (cut + 0.5) / CUTS)) {
        if (winding === 0) entered = x
        winding += turn
        if (winding === 0) cover(row, entered, x)
      }
    }
    for (let x = 0; x < canvas.width; x++) {
      const share = ((row[x] ?? 0) / CUTS) * opacity
      if (share <= 0) continue
      const at = (y * canvas.width + x) * 3
      for (const part of [0, 1, 2] as const)
        canvas.pixels[at + part] = Math.round((canvas.pixels[at + part] ?? 0) * (1 - share) + color[part] * share)
    }
  }
}

/** The picture as a PNG. */
export const toPng = ({ width, height, pixels }: Canvas): Buffer => {
  const image = new PNG({ width, height, inputColorType: 2, inputHasAlpha: false, colorType: 2 })
  image.data = pixels
  return PNG.sync.write(image, { width, height, inputColorType: 2, inputHasAlpha: false, colorType: 2 } as never)
}
