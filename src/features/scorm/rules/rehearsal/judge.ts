/** What became of a saved state in the new package. */
export const VERDICTS = ['resumes', 'beginning', 'fails'] as const
export type Verdict = (typeof VERDICTS)[number]

export const REASONS = [
  'part_gone',
  'not_started',
  'script_error',
  'place_not_read',
  'place_refused',
  'place_lost',
  'status_reset',
  'score_reset',
  'score_scale',
  'no_place',
] as const
export type Reason = (typeof REASONS)[number]

/** What a learner has saved of a part, as far as it decides whether they resume. */
export type SavedPlace = {
  status: string
  location: string
  suspend_length: number
  score_raw: string
  score_min: string
  score_max: string
}

/** What the content did in a run: its calls of the run-time object and the errors of its scripts. */
export type Observed = {
  /** Milliseconds until LMSInitialize; null when it was not called in time. */
  initialized_after: number | null
  /** Messages of script errors. */
  errors: string[]
  /** The elements it asked for. */
  read: string[]
  /** Calls that were answered with an error. */
  refused: { element: string; code: string }[]
  /** The last value of each element it set; of suspend data there is only the length. */
  set: Record<string, string>
  /** The length of the suspend data it set last, null when it set none. */
  suspend_length: number | null
}

const SUSPEND = 'cmi.suspend_data'
const LOCATION = 'cmi.core.lesson_location'
const DONE: readonly string[] = ['passed', 'completed']

/** Whether the content goes to where it sends a new learner, instead of the saved place. */
const isAtBeginning = (saved: SavedPlace, place: string | undefined, ofNew: Observed | null): boolean =>
  saved.location !== '' && place !== undefined && place !== saved.location && place === ofNew?.set[LOCATION]

const placeReasons = (saved: SavedPlace, seen: Observed, ofNew: Observed | null): Reason[] => {
  const { read, refused, set, suspend_length: length } = seen
  const kept = [...(saved.suspend_length > 0 ? [SUSPEND] : []), ...(saved.location === '' ? [] : [LOCATION])]
  if (kept.length === 0) return ['no_place']
  if (!kept.some((element) => read.includes(element))) return ['place_not_read']
  if (refused.some(({ element }) => kept.includes(element))) return ['place_refused']
  const isCut = length !== null && saved.suspend_length > 0 && length < saved.suspend_length / 2
  const isEmptied = saved.location !== '' && set[LOCATION] === ''
  return isCut || isEmptied || isAtBeginning(saved, set[LOCATION], ofNew) ? ['place_lost'] : []
}

const isReset = (saved: string, status: string | undefined): boolean =>
  status !== undefined &&
  (DONE.includes(saved) ? !DONE.includes(status) : status === 'not attempted' && saved !== status)

const scoreReasons = (saved: SavedPlace, { set }: Observed): Reason[] => {
  const raw = set['cmi.core.score.raw']
  const isLower = saved.score_raw !== '' && raw !== undefined && (raw === '' || Number(raw) < Number(saved.score_raw))
  const differs = (before: string, after: string | undefined) =>
    before !== '' && after !== undefined && Number(after) !== Number(before)
  const isScaled =
    differs(saved.score_min, set['cmi.core.score.min']) || differs(saved.score_max, set['cmi.core.score.max'])
  return [...(isLower ? (['score_reset'] as const) : []), ...(isScaled ? (['score_scale'] as const) : [])]
}

/** These leave learners where they were; everything else sends them back to the beginning. */
const HARMLESS: readonly Reason[] = ['no_place', 'score_scale']

/**
 * What a run says. `saved` is null for a learner who has nothing saved, with whom every rehearsal begins, and `ofNew` is
 * what was seen there: errors that come up there as well are not due to resuming.
 */
export const judgeRun = (
  saved: SavedPlace | null,
  observed: Observed,
  ofNew: Observed | null,
): { verdict: Verdict; reasons: Reason[] } => {
  if (observed.initialized_after === null) return { verdict: 'fails', reasons: ['not_started'] }
  if (observed.errors.some((error) => !ofNew?.errors.includes(error)))
    return { verdict: 'fails', reasons: ['script_error'] }
  if (!saved) return { verdict: 'beginning', reasons: [] }
  const reasons: Reason[] = [
    ...placeReasons(saved, observed, ofNew),
    ...(isReset(saved.status, observed.set['cmi.core.lesson_status']) ? (['status_reset'] as const) : []),
    ...scoreReasons(saved, observed),
  ]
  const isKept = reasons.every((reason) => HARMLESS.includes(reason))
  return { verdict: isKept ? 'resumes' : 'beginning', reasons }
}

/** What a rehearsal advises; null until every state was tried. */
export const ADVICE = ['keep', 'restart', 'stay'] as const
export type Advice = (typeof ADVICE)[number]

/** A run of a rehearsal: the first one, number 0, is the one of a new learner. */
type Run = { number: number; verdict: Verdict | null }

/** Keep places where somebody resumes and nobody is left before a dead package; where nobody can begin it, do not move. */
export const adviceOf = (runs: readonly Run[]): Advice | null => {
  if (runs.some(({ verdict }) => verdict === null)) return null
  const [ofNew, saved] = [runs.filter(({ number }) => number === 0), runs.filter(({ number }) => number > 0)]
  if (ofNew.some(({ verdict }) => verdict === 'fails')) return 'stay'
  if (saved.some(({ verdict }) => verdict === 'fails')) return 'restart'
  return saved.every(({ verdict }) => verdict === 'beginning') ? 'restart' : 'keep'
}
