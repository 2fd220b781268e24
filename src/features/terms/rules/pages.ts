import type { TermKind } from './kinds.ts'

type Words = { title: string; crumb: string; lead: string; courses: (name: string) => string; empty: string }

/** What the public pages of each list of terms say. */
export const TERM_WORDS: Record<TermKind, Words> = {
  state: {
    title: 'Training by state',
    crumb: 'United States',
    lead: 'Licenses and hours differ from state to state. Choose yours to see its agencies and the courses that count there.',
    courses: (name) => `Courses for ${name}`,
    empty: 'No states yet',
  },
  agency: {
    title: 'Regulating agencies',
    crumb: 'Regulating agencies',
    lead: 'Who asks for the training, and the courses that answer each of them.',
    courses: (name) => `Courses regulated by ${name}`,
    empty: 'No agencies yet',
  },
  organization: {
    title: 'Continuing education by organization',
    crumb: 'Continuing education',
    lead: 'Accrediting organizations and the courses that each of them accepts for credit.',
    courses: (name) => `Courses accepted by ${name}`,
    empty: 'No organizations yet',
  },
  category: {
    title: 'Training courses by subject',
    crumb: 'Training courses',
    lead: 'Every subject we teach. Choose one to see what it is about and which courses are in it.',
    courses: (name) => `Courses in ${name}`,
    empty: 'No subjects yet',
  },
  training_option: {
    title: 'Ways to train',
    crumb: 'Training courses',
    lead: 'Online, in the classroom or by webinar.',
    courses: (name) => `Courses: ${name}`,
    empty: 'No training options yet',
  },
  language: {
    title: 'Courses by language',
    crumb: 'Languages',
    lead: 'Courses in the languages your people speak.',
    courses: (name) => `Courses in ${name}`,
    empty: 'No languages yet',
  },
}
