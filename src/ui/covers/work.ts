import { circle, type Drawing, diamond, HEIGHT, path, rect, ring, shape, stroke, times, WIDTH } from './canvas.ts'

/** Placards on their corners, as on tanks and crates, before a row of drums. */
export const hazmat: Drawing = (random, { deep, mid, bright, pale }) => {
  const x = random.between(400, 450)
  const drum = (at: number) => {
    const left = 20 + at * 108
    const top = 236 + (at % 2) * 10
    return (
      rect(left, top, 92, 150, at % 2 ? mid : deep, { rx: 10, opacity: 0.9 }) +
      rect(left, top + 34, 92, 5, pale, { opacity: 0.22 }) +
      rect(left, top + 78, 92, 5, pale, { opacity: 0.22 })
    )
  }
  return (
    times(6, drum) +
    diamond(x + 96, 150, 118, mid, { opacity: 0.55 }) +
    diamond(x - 96, 130, 92, deep, { opacity: 0.85 }) +
    diamond(x - 96, 130, 74, 'none', { stroke: pale, 'stroke-width': 3, opacity: 0.5 }) +
    diamond(x, 166, 138, pale) +
    diamond(x, 166, 122, 'none', { stroke: deep, 'stroke-width': 5 }) +
    shape(path('M', x - 78, 166, 'H', x + 78, 'L', x, 244, 'Z'), bright) +
    shape(path('M', x - 13, 72, 'H', x + 13, 'L', x + 8, 122, 'H', x - 8, 'Z'), deep, {
      'stroke-linejoin': 'round',
      stroke: deep,
      'stroke-width': 4,
    }) +
    circle(x, 142, 11, deep) +
    rect(x - 34, 184, 68, 9, deep, { rx: 4.5 }) +
    rect(x - 20, 201, 40, 9, deep, { rx: 4.5 })
  )
}

/** Frames of buildings going up, and the jib of a crane over them. */
export const construction: Drawing = (random, { deep, mid, bright, pale }) => {
  const tower = (left: number, top: number, columns: number, rows: number, fill: string, opacity: number) => {
    const cell = 34
    const width = columns * cell
    return (
      rect(left, top, width, HEIGHT - top, fill, { opacity }) +
      times(columns * rows, (at) => {
        const [column, row] = [at % columns, Math.floor(at / columns)]
        const isLit = random.chance(0.3)
        return rect(left + column * cell + 8, top + 14 + row * 36, 18, 22, isLit ? bright : pale, {
          opacity: isLit ? 0.95 : 0.22,
          rx: 2,
        })
      })
    )
  }
  const mast = random.between(440, 490)
  const lattice = times(7, (at) =>
    stroke(path('M', mast - 9, 330 - at * 36, 'L', mast + 9, 312 - at * 36, 'L', mast - 9, 294 - at * 36), deep, 3),
  )
  return (
    circle(random.between(130, 230), 120, 62, bright, { opacity: 0.9 }) +
    tower(36, 208, 4, 4, mid, 0.6) +
    tower(190, 158, 3, 5, deep, 0.75) +
    tower(318, 232, 3, 3, mid, 0.85) +
    stroke(path('M', mast - 9, HEIGHT, 'V', 72, 'M', mast + 9, HEIGHT, 'V', 72), deep, 5) +
    lattice +
    stroke(
      path(
        'M',
        mast - 250,
        84,
        'H',
        mast + 110,
        'M',
        mast,
        40,
        'L',
        mast - 230,
        82,
        'M',
        mast,
        40,
        'L',
        mast + 100,
        82,
        'M',
        mast,
        40,
        'V',
        90,
      ),
      deep,
      5,
    ) +
    times(12, (at) => stroke(path('M', mast - 240 + at * 20, 84, 'l', 10, 12, 'l', 10, -12), deep, 2.5)) +
    rect(mast + 76, 86, 34, 26, deep, { rx: 3 }) +
    stroke(path('M', mast - 168, 90, 'V', 150), deep, 3) +
    rect(mast - 216, 150, 96, 12, bright, { rx: 2 }) +
    rect(mast - 216, 166, 96, 6, deep, { rx: 2, opacity: 0.8 })
  )
}

