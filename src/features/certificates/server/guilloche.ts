/** Coordinates with a hundredth of a point: fine for print, and the same text on every machine. */
const at = (x: number, y: number) => `${x.toFixed(2)} ${y.toFixed(2)}`

const polyline = (points: readonly string[]) => `M${points.join('L')}`

/**
 * Lines of a rosette like those on banknotes and share certificates: `petals` waves on a circle, drawn `turns` times,
 * each turned a little further. `radius` is the middle of the band and `swing` half its width, in points.
 */
export const rosettePath = (
  [x, y]: readonly [number, number],
  { radius, swing, petals, turns }: { radius: number; swing: number; petals: number; turns: number },
): string => {
  const steps = petals * 16
  return Array.from({ length: turns }, (_, turn) => {
    const shift = (turn / turns) * 2 * Math.PI
    const points = Array.from({ length: steps }, (_, step) => {
      const angle = (step / steps) * 2 * Math.PI
      const distance = radius + swing * Math.sin(petals * angle + shift)
      return at(x + distance * Math.cos(angle), y + distance * Math.sin(angle))
    })
    return `${polyline(points)}Z`
  }).join('')
}

/**
 * A braid of `strands` waves along the four sides of the rectangle given in points, each side holding a whole number
 * of waves near `wave` points long, with a small rosette in every corner.
 */
export const braidPath = (
  { left, top, width, height }: { left: number; top: number; width: number; height: number },
  { breadth, wave, strands }: { breadth: number; wave: number; strands: number },
): string => {
  const half = breadth / 2
  const side = (length: number, place: (along: number, across: number) => string) => {
    const waves = Math.max(1, Math.round(length / wave))
    const steps = waves * 14
    return Array.from({ length: strands }, (_, strand) => {
      const shift = (strand / strands) * 2 * Math.PI
      const points = Array.from({ length: steps + 1 }, (_, step) => {
        const across = half * Math.sin((step / steps) * waves * 2 * Math.PI + shift)
        return place((step / steps) * length, across)
      })
      return polyline(points)
    }).join('')
  }
  const corner = breadth + 4
  const [across, down] = [width - 2 * corner, height - 2 * corner]
  const [right, bottom] = [left + width - half, top + height - half]
  const corners = [left + half, right].flatMap((x) =>
    [top + half, bottom].map((y) =>
      rosettePath([x, y], { radius: half * 0.62, swing: half * 0.38, petals: 8, turns: 3 }),
    ),
  )
  return [
    side(across, (along, offset) => at(left + corner + along, top + half + offset)),
    side(across, (along, offset) => at(left + corner + along, bottom + offset)),
    side(down, (along, offset) => at(left + half + offset, top + corner + along)),
    side(down, (along, offset) => at(right + offset, top + corner + along)),
    ...corners,
  ].join('')
}

/** The outline of a scalloped seal with this many scallops, as a closed path. */
export const scallopPath = (center: number, radius: number, scallops: number): string => {
  const steps = scallops * 12
  const points = Array.from({ length: steps }, (_, step) => {
    const angle = (step / steps) * 2 * Math.PI
    const distance = radius * (1 + 0.035 * Math.cos(scallops * angle))
    return at(center + distance * Math.cos(angle), center + distance * Math.sin(angle))
  })
  return `${polyline(points)}Z`
}
