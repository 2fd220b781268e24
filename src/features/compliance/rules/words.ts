import { type Day, formatDay } from '#kernel/format/day.ts'
import { formatNumber } from '#kernel/format.ts'
import type { State } from './standing.ts'

/** What standings are called; `until` leads in their day. */
export const STATE_WORDS: Record<State, { word: string; until: string | null; meaning: string }> = {
  valid: { word: 'Valid', until: 'until', meaning: 'Meets the requirement through that day.' },
  grace: { word: 'In grace', until: 'until', meaning: 'Has not met it yet, and may work through that day.' },
  under_review: { word: 'Under review', until: null, meaning: 'An uploaded document waits for a decision.' },
  revoked: { word: 'Revoked', until: null, meaning: 'What the person held last was revoked.' },
  expired: { word: 'Expired', until: 'on', meaning: 'That day was the last valid one.' },
  in_progress: { word: 'In progress', until: null, meaning: 'Enrolled, not completed yet.' },
  missing: { word: 'Missing', until: null, meaning: 'Nothing on record.' },
  not_required: { word: 'Not required', until: null, meaning: 'The requirement does not apply to the person.' },
}

/** The tone of standings in files; what color it is depends on the kind of file. */
export const STATE_TONES = {
  valid: 'good',
  grace: 'notice',
  under_review: 'open',
  revoked: 'bad',
  expired: 'bad',
  in_progress: 'open',
  missing: 'bad',
  not_required: 'muted',
} as const satisfies Record<State, string>

/** A cell of the matrix: its state, and the day that belongs to it. */
export const readCell = (cell: string): { state: State; until: Day | null } => {
  const [state, until] = cell.split(' ')
  return { state: state as State, until: until ?? null }
}

/** A cell in words: "Valid until Nov 25 2026". */
export const cellText = (cell: string): string => {
  const { state, until } = readCell(cell)
  const { word, until: lead } = STATE_WORDS[state]
  return until === null ? word : `${word} ${lead} ${formatDay(until)}`
}

/** "12 of 40 people were cleared on March 3 2026." */
export const sumText = (counts: { people: number; cleared: number }, on: Day, today: Day): string => {
  const isOne = counts.people === 1
  const verb = on < today ? (isOne ? 'was' : 'were') : on > today ? 'will be' : isOne ? 'is' : 'are'
  const people = `${formatNumber(counts.cleared)} of ${formatNumber(counts.people)} ${isOne ? 'person' : 'people'}`
  if (on === today) return `${people} ${verb} cleared today, ${formatDay(on, 'long')}.`
  const sentence = `${people} ${verb} cleared on ${formatDay(on, 'long')}`
  return on > today ? `${sentence} if nothing changes until then.` : `${sentence}.`
}

type Where = { team: { name: string } | null; site: string | null; job: string | null; state: string | null }

/** What is known of where somebody works, in one line. */
export const whereText = ({ team, site, job, state }: Where): string =>
  [job, site, team && `Team ${team.name}`, state].filter(Boolean).join(' · ')

export const MORE_PEOPLE = 'These are the first 2,000 people.'
