import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { ApiError } from '#kernel/client.ts'
import { formatDay } from '#kernel/format/day.ts'
import { formatNumber } from '#kernel/format.ts'
import { CallFailure } from '#ui/app/list/part-state.tsx'
import { Progress } from '#ui/app/progress.tsx'
import { useApi, useSession } from '#ui/calls/api.tsx'
import { IconCircle, IconCircleCheck } from '#ui/icons.tsx'
import { can } from '#ui/page/guard.ts'
import { Anchor } from '#ui/public/parts/anchor.tsx'
import { Badge } from '#ui/public/parts/badge.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import { TimeText } from '#ui/public/parts/time.tsx'
import { clockText, KIND_WORDS, timeText } from '../../rules/words.ts'
import { type EnrollmentRulesShown, enrollmentRules } from '../queries.ts'
import styles from './enrollment-rules.module.css'

const ResetDialog = lazy(() => import('./reset-dialog.tsx').then((file) => ({ default: file.ResetDialog })))

type Rule = EnrollmentRulesShown['rules'][number]

/** Whether somebody may not see the rules, or not of this enrollment. */
const isOutOfReach = (error: unknown): boolean => error instanceof ApiError && [403, 404].includes(error.status)

/** For staff: what rules ask of an enrollment, what counts and what is missing (TRD-076); nothing where no rule names the course. */
export function EnrollmentRules({ relatedId }: { relatedId: number }) {
  const { data, error, refetch } = useQuery(enrollmentRules(useApi(), relatedId))
  if (!data && error && !isOutOfReach(error))
    return (
      <section className={styles.card} aria-labelledby="enrollment-rules">
        <h2 id="enrollment-rules">Rules of the trade</h2>
        <CallFailure error={error} refetch={refetch} />
      </section>
    )
  const { rules = [], is_completed: isCompleted = false, on = '' } = data?.data ?? {}
  if (rules.length === 0) return null
  const missing = rules.filter(({ is_missing }) => is_missing).length
  return (
    <section className={styles.card} aria-labelledby="enrollment-rules">
      <div>
        <h2 id="enrollment-rules">Rules of the trade</h2>
        <p className={styles.note}>{summaryOf({ missing, isCompleted, on })}</p>
      </div>
      <ul className={styles.rules}>
        {rules.map((rule) => (
          <RuleRow key={rule.rule_id} rule={rule} isCompleted={isCompleted} relatedId={relatedId} />
        ))}
      </ul>
    </section>
  )
}

type Summary = { missing: number; isCompleted: boolean; on: string }
const summaryOf = ({ missing, isCompleted, on }: Summary): string => {
  if (isCompleted && missing > 0)
    return `Completed on ${formatDay(on)} without everything that these rules asked on that day.`
  if (isCompleted) return `What these rules asked on the day of completion, ${formatDay(on)}.`
  if (missing === 0) return 'Nothing is missing.'
  return 'This course can be completed once nothing below is missing.'
}

type RowProps = { rule: Rule; isCompleted: boolean; relatedId: number }

function RuleRow({ rule, isCompleted, relatedId }: RowProps) {
  const { kind, title, source, source_url: url, from_day: from, is_missing: isMissing } = rule
  return (
    <li>
      <div className={styles.head}>
        <div>
          <strong>{title}</strong>
          <small>
            {KIND_WORDS[kind]} · {url ? <Anchor href={url}>{source}</Anchor> : source} · Version of {formatDay(from)}
          </small>
        </div>
        <State rule={rule} isCompleted={isCompleted} isMissing={isMissing} />
      </div>
      {rule.time && <TimeOf rule={rule} time={rule.time} />}
      {kind === 'item_time' && <ItemsOf rule={rule} />}
      {rule.identity && <IdentityOf rule={rule} identity={rule.identity} relatedId={relatedId} />}
      {rule.tasks.length > 0 && (
        <Facts label={`Tasks of ${title}`}>
          {rule.tasks.map(({ task, signed_at: at, signed_by: by }) => (
            <Fact key={task} isThere={at !== null} title={task}>
              {at === null ? (
                'Not signed off yet'
              ) : (
                <>
                  Signed off{by && ` by ${by}`}, <TimeText value={at} />
                </>
              )}
            </Fact>
          ))}
        </Facts>
      )}
      {rule.exams.length > 0 && (
        <Facts label={`Exams of ${title}`}>
          {rule.exams.map((exam) => (
            <Fact key={exam.exam_id} isThere={exam.state === 'confirmed' || exam.state === 'other'} title={exam.title}>
              <ProctorWords exam={exam} />
            </Fact>
          ))}
        </Facts>
      )}
      {kind === 'proctored_exam' && rule.exams.length === 0 && <p>No exam of this course needs a proctor.</p>}
    </li>
  )
}

