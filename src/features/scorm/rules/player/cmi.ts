import type { ScormItem } from '#features/scorm/rules/manifest.ts'
import { type Cmi, judgeElement, KEY_LIMIT } from '#features/scorm/rules/player/cmi-keys.ts'
import { lenientValue } from '#features/scorm/rules/player/lenient.ts'
import { formatTimespan, parseTimespan } from '#features/scorm/rules/player/timespan.ts'
import type { LessonStatus } from '#features/scorm/rules/prerequisites.ts'
import {
  type JudgeContext,
  judgeStatus,
  packageResult,
  resultOfStatus,
  type ScormResult,
} from '#features/scorm/rules/result.ts'

/** What is kept of one SCO of an attempt. */
export interface ScoState {
  cmi: Cmi
  status: LessonStatus
  /** A passed SCO stays passed, whatever a later visit says. */
  result: ScormResult
  /** Hundredths of a second of the visits that have ended. */
  total_time: number
  /** Whether a visit has begun and not been finished. */
  is_open: boolean
}

/** What is kept of an attempt at a package. */
export interface AttemptState {
  /** Counts the starts of the player; commits are numbered within one. */
  launch: number
  /** The last commit of this launch that was applied. */
  seq: number
  /** The last opened item, where the next launch continues. */
  current: string | null
  scos: Record<string, ScoState>
}

/** One numbered message of the player: an item was opened, data changed, or LMSFinish was called. */
export interface ScormCommit {
  seq: number
  sco: string
  event: 'begin' | 'data' | 'finish'
  /** Only the elements that changed since the message before. */
  cmi: Record<string, unknown>
}

export interface CommitBatch {
  launch: number
  commits: readonly ScormCommit[]
}

export type CommitContext = Pick<JudgeContext, 'credit' | 'lesson_mode'>

export interface RefusedElement {
  sco: string
  key: string
}

export interface CommitOutcome {
  state: AttemptState
  /** The player may forget every message up to this number. */
  ack: number
  /** Elements that were not taken; the rest of their message was. */
  refused: RefusedElement[]
}

export const NEW_ATTEMPT: AttemptState = { launch: 0, seq: 0, current: null, scos: {} }

const NEW_SCO: ScoState = { cmi: {}, status: 'not attempted', result: 'unknown', total_time: 0, is_open: false }

/** Ends a visit: its time is added once, and its exit is kept for the next start. */
const endVisit = (sco: ScoState): ScoState => {
  const { 'cmi.core.session_time': sessionTime, ...cmi } = sco.cmi
  const spent = sessionTime === undefined ? 0 : (parseTimespan(sessionTime) ?? 0)
  return { ...sco, cmi, total_time: sco.total_time + spent, is_open: false }
}

/** Ends a visit that may still be open; without LMSFinish it was interrupted and continues like a suspended one. */
const leaveVisit = (sco: ScoState): ScoState => {
  const ended = endVisit(sco)
  return sco.is_open ? { ...ended, cmi: { ...ended.cmi, 'cmi.core.exit': 'suspend' } } : ended
}

const beginVisit = (sco: ScoState, item: ScormItem): ScoState => {
  const ended = leaveVisit(sco)
  const { 'cmi.core.exit': _exit, ...cmi } = ended.cmi
  if (item.kind !== 'asset') return { ...ended, cmi, is_open: true }
  // An asset cannot say anything, so opening it is all there is to do.
  return { ...ended, cmi, status: 'completed', result: 'passed' }
}

const mergeElements = (cmi: Cmi, delta: Record<string, unknown>, onRefused: (key: string) => void): Cmi => {
  const merged = { ...cmi }
  let count = Object.keys(merged).length
  for (const [key, typed] of Object.entries(delta)) {
    const value = typeof typed === 'string' ? lenientValue(key, typed) : typed
    const verdict = judgeElement(key, value)
    if (verdict === 'ignored') continue
    const isNew = !Object.hasOwn(merged, key)
    if (verdict === 'refused' || (isNew && count >= KEY_LIMIT)) {
      onRefused(key)
      continue
    }
    if (isNew) count += 1
    merged[key] = value as string
  }
  return merged
}

/** Judges the merged data, never just the change. */
const judge = (cmi: Cmi, item: ScormItem, context: CommitContext, isFinished: boolean): LessonStatus =>
  judgeStatus(
    {
      lesson_status: cmi['cmi.core.lesson_status'],
      score_raw: cmi['cmi.core.score.raw'],
      exit: cmi['cmi.core.exit'],
    },
    { ...context, mastery_score: item.mastery_score, is_finished: isFinished },
  )

const keepPassed = (earlier: ScormResult, now: ScormResult): ScormResult => (earlier === 'passed' ? earlier : now)

const applyToSco = (
  sco: ScoState,
  commit: ScormCommit,
  item: ScormItem,
  context: CommitContext,
  onRefused: (key: string) => void,
): ScoState => {
  const begun = commit.event === 'begin' ? beginVisit(sco, item) : sco
  if (item.kind === 'asset') return begun
  const cmi = mergeElements(begun.cmi, commit.cmi, onRefused)
  const isFinished = commit.event === 'finish'
  const status = judge(cmi, item, context, isFinished)
  const result = keepPassed(sco.result, resultOfStatus(status))
  if (!isFinished) return { ...begun, cmi, status, result, is_open: true }
  return endVisit({ ...begun, cmi: { ...cmi, 'cmi.core.lesson_status': status }, status, result })
}

