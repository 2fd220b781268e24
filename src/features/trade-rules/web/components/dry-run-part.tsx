import type { Wire } from '#kernel/endpoint.ts'
import { formatNumber } from '#kernel/format.ts'
import { DryRunFrame } from '#ui/app/dry-run.tsx'
import { Row, Rows } from '#ui/app/list/rows.tsx'
import type { dryRunTradeRule } from '../../contract.ts'
import { timeText } from '../../rules/words.ts'
import styles from '../screens/trade-rules.module.css'

type DryRun = Wire<typeof dryRunTradeRule>['data']
type Effect = DryRun['rows'][number]

const people = (count: number): string => `${formatNumber(count)} ${count === 1 ? 'learner' : 'learners'}`

const missingText = (minutes: number): string => (minutes === 0 ? 'nothing' : timeText(minutes * 60_000))

const daysText = (days: number): string => (days === 0 ? 'no day' : days === 1 ? '1 day' : `${days} days`)

const signOffs = (count: number): string =>
  count === 0 ? 'no sign-off' : count === 1 ? '1 sign-off' : `${count} sign-offs`

const questionsText = (terms: Effect['questions_after']): string =>
  terms === null
    ? 'no identity questions'
    : `an identity question every ${timeText(terms.minutes * 60_000)}, ${terms.answer_seconds} seconds to answer, locked after ${terms.most_mistakes} wrong or missed`

const sameTerms = ({ questions_before: a, questions_after: b }: Effect): boolean =>
  JSON.stringify(a) === JSON.stringify(b)

const examsText = (count: number): string => (count === 0 ? 'no exam' : count === 1 ? '1 exam' : `${count} exams`)

/** "Missing 2 hours instead of nothing · limit reached on 3 days instead of no day". */
export const effectText = (effect: Effect): string =>
  [
    effect.missing_before !== effect.missing_after &&
      `Missing ${missingText(effect.missing_after)} instead of ${missingText(effect.missing_before)}`,
    effect.stopped_before !== effect.stopped_after &&
      `limit reached on ${daysText(effect.stopped_after)} instead of ${daysText(effect.stopped_before)}`,
    effect.tasks_before !== effect.tasks_after &&
      `${signOffs(effect.tasks_after)} missing instead of ${signOffs(effect.tasks_before)}`,
    effect.exams_before !== effect.exams_after &&
      `${examsText(effect.exams_after)} ahead with a proctor instead of ${examsText(effect.exams_before)}`,
    !sameTerms(effect) &&
      `${questionsText(effect.questions_after)} instead of ${questionsText(effect.questions_before)}`,
  ]
    .filter(Boolean)
    .join(' · ')

/** What a version would do to present learners (TRD-017). */
export function DryRunPart({ run }: { run: DryRun }) {
  const { on, learners, touched, has_more: hasMore, rows, set_up_before: before, set_up_after: after } = run
  return (
    <DryRunFrame on={on}>
      <p role="status">
        {touched === 0
          ? `Nothing changes for ${people(learners)} now in these courses.`
          : `${people(touched)} of ${formatNumber(learners)} now in these courses ${touched === 1 ? 'is' : 'are'} affected.`}
        {hasMore && ' These are the first 5,000 learners.'}
      </p>
      {before !== after && (
        <p>
          {people(after)} would have to set up answers to identity questions, instead of {formatNumber(before)}.
        </p>
      )}
      {rows.length > 0 && (
        <Rows label="Affected learners" isInset>
          {rows.map((effect) => (
            <Row key={effect.related_id} title={effect.name} note={`${effect.course.title}: ${effectText(effect)}`} />
          ))}
        </Rows>
      )}
      {touched > rows.length && <p className={styles.note}>These are the first {rows.length}.</p>}
    </DryRunFrame>
  )
}
