import { PersonShown } from '#features/accounts/contract.ts'
import { time } from '#kernel/endpoint.ts'
import { z } from '#kernel/schema.ts'
import { valueText } from '#kernel/words.ts'
import { DIFFERENCES } from './rules/rehearsal/compare.ts'
import { ADVICE, REASONS, VERDICTS } from './rules/rehearsal/judge.ts'

const text = z.nullable(z.string())
const count = z.int().check(z.minimum(0), z.maximum(2_000_000_000))
/** What content says or sets, as it is. */
const short = valueText(z.string().check(z.maxLength(1000)))

/** What differs between a package and the one in its place (VER-026). */
export const PackageDifference = z.object({ kind: z.enum(DIFFERENCES), title: text, before: text, after: text })

/** A kind of state that learners have saved, and what became of it in the new package (VER-027). */
export const RehearsalRun = z.object({
  number: z.int(),
  /** The part of the package; null for the learner who has saved nothing. */
  title: text,
  /** How many learners have saved something of this kind. */
  learners: z.int(),
  saved: z.nullable(
    z.object({
      status: z.string(),
      location: z.string(),
      suspend_length: z.int(),
      score_raw: z.string(),
      score_min: z.string(),
      score_max: z.string(),
    }),
  ),
  verdict: z.nullable(z.enum(VERDICTS)),
  reasons: z.array(z.enum(REASONS)),
  /** What the content did, null before the run. */
  observed: z.nullable(
    z.object({ errors: z.array(z.string()), set: z.array(z.object({ element: z.string(), value: z.string() })) }),
  ),
})

/** A rehearsal with its report. It was given up while `finished_at` is null and nobody runs it. */
export const Rehearsal = z.object({
  id: z.int(),
  started_at: time,
  started_by: z.nullable(PersonShown),
  finished_at: z.nullable(time),
  advice: z.nullable(z.enum(ADVICE)),
  /** Kinds of states that were not tried, because there are too many. */
  left_out: z.int(),
  runs: z.array(RehearsalRun),
})

/** What the page needs to try the states of a rehearsal one after the other. */
export const RehearsalLaunch = z.object({
  number: z.int(),
  scorm_link: z.string(),
  content_origin: z.string(),
})

/** What the player has seen the content do in one run. */
export const ObservedRun = z.object({
  initialized_after: z.nullable(count),
  errors: z.array(short).check(z.maxLength(20)),
  read: z.array(short).check(z.maxLength(500)),
  refused: z
    .array(z.object({ element: short, code: valueText(z.string().check(z.maxLength(10))) }))
    .check(z.maxLength(100)),
  set: z.record(short, short),
  suspend_length: z.nullable(count),
})