/** A message of an earlier start cannot change newer data, but what was passed then is passed. */
const applyLate = (sco: ScoState, commit: ScormCommit, item: ScormItem, context: CommitContext): ScoState => {
  if (item.kind === 'asset') return commit.event === 'begin' ? { ...sco, status: 'completed', result: 'passed' } : sco
  const cmi = mergeElements(sco.cmi, commit.cmi, () => {})
  const result = resultOfStatus(judge(cmi, item, context, commit.event === 'finish'))
  return result === 'passed' ? { ...sco, result } : sco
}

const startLaunch = (state: AttemptState, launch: number): AttemptState => ({
  ...state,
  launch,
  seq: 0,
  scos: Object.fromEntries(Object.entries(state.scos).map(([id, sco]) => [id, leaveVisit(sco)])),
})

/** The state for the next start of the player: a new launch number, and every open visit ended. */
export const beginLaunch = (state: AttemptState): AttemptState => startLaunch(state, state.launch + 1)

/**
 * Applies the messages of one start of the player to the kept state, each exactly once, in the order of their numbers
 * (SCO-014). Elements that content may not set or that are too long are left out one by one, because a refused message
 * would be sent for ever. Messages for items that the package does not have are dropped.
 */
export const applyCommits = (
  saved: AttemptState,
  batch: CommitBatch,
  items: readonly ScormItem[],
  context: CommitContext,
): CommitOutcome => {
  const byIdentifier = new Map(items.map((item) => [item.identifier, item]))
  const refused: RefusedElement[] = []
  const isLate = batch.launch < saved.launch
  let state = batch.launch > saved.launch ? startLaunch(saved, batch.launch) : saved
  let ack = isLate ? 0 : state.seq
  for (const commit of batch.commits.toSorted((a, b) => a.seq - b.seq)) {
    if (!isLate && commit.seq <= state.seq) continue
    ack = commit.seq
    const item = byIdentifier.get(commit.sco)
    if (!isLate) state = { ...state, seq: commit.seq }
    if (!item || item.kind === null) continue
    const sco = Object.hasOwn(state.scos, commit.sco) ? (state.scos[commit.sco] ?? NEW_SCO) : NEW_SCO
    const next = isLate
      ? applyLate(sco, commit, item, context)
      : applyToSco(sco, commit, item, context, (key) => refused.push({ sco: commit.sco, key }))
    const current = !isLate && commit.event === 'begin' ? commit.sco : state.current
    state = { ...state, current, scos: { ...state.scos, [commit.sco]: next } }
  }
  return { state, ack, refused }
}

/** The result of the whole attempt over the items that a learner can open (SCO-011, SCO-027). */
export const attemptResult = (state: AttemptState, launchable: readonly ScormItem[]): ScormResult => {
  const scos = launchable.filter((item) => item.kind === 'sco')
  // Assets are only shown; they count where a package has nothing else.
  const judged = scos.length > 0 ? scos : launchable
  return packageResult(judged.map((item) => state.scos[item.identifier]?.result ?? 'unknown'))
}

export interface ScormLearner {
  student_id: string
  /** As SCORM wants it: "Last, First". */
  student_name: string
}

/**
 * The data that a SCO finds when it starts (SCO-013, SCO-014): its saved data, its rows of the manifest, the learner,
 * the time spent so far, and whether it resumes.
 */
export const startData = (state: AttemptState, item: ScormItem, learner: ScormLearner, context: CommitContext): Cmi => {
  const sco = Object.hasOwn(state.scos, item.identifier) ? state.scos[item.identifier] : undefined
  const { 'cmi.core.exit': exit, 'cmi.core.session_time': sessionTime, ...values } = sco?.cmi ?? {}
  const openTime = sessionTime === undefined ? 0 : (parseTimespan(sessionTime) ?? 0)
  const isResumed = sco !== undefined && (sco.is_open || exit === 'suspend')
  return {
    'cmi.core.lesson_status': sco?.status ?? 'not attempted',
    ...values,
    'cmi.core.student_id': learner.student_id,
    'cmi.core.student_name': learner.student_name,
    'cmi.core.credit': context.credit,
    'cmi.core.lesson_mode': context.lesson_mode,
    'cmi.core.entry': sco === undefined ? 'ab-initio' : isResumed ? 'resume' : '',
    'cmi.core.total_time': formatTimespan((sco?.total_time ?? 0) + openTime),
    'cmi.launch_data': item.data_from_lms ?? '',
    'cmi.student_data.mastery_score': item.mastery_score === null ? '' : String(item.mastery_score),
    'cmi.student_data.max_time_allowed': item.max_time_allowed ?? '',
    'cmi.student_data.time_limit_action': item.time_limit_action ?? '',
  }
}