type IdentityProps = { rule: Rule; identity: NonNullable<Rule['identity']>; relatedId: number }

/** What became of the questions, and the reset of the answers (TRD-067, TRD-068). */
function IdentityOf({ rule, identity, relatedId }: IdentityProps) {
  const session = useSession()
  const [isOpened, setOpened] = useState(false)
  const { has_answers: hasAnswers, asked, right, wrong, missed, is_locked: isLocked } = identity
  return (
    <>
      <p>
        A question about every {timeText((rule.minutes ?? 0) * 60_000)}:{' '}
        {asked === 0 ? 'none so far' : `${asked} asked, ${right} answered right, ${wrong} wrong, ${missed} missed`}.
        {!hasAnswers && ' The learner has not set up answers.'}
        {isLocked && ' Unlock the course on the page Rules of the trade.'}
      </p>
      {hasAnswers && can(session, 'enrollments.update') && (
        <div>
          <Button size="sm" variant="outline" aria-haspopup="dialog" onClick={() => setOpened(true)}>
            Reset answers
          </Button>
        </div>
      )}
      {isOpened && (
        <Suspense>
          <ResetDialog relatedId={relatedId} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  )
}

function State({ rule, isMissing, isCompleted }: { rule: Rule; isMissing: boolean; isCompleted: boolean }) {
  if (rule.kind === 'day_limit')
    return rule.time && rule.time.counted >= rule.time.asked ? <Badge tone="warning">Reached today</Badge> : null
  // Nothing that could be missing at the end: a course is locked, or it is not.
  if (rule.identity) return rule.identity.is_locked ? <Badge tone="danger">Locked</Badge> : null
  if (!isMissing) return <Badge tone="success">Met</Badge>
  return <Badge tone="warning">{isCompleted ? 'Was missing' : 'Missing'}</Badge>
}

const withoutTests = ({ counts_tests: countsTests }: Rule) =>
  countsTests ? '' : ', without exams, assignments, and SCORM modules'

function TimeOf({ rule, time: { asked, counted, missing } }: { rule: Rule; time: NonNullable<Rule['time']> }) {
  const isDay = rule.kind === 'day_limit'
  return (
    <div className={styles.time}>
      <p>
        {isDay
          ? `Today: ${clockText(counted)} of at most ${timeText(asked)}`
          : `This course: ${clockText(counted)} of at least ${timeText(asked)}`}
        {withoutTests(rule)}
        {missing > 0 && <strong> · {timeText(missing)} missing</strong>}
      </p>
      <Progress label={`${rule.title}, time that counts`} value={Math.min(100, Math.floor((counted / asked) * 100))} />
    </div>
  )
}

function ItemsOf({ rule: { title, minutes, items_asked: asked, items_missing: missing } }: { rule: Rule }) {
  const least = timeText((minutes ?? 0) * 60_000)
  return (
    <>
      <p>
        {missing.length === 0
          ? `At least ${least} in each item; no time is missing.`
          : `At least ${least} in each item; time is missing in ${formatNumber(missing.length)} of ${formatNumber(asked)}.`}
      </p>
      {missing.length > 0 && (
        <Facts label={`Items of ${title}`}>
          {missing.map((item) => (
            <Fact key={`${item.item_type} ${item.item_id}`} isThere={false} title={item.title}>
              {clockText(item.counted)} counted, {timeText(item.missing)} missing
            </Fact>
          ))}
        </Facts>
      )}
    </>
  )
}

function ProctorWords({ exam: { state, proctor, confirmed_at: at } }: { exam: Rule['exams'][number] }) {
  if (state === 'to_pass') return 'Not passed with a proctor yet'
  if (state === 'other') return 'Passed before it needed a proctor'
  if (state === 'not_confirmed')
    return `${proctor ?? 'The proctor'} still has to confirm that they were present until the end`
  return (
    <>
      Confirmed{proctor && ` by ${proctor}`}
      {at && (
        <>
          , <TimeText value={at} />
        </>
      )}
    </>
  )
}

function Facts({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul className={styles.facts} aria-label={label}>
      {children}
    </ul>
  )
}

function Fact({ isThere, title, children }: { isThere: boolean; title: string; children: ReactNode }) {
  const Drawing = isThere ? IconCircleCheck : IconCircle
  return (
    <li data-there={isThere}>
      <Drawing size={18} />
      <span>
        {title}
        <small>{children}</small>
      </span>
    </li>
  )
}
