import type { Contour } from './outlines.ts'
import type { Line } from './typeset.ts'

type Place = (x: number, y: number) => string

/** A contour as a path of SVG: straight where both points are on it, else a curve around the point that is off. */
const contourPath = (contour: Contour, place: Place): string => {
  const start = contour.findIndex((point) => point.is_on)
  const [first, ...rest] = [...contour.slice(start), ...contour.slice(0, start)]
  if (!first) return ''
  const steps = [...rest, first].map((point, at, all) => {
    if (!point.is_on) return `Q${place(point.x, point.y)} `
    const isAfterCurve = at > 0 && !all[at - 1]?.is_on
    return `${isAfterCurve ? '' : 'L'}${place(point.x, point.y)}`
  })
  return `M${place(first.x, first.y)}${steps.join('')}Z`
}

/** A line of text as a path of SVG, its letters `size` high; `x` and `y` are the start of its baseline. */
export const linePath = (line: Pick<Line, 'signs'>, size: number, [x, y]: readonly [number, number]): string => {
  let pen = 0
  return line.signs
    .flatMap(({ contours, advance }) => {
      const from = pen
      pen += advance
      const place: Place = (px, py) => `${(x + (from + px) * size).toFixed(2)} ${(y - py * size).toFixed(2)}`
      return contours.map((contour) => contourPath(contour, place))
    })
    .join('')
}
