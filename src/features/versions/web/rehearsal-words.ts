import { formatCount } from '#kernel/format.ts'
import type { Replaced } from './replaced.ts'

type Difference = Replaced['differences'][number]
type Rehearsal = NonNullable<Replaced['rehearsal']>
type Run = Rehearsal['runs'][number]

const fromTo = ({ before, after }: Difference): string => `${before ?? 'none'} before, ${after ?? 'none'} now`

const DIFFERENCES: Record<Difference['kind'], (difference: Difference) => string> = {
  version: ({ before, after }) => `SCORM version ${before ?? 'unknown'} becomes ${after ?? 'unknown'}.`,
  gone: ({ title }) => `${title} is gone. What learners saved in it stays on record only.`,
  new: ({ title }) => `${title} is new.`,
  renamed: ({ title }) => `${title} has another identifier. It is the same part by its start file.`,
  start_file: (one) => `${one.title}, start file: ${fromTo(one)}.`,
  mastery_score: (one) => `${one.title}, mastery score: ${fromTo(one)}.`,
  time_limit: (one) => `${one.title}, time limit: ${fromTo(one)}.`,
  prerequisites: (one) => `${one.title}, prerequisites: ${fromTo(one)}.`,
  launch_data: ({ title }) => `${title} is started with other launch data.`,
  order: () => 'The parts stand in another order.',
}
export const differenceInWords = (difference: Difference): string => DIFFERENCES[difference.kind](difference)

const REASONS: Record<Run['reasons'][number], string> = {
  part_gone: 'The new package does not have this part.',
  not_started: 'It did not report to the course in 20 seconds.',
  script_error: 'Its script stopped with an error.',
  place_not_read: 'It does not ask where the learner was.',
  place_refused: 'It could not read where the learner was.',
  place_lost: 'It overwrites the place that the learner has saved.',
  status_reset: 'It sets the status back. What was passed stays passed in the course.',
  score_reset: 'It sets the score back.',
  score_scale: 'It counts the score on another scale.',
  no_place: 'Nothing but the status is saved here.',
}

const STATUSES: Record<string, string> = { incomplete: 'in progress', 'not attempted': 'opened' }

/** "Golf, in progress" */
export const stateInWords = ({ title, saved }: Run): string =>
  saved ? `${title}, ${STATUSES[saved.status] ?? saved.status}` : 'A new learner'

/** What is saved: "place hole-7, score 40, 1,200 characters of data". */
export const savedInWords = ({ saved }: Run): string =>
  [
    saved?.location && `place ${saved.location}`,
    saved?.score_raw && `score ${saved.score_raw}`,
    saved && saved.suspend_length > 0 && `${formatCount(saved.suspend_length)} characters of data`,
  ]
    .filter(Boolean)
    .join(', ')

/** The verdict on a run in words, and how it looks. */
export const verdictOf = ({
  number,
  verdict,
}: Run): { text: string; tone: 'success' | 'warning' | 'danger' | 'neutral' } => {
  if (verdict === null) return { text: 'Not tried', tone: 'neutral' }
  if (verdict === 'fails') return { text: 'Does not start', tone: 'danger' }
  if (number === 0) return { text: 'Starts', tone: 'success' }
  return verdict === 'resumes'
    ? { text: 'Resumes', tone: 'success' }
    : { text: 'Starts at the beginning', tone: 'warning' }
}

export const reasonsOf = ({ reasons, observed }: Run): string[] => [
  ...reasons.map((reason) => REASONS[reason]),
  ...(observed?.errors ?? []).slice(0, 2).map((error) => `“${error}”`),
]

type Summary = { tone: 'success' | 'info' | 'warning' | 'danger'; title: string; text: string }

/** What a finished rehearsal says and advises. */
export const summaryOf = ({ advice, runs }: Rehearsal): Summary => {
  const saved = runs.filter(({ number }) => number > 0)
  if (advice === 'stay')
    return {
      tone: 'danger',
      title: 'Does not start',
      text: 'Not even a new learner can begin this package. Do not move learners to it.',
    }
  if (advice === 'keep')
    return saved.every(({ verdict }) => verdict === 'resumes')
      ? { tone: 'success', title: 'Learners resume where they were', text: 'We recommend “Keep their place”.' }
      : {
          tone: 'info',
          title: 'Some learners start at the beginning',
          text: 'The others resume where they were. We recommend “Keep their place”.',
        }
  return saved.some(({ verdict }) => verdict === 'fails')
    ? {
        tone: 'warning',
        title: 'Does not start for learners who keep their place',
        text: 'New learners can begin it. We recommend “Start again”.',
      }
    : { tone: 'warning', title: 'Starts at the beginning', text: 'Nobody can resume. We recommend “Start again”.' }
}
