/** The field in which people sign, in the units of a stored signature. */
export const FIELD = { width: 900, height: 300 }
/** About 1,000 points: more than a name needs, and forty of them still travel in one call (CRW-021). */
export const MOST_SIGNS = 4000
/** A tap or a short slip of the finger signs nothing. */
const LEAST = { points: 8, extent: 90 }

export type Point = readonly [x: number, y: number]
export type Stroke = readonly Point[]

const two = (value: number): string => value.toString(36).padStart(2, '0')
const limited = (value: number, most: number): number => Math.max(0, Math.min(most, Math.round(value)))

/** Leaves out points that are nearer than `gap` to the one before; the last one of a stroke stays. */
const thinned = (stroke: Stroke, gap: number): Stroke => {
  const kept: Point[] = []
  for (const [index, [x, y]] of stroke.entries()) {
    const before = kept.at(-1)
    const isLast = index === stroke.length - 1
    if (!before || isLast || Math.hypot(x - before[0], y - before[1]) >= gap) kept.push([x, y])
  }
  return kept
}

const written = (strokes: readonly Stroke[], gap: number): string =>
  strokes
    .filter(({ length }) => length > 0)
    .map((stroke) =>
      thinned(stroke, gap)
        .map(([x, y]) => two(limited(x, FIELD.width)) + two(limited(y, FIELD.height)))
        .join(''),
    )
    .join('.')

/** Strokes as text: four signs for each point, a dot between strokes; finer movements go where it would be too long. */
export const writeSignature = (strokes: readonly Stroke[]): string => {
  let gap = 4
  let text = written(strokes, gap)
  while (text.length > MOST_SIGNS && gap < 64) {
    gap *= 1.5
    text = written(strokes, gap)
  }
  return text
}

/** The strokes of a stored signature; null for anything that is none. */
export const readSignature = (text: string): Stroke[] | null => {
  if (text.length > MOST_SIGNS || !/^(?:[0-9a-z]{4})+(?:\.(?:[0-9a-z]{4})+)*$/.test(text)) return null
  const strokes = text
    .split('.')
    .map((stroke) =>
      (stroke.match(/.{4}/g) ?? []).map(
        (point): Point => [Number.parseInt(point.slice(0, 2), 36), Number.parseInt(point.slice(2), 36)],
      ),
    )
  const points = strokes.flat()
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)]
  if (Math.max(...xs) > FIELD.width || Math.max(...ys) > FIELD.height) return null
  const extent = Math.max(Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys))
  return points.length >= LEAST.points && extent >= LEAST.extent ? strokes : null
}

/** The `d` of a path that draws a stored signature in the field; empty for anything that is none. */
export const signaturePath = (text: string): string =>
  (readSignature(text) ?? [])
    .map((stroke) => stroke.map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${x} ${y}`).join(''))
    .join('')
