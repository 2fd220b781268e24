import { circle, type Drawing, group, HEIGHT, path, rect, ring, shape, stroke, times, WIDTH } from './canvas.ts'

const cross = (x: number, y: number, size: number, fill: string, more = {}) => {
  const arm = size * 0.34
  return shape(
    path(
      'M',
      x - arm,
      y - size,
      'H',
      x + arm,
      'V',
      y - arm,
      'H',
      x + size,
      'V',
      y + arm,
      'H',
      x + arm,
      'V',
      y + size,
      'H',
      x - arm,
      'V',
      y + arm,
      'H',
      x - size,
      'V',
      y - arm,
      'H',
      x - arm,
      'Z',
    ),
    fill,
    { 'stroke-linejoin': 'round', stroke: fill, 'stroke-width': size * 0.12, ...more },
  )
}

/** A heartbeat running through circles. */
export const healthcare: Drawing = (random, { deep, mid, bright, pale }) => {
  const x = random.between(400, 450)
  const y = 190
  const beat = path(
    'M',
    -10,
    y,
    'H',
    120,
    'l',
    22,
    -34,
    'l',
    26,
    62,
    'l',
    34,
    -150,
    'l',
    40,
    214,
    'l',
    28,
    -120,
    'l',
    18,
    28,
    'H',
    x - 60,
  )
  return (
    circle(x, y, 178, mid, { opacity: 0.22 }) +
    circle(x, y, 134, mid, { opacity: 0.35 }) +
    circle(x, y, 92, pale) +
    cross(x, y, 46, bright) +
    stroke(beat, deep, 7) +
    stroke(path('M', x + 92, y, 'H', WIDTH + 10), deep, 7) +
    times(5, (at) => ring(64 + at * 62, 316, random.between(6, 14), mid, 3, { opacity: 0.55 })) +
    circle(random.between(50, 130), 66, 26, bright, { opacity: 0.85 }) +
    circle(random.between(250, 300), 58, 10, mid, { opacity: 0.7 })
  )
}

/** Hills behind hills under a sun, with a young plant in front. */
export const environment: Drawing = (random, { deep, mid, bright, pale }) => {
  const hill = (top: number, swing: number, fill: string, opacity: number) => {
    const shift = random.between(-40, 40)
    return shape(
      path(
        'M',
        0,
        top + swing,
        'C',
        120 + shift,
        top - swing,
        220 + shift,
        top - swing * 0.4,
        330 + shift,
        top + swing * 0.5,
        'S',
        540 + shift,
        top - swing,
        WIDTH,
        top,
        'V',
        HEIGHT,
        'H',
        0,
        'Z',
      ),
      fill,
      { opacity },
    )
  }
  const sun = random.between(410, 500)
  const leaf = (angle: number, size: number, fill: string) =>
    group(
      `rotate(${angle.toFixed(1)})`,
      shape(
        path(
          'M',
          0,
          0,
          'C',
          size * 0.5,
          -size * 0.45,
          size * 0.9,
          -size * 0.4,
          size,
          -size * 0.06,
          'C',
          size * 0.8,
          size * 0.34,
          size * 0.4,
          size * 0.34,
          0,
          0,
          'Z',
        ),
        fill,
      ),
    )
  return (
    circle(sun, 118, 96, pale, { opacity: 0.5 }) +
    circle(sun, 118, 64, bright) +
    hill(196, 52, mid, 0.45) +
    hill(232, 46, mid, 0.8) +
    hill(276, 40, deep, 0.85) +
    group(
      `translate(${random.between(130, 190).toFixed(1)} 330)`,
      stroke(path('M', 0, 30, 'C', 4, -40, -8, -90, 2, -150), pale, 6) +
        group('translate(0 -60)', leaf(-32, 96, bright) + leaf(212, 84, pale)) +
        group('translate(1 -120)', leaf(-58, 74, pale) + leaf(230, 70, bright)),
    ) +
    times(4, (at) =>
      stroke(path('M', 330 + at * 70, 322 + (at % 2) * 12, 'q', 24, -9, 48, 0), pale, 3, { opacity: 0.4 }),
    )
  )
}

