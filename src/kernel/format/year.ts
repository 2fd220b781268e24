/** The year of a moment in a time zone (IANA name). Apart from `day.ts`, since the footer of every page needs it. */
export const yearIn = (moment: Date, timeZone: string): number =>
  Number(moment.toLocaleDateString('en-US', { timeZone, year: 'numeric' }))
