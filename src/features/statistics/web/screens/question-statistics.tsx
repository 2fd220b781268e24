import { useSuspenseQuery } from '@tanstack/react-query'
import { showQuestionPool } from '#features/question-pools/contract.ts'
import { Row, Rows } from '#ui/app/list/rows.tsx'
import { PageHeader } from '#ui/app/page-header.tsx'
import { useApi } from '#ui/calls/api.tsx'
import { IconChartBar } from '#ui/icons.tsx'
import { EmptyState } from '#ui/public/lists/empty-state.tsx'
import { Part } from '#ui/public/parts/layout.tsx'
import { Prose } from '#ui/public/parts/prose.tsx'
import { Options } from '../components/options.tsx'
import { versionName } from '../components/version-select.tsx'
import { statisticsQueries } from '../queries.ts'
import styles from '../statistics.module.css'
import { Figures, Separation } from './exam-statistics.tsx'

/** How a question of a pool does, in all exams together and in each (QPL-032). */
export function QuestionStatisticsScreen({ poolId, questionId }: { poolId: number; questionId: number }) {
  const api = useApi()
  const { data: pool } = useSuspenseQuery(api.query(showQuestionPool, { params: { id: poolId } })).data
  const { data } = useSuspenseQuery(statisticsQueries(api).question(questionId)).data
  const at = pool.questions.findIndex(({ id }) => id === questionId)
  const title = `Question ${at + 1}`
  return (
    <>
      <PageHeader
        title={title}
        crumbs={[
          { label: 'Question pools', href: '/question-pools' },
          { label: pool.title, href: `/question-pools/${poolId}` },
          { label: title },
        ]}
      />
      <div className={styles.parts}>
        {data.answered === 0 ? (
          <div className={styles.empty}>
            <EmptyState
              icon={IconChartBar}
              title="No answers yet"
              text="You will see how often it is answered correctly, and which answers people choose, once learners get it in an exam."
            />
          </div>
        ) : (
          <>
            <section className={styles.card} aria-label="All exams">
              <Prose html={pool.questions[at]?.text ?? ''} className={styles.text} />
              <p className={styles.figures}>
                <Figures {...data} />
              </p>
              <Separation {...data} />
              <Options options={data.options} answered={data.answered} />
            </section>
            <Part title="By exam" id="by-exam">
              <Rows label="By exam">
                {data.uses.map((use) => (
                  <Row
                    key={`${use.exam_id}/${use.version}`}
                    title={
                      <>
                        <strong>{use.exam_title}</strong>, {use.course_title}
                      </>
                    }
                    note={
                      <span className={styles.figures}>
                        <span>{versionName(use.version)}</span>
                        <Figures {...use} />
                      </span>
                    }
                  />
                ))}
              </Rows>
            </Part>
          </>
        )}
      </div>
    </>
  )
}