/** A route over peaks to a flag. */
export const leadership: Drawing = (random, { deep, mid, bright, pale }) => {
  const top = random.between(70, 96)
  const x = random.between(420, 460)
  return (
    circle(x - 190, 120, 54, bright, { opacity: 0.9 }) +
    shape(path('M', -40, 370, 'L', 150, 168, 'L', 250, 262, 'L', 350, 370, 'Z'), mid, { opacity: 0.5 }) +
    shape(path('M', 380, 370, 'L', 590, 190, 'L', 760, 370, 'Z'), mid, { opacity: 0.6 }) +
    shape(path('M', x - 300, 372, 'L', x, top, 'L', x + 300, 372, 'Z'), deep, { opacity: 0.92 }) +
    shape(
      path(
        'M',
        x,
        top,
        'L',
        x - 62,
        top + 59,
        'L',
        x - 30,
        top + 50,
        'L',
        x - 6,
        top + 76,
        'L',
        x + 22,
        top + 48,
        'L',
        x + 62,
        top + 59,
        'Z',
      ),
      pale,
    ) +
    stroke(
      path(
        'M',
        x - 196,
        356,
        'C',
        x - 90,
        330,
        x + 90,
        316,
        x + 20,
        268,
        'S',
        x - 60,
        218,
        x + 4,
        190,
        'S',
        x + 10,
        top + 60,
        x,
        top + 20,
      ),
      bright,
      5,
      { 'stroke-dasharray': '1 14' },
    ) +
    stroke(path('M', x, top, 'V', top - 50), pale, 5) +
    shape(path('M', x + 2, top - 52, 'L', x + 50, top - 38, 'L', x + 2, top - 22, 'Z'), bright) +
    times(3, (at) => rect(40 + at * 56, 300 - at * 26, 44, 80 + at * 26, pale, { rx: 4, opacity: 0.28 + at * 0.14 }))
  )
}

/** A first-aid case with a cross, and bandages next to it. */
export const firstAid: Drawing = (random, { deep, mid, bright, pale }) => {
  const x = random.between(380, 430)
  const plaster = (cx: number, cy: number, angle: number, fill: string) =>
    group(
      `translate(${cx.toFixed(1)} ${cy.toFixed(1)}) rotate(${angle.toFixed(1)})`,
      rect(-78, -24, 156, 48, fill, { rx: 24 }) +
        rect(-26, -24, 52, 48, pale, { opacity: 0.65 }) +
        times(6, (at) => circle(-12 + (at % 3) * 12, at < 3 ? -7 : 7, 2.4, deep, { opacity: 0.5 })),
    )
  return (
    circle(120, 110, 150, mid, { opacity: 0.2 }) +
    plaster(random.between(110, 140), 120, random.between(-38, -22), mid) +
    plaster(random.between(120, 160), 256, random.between(18, 34), mid) +
    stroke(
      path('M', x - 54, 110, 'V', 84, 'Q', x - 54, 60, x - 30, 60, 'H', x + 30, 'Q', x + 54, 60, x + 54, 84, 'V', 110),
      deep,
      13,
    ) +
    rect(x - 158, 106, 316, 208, deep, { rx: 22, opacity: 0.22, transform: 'translate(10 12)' }) +
    rect(x - 158, 104, 316, 206, bright, { rx: 22 }) +
    rect(x - 158, 176, 316, 8, deep, { opacity: 0.18 }) +
    circle(x, 206, 70, pale) +
    cross(x, 206, 40, deep) +
    rect(x - 122, 164, 26, 32, deep, { rx: 5, opacity: 0.85 }) +
    rect(x + 96, 164, 26, 32, deep, { rx: 5, opacity: 0.85 })
  )
}

/** Quarter circles and squares in a loose grid. */
export const plain: Drawing = (random, { deep, mid, bright, pale }) => {
  const size = 90
  const tile = (at: number) => {
    const [column, row] = [at % 5, Math.floor(at / 5)]
    const [x, y] = [190 + column * size, row * size]
    const fill = random.pick([deep, mid, bright, pale, mid])
    const opacity = column === 0 ? 0.45 : 0.9
    const turn = random.pick([0, 90, 180, 270])
    const spin = `rotate(${turn} ${x + size / 2} ${y + size / 2})`
    switch (random.pick(['quarter', 'quarter', 'circle', 'half', 'square', 'none'])) {
      case 'quarter':
        return shape(path('M', x, y, 'H', x + size, 'A', size, size, 0, 0, 1, x, y + size, 'Z'), fill, {
          opacity,
          transform: spin,
        })
      case 'half':
        return shape(path('M', x, y, 'A', size / 2, size / 2, 0, 0, 0, x + size, y, 'Z'), fill, {
          opacity,
          transform: spin,
        })
      case 'circle':
        return circle(x + size / 2, y + size / 2, size * 0.3, fill, { opacity })
      case 'square':
        return rect(x, y, size, size, fill, { opacity })
      default:
        return ''
    }
  }
  return (
    times(20, tile) +
    times(3, (at) => stroke(path('M', 36, 250 + at * 26, 'H', 110 + at * 22), deep, 6, { opacity: 0.5 }))
  )
}
