import { expect, test } from 'vitest'
import { FIELD, MOST_SIGNS, readSignature, type Stroke, signaturePath, writeSignature } from './signature.ts'

const line = (points: number, [x, y] = [10, 20], step = 20): Stroke =>
  Array.from({ length: points }, (_, index) => [x + index * step, y] as const)

test.each([
  ['a name', writeSignature([line(20), line(9, [50, 200])]), 2],
  ['one stroke of eight points', writeSignature([line(8)]), 1],
  ['seven points', writeSignature([line(7)]), null],
  ['a tap', writeSignature([Array.from({ length: 30 }, () => [5, 5] as const)]), null],
  ['a dot of ink', writeSignature([line(30, [0, 0], 3)]), null],
  ['nothing', '', null],
  ['half a point', `${writeSignature([line(20)])}0`, null],
  ['an empty stroke', `${writeSignature([line(20)])}..0000`, null],
  ['another sign', `<svg ${writeSignature([line(20)])}`, null],
  ['a point outside of the field', `${writeSignature([line(20)])}zzzz`, null],
  ['more than fits', '0000'.repeat(MOST_SIGNS / 4 + 1), null],
])('%s is read as a signature of strokes, or as none (CRW-021)', (_, text, strokes) => {
  expect(readSignature(text)?.length ?? null).toBe(strokes)
})

test('a signature fits its bound whatever is drawn, stays in its field, and is drawn again as it was (CRW-021)', () => {
  const scribble = Array.from({ length: 40 }, (_, row) =>
    Array.from({ length: 200 }, (_, at) => [at * 5 - 40, (row * 9 + (at % 7) * 4) % 320] as const),
  )
  const text = writeSignature(scribble)
  expect(text.length).toBeLessThanOrEqual(MOST_SIGNS)
  const points = readSignature(text)?.flat() ?? []
  expect(Math.max(...points.map(([x]) => x))).toBeLessThanOrEqual(FIELD.width)
  expect(Math.min(...points.map(([x]) => x))).toBe(0)
  expect(signaturePath(writeSignature([line(8)]))).toBe('M10 20L30 20L50 20L70 20L90 20L110 20L130 20L150 20')
  expect(signaturePath('nothing')).toBe('')
})
