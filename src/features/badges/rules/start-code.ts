/** Letters and digits that nobody takes for another one; 8 of them are 39 bits (BDG-012). */
const SIGNS = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
const LENGTH = 8
const HALF = LENGTH / 2

/** How long a start code works. */
export const START_CODE_DAYS = 14

/** A start code as it is kept and compared. `randomInt(n)` answers a whole number below n. */
export const drawStartCode = (randomInt: (below: number) => number): string =>
  Array.from({ length: LENGTH }, () => SIGNS[randomInt(SIGNS.length)]).join('')

/** What was typed, in the form of `drawStartCode`; null if it cannot be a start code. */
export const canonicalStartCode = (text: string): string | null => {
  if (text.length > 100) return null
  const code = text.normalize('NFKC').toUpperCase().replace(/[\s-]/g, '')
  return code.length === LENGTH && [...code].every((sign) => SIGNS.includes(sign)) ? code : null
}

/** As people read it: "7KQM-2XVD". */
export const startCodeWords = (code: string): string => `${code.slice(0, HALF)}-${code.slice(HALF)}`

export const startCodeEnds = (now: Date): Date => new Date(now.getTime() + START_CODE_DAYS * 86_400_000)
