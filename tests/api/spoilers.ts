/** Chooses in an order that depends only on the seed. */
export type Pick = <T>(from: readonly T[]) => T | undefined

export const picker = (seed: string): Pick => {
  let state = 2_166_136_261
  for (const character of seed) state = Math.imul(state ^ character.charCodeAt(0), 16_777_619) >>> 0
  return (from) => {
    // A xorshift, which spreads choices well enough and is the same on every machine.
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    state >>>= 0
    return from[state % Math.max(1, from.length)]
  }
}

export type At = (string | number)[]
type Leaf = { at: At; value: unknown }

/** Every value within another with its path, including objects and lists but not the whole. */
export const leavesOf = (value: unknown, at: At = []): Leaf[] => {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => {
    const here = [...at, Array.isArray(value) ? Number(key) : key]
    return [{ at: here, value: inner }, ...leavesOf(inner, here)]
  })
}

export const REMOVED = Symbol('removed')

export const changedAt = (value: unknown, [key, ...rest]: At, to: unknown): unknown => {
  if (key === undefined) return to
  if (Array.isArray(value)) return value.map((one, index) => (index === key ? changedAt(one, rest, to) : one))
  const entries = Object.entries(value as object)
  return Object.fromEntries(
    entries
      .filter(([name]) => name !== key || rest.length > 0 || to !== REMOVED)
      .map(([name, one]) => [name, name === key ? changedAt(one, rest, to) : one]),
  )
}

export const HALF = '\ud800'
export const NUL = '\u0000'
export const deep = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels)
export const BAD_DATES = [
  '0000-01-01T00:00:00Z',
  '275760-09-13T00:00:00.001Z',
  '+275760-09-13T00:00:00Z',
  '2026-02-30T00:00:00Z',
  '2026-02-30',
  '0000-00-00',
  '0000-01-01',
  '0000-01-01T00:00:00+23:59',
  '9999-12-31T23:59:59-23:59',
  'infinity',
  'now',
  '',
]
export const SQL_ISH = ["'; drop table users; --", '" or 1=1', '%', '\\', '$1', '{{7*7}}', '(', '*', "a' & !"]
export const NAN_ISH = ['NaN', 'Infinity', '-Infinity', '-0', '1e400', '0x10', '1_000', ' ', '१२']
export const HUGE = [1e308, 2 ** 31, 2 ** 53, 2 ** 63, 1e21, 99_999_999_999, 0.1 + 0.2]
export const PATHS = [
  'text',
  '-1',
  '0',
  '1.5',
  '99999999999999999999',
  '9007199254740993',
  '2147483648',
  '1e3',
  '%2F',
  '..%2F..',
  '%00',
  '%ED%A0%80',
  '__proto__',
  'constructor',
  '%F0%9F%98%80',
  '%27',
  'a'.repeat(1900),
  '%20',
  'NaN',
  'null',
]
export const CURSORS = [
  '',
  'x',
  'WzFd',
  'W10',
  'bnVsbA',
  'e30',
  btoa('[null,null,null]'),
  btoa('["x","y","z"]'),
  btoa('[1e400]'),
  btoa('[{"a":1}]'),
  btoa('["\\u0000"]'),
  btoa('["\\ud800",1]'),
  btoa('[1e300,1e300]'),
  btoa('["2026-02-30",1]'),
  'a'.repeat(3000),
  '%00',
]
