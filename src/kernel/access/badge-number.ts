/** A badge number: 3 to 20 letters, digits and hyphens, as people read it from a badge (BDG-002). */
const NUMBER = /^[A-Z0-9][A-Z0-9-]{1,18}[A-Z0-9]$/

/** The single form in which a number is kept and compared, or null if it is none. */
export const canonicalNumber = (text: string): string | null => {
  if (text.length > 100) return null
  const number = text.normalize('NFKC').replace(/\s/g, '').toUpperCase()
  return NUMBER.test(number) ? number : null
}

export const NUMBER_PROBLEM = 'Use 3 to 20 letters, digits or hyphens, as on the badge.'

/** What asks for a number that the portal draws. */
export const NEW_NUMBER = 'new'

/** Six digits that do not begin with 0. `randomInt(n)` answers a whole number below n. */
export const drawNumber = (randomInt: (below: number) => number): string => String(100_000 + randomInt(900_000))
