import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { PROGRESS } from '#kernel/product/statuses.ts'
import { Row, Rows } from '#ui/app/list/rows.tsx'
import { PageHeader } from '#ui/app/page-header.tsx'
import { useApi, useSession } from '#ui/calls/api.tsx'
import { IconShieldLock } from '#ui/icons.tsx'
import { can } from '#ui/page/guard.ts'
import { EmptyState } from '#ui/public/lists/empty-state.tsx'
import { LoadingNote } from '#ui/public/lists/skeleton.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import { TimeText } from '#ui/public/parts/time.tsx'
import { OpeningRow } from '../components/opening-row.tsx'
import styles from '../proctoring.module.css'
import { type OpeningShown, proctoringQueries, type WaitingShown } from '../queries.ts'

const OpenDialog = lazy(() => import('../components/open-dialog.tsx').then((file) => ({ default: file.OpenDialog })))
const IncidentDialog = lazy(() =>
  import('../components/incident-dialog.tsx').then((file) => ({ default: file.IncidentDialog })),
)

/** What is new on other devices shows within this time. */
const ASK_EVERY_MS = 5_000

const isRunning = ({ attempt }: OpeningShown) => attempt?.status === PROGRESS.in_progress

/** Who waits for a proctor, and the exams that are open, run, or wait for the confirmation (TRD-046). */
export function ProctoringScreen() {
  const session = useSession()
  const { data } = useQuery({ ...proctoringQueries(useApi()).now(), refetchInterval: ASK_EVERY_MS })
  const [opening, setOpening] = useState<WaitingShown | null>(null)
  const [noting, setNoting] = useState<OpeningShown | null>(null)
  const { waiting, openings } = data?.data ?? { waiting: [], openings: [] }
  const mayChange = can(session, 'grading.update')
  const running = openings.filter(isRunning)
  const open = openings.filter(({ attempt }) => attempt === null)
  const ended = openings.filter((one) => one.attempt !== null && !isRunning(one))
  // Somebody opens several exams at the same place.
  const lastPlace = openings.find(({ opened_by: by }) => by?.id === session.viewer?.user_id)?.place ?? ''
  const rows = (list: readonly OpeningShown[]) =>
    list.map((one) => <OpeningRow key={one.id} opening={one} mayChange={mayChange} onIncident={() => setNoting(one)} />)
  const isEmpty = data && waiting.length === 0 && openings.length === 0
  return (
    <div className={styles.page}>
      <PageHeader
        title="Proctoring"
        text="Open exams for learners who take them in your presence. Check their ID first, and stay until the end."
      />
      {isEmpty && (
        <EmptyState
          icon={IconShieldLock}
          title="Nobody is waiting"
          text="Learners appear here when they ask for a proctor on the start page of an exam. This page updates by itself."
        />
      )}
      <Part title="Waiting for a proctor" isShown={waiting.length > 0}>
        {waiting.map((one) => (
          <Row
            key={`${one.related_id}/${one.exam.id}`}
            title={<strong>{one.learner.display_name}</strong>}
            note={
              <>
                {one.exam.title} · {one.course.title} · asked <TimeText value={one.asked_at} />
                <br />
                {one.title} ({one.source})
              </>
            }
          >
            {mayChange && (
              <Button
                aria-haspopup="dialog"
                aria-label={`Open exam: ${one.exam.title} for ${one.learner.display_name}`}
                onClick={() => setOpening(one)}
              >
                Open exam
              </Button>
            )}
          </Row>
        ))}
      </Part>
      <Part title="Open, not started yet" isShown={open.length > 0}>
        {rows(open)}
      </Part>
      <Part title="In progress" isShown={running.length > 0}>
        {rows(running)}
      </Part>
      <Part title="Ended, presence not confirmed" isShown={ended.length > 0}>
        {rows(ended)}
      </Part>
      <Suspense fallback={<LoadingNote text="Loading the form" />}>
        {opening && <OpenDialog waiting={opening} place={lastPlace} onClose={() => setOpening(null)} />}
        {noting && <IncidentDialog opening={noting} onClose={() => setNoting(null)} />}
      </Suspense>
    </div>
  )
}

function Part({ title, isShown, children }: { title: string; isShown: boolean; children: ReactNode }) {
  if (!isShown) return null
  return (
    <section className={styles.part}>
      <h2>{title}</h2>
      <Rows label={title}>{children}</Rows>
    </section>
  )
}
