/** A point of an outline in parts of an em, seen from the start of the baseline; between two that are off it lies one that is on. */
export type OutlinePoint = { x: number; y: number; is_on: boolean }
export type Contour = readonly OutlinePoint[]

/** The outline of a path (M, L, Q, Z in units of the font), in parts of an em. */
export const contoursOfPath = (path: string, units: number): Contour[] => {
  const contours: OutlinePoint[][] = []
  for (const [, command = '', list = ''] of path.matchAll(/([MLQCZ])([^MLQCZ]*)/g)) {
    if (command === 'Z') continue
    if (command === 'C') throw new Error('Only fonts with quadratic curves can be drawn')
    const numbers = list.split(/[ ,]+/).filter(Boolean).map(Number)
    const points: OutlinePoint[] = []
    for (let at = 0; at < numbers.length; at += 2)
      points.push({
        x: (numbers[at] ?? 0) / units,
        y: (numbers[at + 1] ?? 0) / units,
        is_on: at === numbers.length - 2,
      })
    if (command === 'M') contours.push(points)
    else contours.at(-1)?.push(...points)
  }
  return contours.map((contour) => {
    const [first, last] = [contour[0], contour.at(-1)]
    const isClosed = contour.length > 1 && last?.is_on && last.x === first?.x && last.y === first.y
    return isClosed ? contour.slice(0, -1) : contour
  })
}
