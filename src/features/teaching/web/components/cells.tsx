import { StatusBadge } from '#ui/app/status-badge.tsx'

type Status = 1 | 2 | 3 | 4 | 5
const WORDS = { 1: 'in_progress', 2: 'passed', 3: 'failed', 4: 'not_started', 5: 'finished' } as const

/** A progress status as a word with its color (LRN-008). */
export const StatusWord = ({ status }: { status: Status }) => <StatusBadge status={WORDS[status]} />

/** A length of time in whole minutes, for people. */
export const duration = (seconds: number): string => {
  const minutes = Math.round(seconds / 60)
  if (seconds < 60) return 'less than a minute'
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

/** Says of an exam that is not where one looks for it: taken out of the draft, or out of the learner's own course (VER-015). */
export const whereNote = ({ is_in_draft, is_in_course }: { is_in_draft: boolean; is_in_course: boolean }) =>
  !is_in_course ? 'no longer in their course' : is_in_draft ? null : 'no longer in the draft'
