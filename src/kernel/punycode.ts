const BASE = 36
const [T_MIN, T_MAX, SKEW, DAMP, FIRST_BIAS, FIRST_CODE] = [1, 26, 38, 700, 72, 128]

const digitOf = (char: string): number => (/[a-z]/.test(char) ? char.charCodeAt(0) - 97 : Number(char) + 26)

const adapted = (delta: number, length: number, isFirst: boolean): number => {
  let rest = Math.floor(delta / (isFirst ? DAMP : 2))
  rest += Math.floor(rest / length)
  let steps = 0
  for (; rest > ((BASE - T_MIN) * T_MAX) / 2; steps += BASE) rest = Math.floor(rest / (BASE - T_MIN))
  return steps + Math.floor(((BASE - T_MIN + 1) * rest) / (rest + SKEW))
}

/**
 * The letters of a domain label in ASCII form (RFC 3492, section 6.2), such as `bücher` for `xn--bcher-kva`; other
 * labels stay unchanged. Null if it is not Punycode.
 */
export const decodeLabel = (label: string): string | null => {
  if (!label.startsWith('xn--')) return label
  const [, plain = '', encoded = ''] = /^xn--(?:(.*)-)?([a-z0-9]*)$/.exec(label) ?? []
  const letters = [...plain]
  let [code, place, bias] = [FIRST_CODE, 0, FIRST_BIAS]
  for (let at = 0; at < encoded.length; ) {
    const start = place
    for (let [weight, k] = [1, BASE]; ; k += BASE) {
      const char = encoded[at++]
      if (char === undefined) return null
      const digit = digitOf(char)
      place += digit * weight
      const threshold = Math.min(T_MAX, Math.max(T_MIN, k - bias))
      if (digit < threshold) break
      weight *= BASE - threshold
    }
    bias = adapted(place - start, letters.length + 1, start === 0)
    code += Math.floor(place / (letters.length + 1))
    if (code > 0x10ffff) return null
    place %= letters.length + 1
    letters.splice(place++, 0, String.fromCodePoint(code))
  }
  return letters.join('')
}
