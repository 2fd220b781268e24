import { formatNumber } from '#kernel/format.ts'

/** How many people and courses a roster has room for, and how many people a sheet. */
export const CREW = { people: 200, courses: 5, on_sheet: 22 }

export type CrewSize = { people: number; courses: number; sheets: number }

const count = (number: number, one: string, many: string) => `${formatNumber(number)} ${number === 1 ? one : many}`

/** Why there is no roster for this selection, and what to do; null where there is one (EVD-024). */
export const crewProblem = ({ people, courses }: Pick<CrewSize, 'people' | 'courses'>): string | null => {
  if (people === 0) return 'None of these people needs a certificate of a course today.'
  if (courses > CREW.courses)
    return `These are ${count(courses, 'course', 'courses')}. A roster has room for ${CREW.courses}: choose some under Requirements.`
  if (people > CREW.people)
    return `These are ${count(people, 'person', 'people')}. A roster has room for ${CREW.people}: choose a team, a site, or a job.`
  return null
}

/** What will be printed: "12 people and 1 course on one sheet with one code." */
export const crewText = ({ people, courses, sheets }: CrewSize): string => {
  const crew = `${count(people, 'person', 'people')} and ${count(courses, 'course', 'courses')}`
  if (sheets === 1) return `${crew} on one sheet with one code.`
  return `${crew} are too many for one code: they go on ${sheets} sheets. Each sheet has its own code, and the guard scans each one.`
}
