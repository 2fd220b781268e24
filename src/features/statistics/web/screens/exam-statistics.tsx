import { keepPreviousData, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { examItems, surveyItems } from '#features/exams/contract-admin.ts'
import { ExamTabs } from '#features/exams/web/public.ts'
import { outlineQueries } from '#features/outline/web/public.ts'
import type { Wire } from '#kernel/endpoint.ts'
import { formatNumber } from '#kernel/format.ts'
import { Stats } from '#ui/app/list/data-list.tsx'
import { useApi } from '#ui/calls/api.tsx'
import { IconChartBar } from '#ui/icons.tsx'
import { EmptyState } from '#ui/public/lists/empty-state.tsx'
import { textOfError } from '#ui/public/lists/error-text.ts'
import { LoadingNote } from '#ui/public/lists/skeleton.tsx'
import { Alert } from '#ui/public/parts/alert.tsx'
import { Prose } from '#ui/public/parts/prose.tsx'
import type { showExamStatistics } from '../../contract.ts'
import { discriminationText } from '../../rules/discrimination.ts'
import { ENOUGH_ANSWERS, percentOf, timeText } from '../../rules/fold.ts'
import { Options } from '../components/options.tsx'
import { VersionSelect } from '../components/version-select.tsx'
import { statisticsQueries } from '../queries.ts'
import styles from '../statistics.module.css'

type Statistics = Wire<typeof showExamStatistics>['data']
type Props = { slug: string; type: 'Exam' | 'Survey'; itemId: number }

export const plural = (count: number, one: string, many = `${one}s`) =>
  `${formatNumber(count)} ${count === 1 ? one : many}`

/** How an exam or knowledge check and each of its questions do, from the attempts of learners (QPL-030, QPL-031). */
export function ExamStatisticsScreen({ slug, type, itemId }: Props) {
  const api = useApi()
  const { data: course } = useSuspenseQuery(outlineQueries(api).course(slug)).data
  const calls = (type === 'Exam' ? examItems : surveyItems) as typeof examItems
  const item = useSuspenseQuery(api.query(calls.show, { params: { courseId: course.id, id: itemId } })).data.data
  const [version, setVersion] = useState<number | null>(null)
  const query = statisticsQueries(api).exam(item.itemable.id, version)
  const { data, error } = useQuery({ ...query, placeholderData: keepPreviousData })
  return (
    <>
      <ExamTabs slug={slug} type={type} itemId={itemId} />
      <div className={styles.parts}>
        <h2>{item.title}</h2>
        {error && !data && (
          <Alert tone="danger" isLive>
            {textOfError(error)}
          </Alert>
        )}
        {!error && !data && <LoadingNote text="Counting answers" />}
        {data && <Shown statistics={data.data} version={version} onVersion={setVersion} />}
      </div>
    </>
  )
}

type ShownProps = { statistics: Statistics; version: number | null; onVersion: (version: number | null) => void }

function Shown({ statistics, version, onVersion }: ShownProps) {
  const { type, versions, attempts, learners, finished, passed, questions } = statistics
  const isExam = type === 'exam'
  if (versions.length === 0)
    return (
      <div className={styles.empty}>
        <EmptyState
          icon={IconChartBar}
          title="No attempts yet"
          text={`You will see how often each question is answered correctly once learners take this ${isExam ? 'exam' : 'knowledge check'}.`}
        />
      </div>
    )
  return (
    <>
      <VersionSelect
        versions={versions.map((one) => ({ version: one.version, label: plural(one.attempts, 'attempt') }))}
        value={version}
        onChange={onVersion}
      />
      <Stats
        items={[
          { label: 'Attempts', value: formatNumber(attempts), note: `by ${plural(learners, 'learner')}` },
          ...(isExam
            ? [
                {
                  label: 'Passed',
                  value: percentText(passed, finished),
                  note: `of ${plural(finished, 'finished attempt')}`,
                },
              ]
            : []),
          { label: 'Average score', value: statistics.average_score === null ? '–' : `${statistics.average_score}%` },
          { label: 'Median time', value: timeText(statistics.median_seconds), note: 'from start to finish' },
        ]}
      />
      <p className={styles.note}>
        Attempts that were reset count as well. An answer is marked as one that nobody chose once its question has{' '}
        {ENOUGH_ANSWERS} answers.
      </p>
      <ol className={styles.cards} aria-label="Questions">
        {questions.map((question, at) => (
          <li key={question.id} className={styles.card}>
            <Prose html={question.text} className={styles.text} />
            <p className={styles.figures}>
              <span className="only-read">Question {at + 1}:</span>
              <Figures {...question} />
              {question.unanswered > 0 && <span>{formatNumber(question.unanswered)} left open</span>}
            </p>
            <Separation {...question} />
            <Options options={question.options} answered={question.answered} />
          </li>
        ))}
      </ol>
    </>
  )
}

const percentText = (part: number, whole: number): string => {
  const percent = percentOf(part, whole)
  return percent === null ? '–' : `${percent}%`
}

type Figure = Parameters<typeof discriminationText>[0]

/** Whether a question separates strong from weak learners (QPL-035). */
export function Separation(figures: Figure) {
  const { text, isWarning } = discriminationText(figures)
  return isWarning ? <Alert tone="warning">{text}</Alert> : <p className={styles.note}>{text}</p>
}

type Sums = { answered: number; correct: number; median_seconds: number | null }

/** What a question comes to, in one line. */
export function Figures({ answered, correct, median_seconds: median }: Sums) {
  return (
    <>
      <span>{plural(answered, 'answer')}</span>
      <span>{percentText(correct, answered)} correct</span>
      <span>{median === null ? 'Time not recorded' : `Median time ${timeText(median)}`}</span>
    </>
  )
}
