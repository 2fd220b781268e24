import { PNG } from 'pngjs'
import type { Contour, Line } from '../../pdf/typeset/typeset.ts'

/** Red, green and blue, each 0 to 255. */
export type Rgb = readonly [number, number, number]
type Point = readonly [number, number]
/** Closed outlines in pixels; a point is inside where they wind around it (nonzero). */
export type Shape = readonly (readonly Point[])[]

/** Straight pieces that stand for one curve. */
const STEPS = 6

/** A contour with its curves in straight pieces. */
const flatten = (contour: Contour, at: (x: number, y: number) => Point): Point[] => {
  const points: Point[] = []
  contour.forEach(({ x, y, is_on: isOn }, index) => {
    if (isOn) {
      points.push(at(x, y))
      return
    }
    const before = contour.at(index - 1)
    const after = contour[(index + 1) % contour.length]
    if (!before || !after) return
    for (let step = 1; step < STEPS; step++) {
      const t = step / STEPS
      const blend = (from: number, by: number, to: number) => (1 - t) ** 2 * from + 2 * (1 - t) * t * by + t * t * to
      points.push(at(blend(before.x, x, after.x), blend(before.y, y, after.y)))
    }
  })
  return points
}

/** One line of text as outlines; `x` and `y` are the start of its baseline. */
export const textShape = (line: Line, size: number, [x, y]: Point): Shape => {
  let pen = 0
  return line.signs.flatMap(({ contours, advance }) => {
    const from = pen
    pen += advance
    return contours.map((contour) => flatten(contour, (px, py) => [x + (from + px) * size, y - py * size]))
  })
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

/** An opaque picture of one color. */
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

/** Fills a shape with a color; `opacity` from 0 to 1. */
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
