import { canonicalNumber, NEW_NUMBER } from '#kernel/access/badge-number.ts'

export type NewPerson = { first_name: string; last_name: string; badge_number: string }

const MOST = 50

/**
 * People without an e-mail as they are typed, one a line: first name, last name and, if it is known, the badge number. Answers the
 * people, or what is wrong with the first line that cannot be read (BDG-004).
 */
export const readNewPeople = (typed: string): { people: NewPerson[] } | { problem: string } => {
  const lines = typed
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  if (lines.length > MOST) return { problem: `Enter at most ${MOST} people at once.` }
  const people: NewPerson[] = []
  for (const [at, line] of lines.entries()) {
    const [first = '', last = '', badge = '', ...rest] = line.split(/[,;\t]/).map((part) => part.trim())
    const number = badge === '' ? NEW_NUMBER : canonicalNumber(badge)
    if (!first || !last || rest.length > 0)
      return { problem: `Line ${at + 1}: write first name, last name, badge number, with commas between them.` }
    if (number === null) return { problem: `Line ${at + 1}: “${badge}” is not a badge number.` }
    people.push({ first_name: first, last_name: last, badge_number: number })
  }
  return { people }
}