/** Traces of a circuit board with their pads, and one bolt. */
export const electrical: Drawing = (random, { deep, mid, bright, pale }) => {
  const trace = (at: number) => {
    const y = 28 + at * 30
    const bend = random.between(60, 250)
    const drop = random.pick([-30, 30, 60, -60])
    const end = bend + Math.abs(drop) + random.between(60, 200)
    const color = random.pick([mid, pale, mid])
    return (
      stroke(path('M', -10, y, 'H', bend, 'l', Math.abs(drop), drop, 'H', end), color, 4, { opacity: 0.5 }) +
      circle(end, y + drop, 8, color, { opacity: 0.85 }) +
      circle(end, y + drop, 3.2, deep)
    )
  }
  const x = random.between(420, 460)
  return (
    times(12, trace) +
    circle(x, 180, 148, deep, { opacity: 0.4 }) +
    circle(x, 180, 116, deep, { opacity: 0.75 }) +
    ring(x, 180, 132, bright, 2, { opacity: 0.7, 'stroke-dasharray': '2 12' }) +
    shape(
      path('M', x + 22, 84, 'L', x - 56, 196, 'H', x - 6, 'L', x - 24, 280, 'L', x + 58, 162, 'H', x + 6, 'Z'),
      bright,
      { 'stroke-linejoin': 'round', stroke: bright, 'stroke-width': 8 },
    ) +
    times(5, (at) => rect(590, 70 + at * 48, 70, 18, mid, { rx: 4, opacity: 0.7 }))
  )
}

/** Racks with pallets, and the mast of a truck with its forks under a load. */
export const forklift: Drawing = (random, { deep, mid, bright, pale }) => {
  const box = (x: number, y: number, width: number, height: number) => {
    const fill = random.pick([mid, pale, bright, mid])
    return (
      rect(x, y - height, width, height, fill, { rx: 3, opacity: 0.92 }) +
      rect(x + width / 2 - 5, y - height, 10, 14, deep, { opacity: 0.28 })
    )
  }
  const shelf = (row: number) => {
    const y = 106 + row * 112
    let x = 26
    let boxes = ''
    while (x < 300) {
      const width = random.between(46, 78)
      if (random.chance(0.86)) boxes += box(x, y, Math.min(width, 318 - x), random.between(34, 76))
      x += width + 8
    }
    return boxes + rect(10, y, 330, 9, deep, { rx: 2 })
  }
  return (
    times(3, shelf) +
    times(3, (at) => rect(12 + at * 160, 16, 8, 350, deep, { opacity: 0.9 })) +
    rect(404, 40, 9, 280, deep) +
    rect(428, 40, 9, 280, deep) +
    rect(400, 58, 42, 8, deep) +
    stroke(path('M', 400, 206, 'V', 232, 'H', 342), deep, 9) +
    rect(346, 206, 52, 14, mid, { rx: 2 }) +
    rect(348, 146, 48, 58, pale, { rx: 3 }) +
    shape(
      path('M', 446, 236, 'H', 530, 'L', 548, 176, 'H', 590, 'Q', 606, 176, 606, 192, 'V', 296, 'H', 446, 'Z'),
      bright,
    ) +
    stroke(path('M', 462, 236, 'L', 478, 112, 'H', 556, 'L', 584, 176), deep, 8) +
    rect(500, 212, 46, 26, deep, { rx: 5 }) +
    circle(484, 300, 34, deep) +
    circle(484, 300, 13, pale) +
    circle(578, 306, 28, deep) +
    circle(578, 306, 10, pale) +
    rect(0, 334, WIDTH, 26, deep, { opacity: 0.25 })
  )
}

/** Tongues of flame, one inside the other. */
export const fire: Drawing = (random, { deep, mid, bright, pale }) => {
  const flame = (x: number, y: number, height: number, lean: number) => {
    const w = height * 0.36
    return path(
      'M',
      x + lean,
      y - height,
      'C',
      x + w * 0.4 + lean,
      y - height * 0.66,
      x + w * 1.5,
      y - height * 0.5,
      x + w,
      y - height * 0.2,
      'C',
      x + w * 0.8,
      y,
      x - w * 0.8,
      y,
      x - w,
      y - height * 0.2,
      'C',
      x - w * 1.25,
      y - height * 0.46,
      x - w * 0.3,
      y - height * 0.56,
      x + lean,
      y - height,
      'Z',
    )
  }
  const x = random.between(370, 440)
  const lean = random.between(-18, 18)
  const spark = () =>
    circle(random.between(40, 600), random.between(30, 230), random.between(2, 5), random.pick([bright, pale]), {
      opacity: random.between(0.4, 0.9),
    })
  return (
    ring(x, 236, 190, mid, 2, { opacity: 0.35 }) +
    ring(x, 236, 240, mid, 2, { opacity: 0.22 }) +
    ring(x, 236, 292, mid, 2, { opacity: 0.14 }) +
    times(16, spark) +
    shape(flame(x - 168, 366, 190, lean), mid, { opacity: 0.55 }) +
    shape(flame(x + 160, 370, 214, -lean), mid, { opacity: 0.6 }) +
    shape(flame(x, 372, 338, lean), mid) +
    shape(flame(x - 12, 372, 250, -lean), bright) +
    shape(flame(x + 6, 372, 150, lean), pale) +
    rect(0, 346, WIDTH, 14, deep)
  )
}
