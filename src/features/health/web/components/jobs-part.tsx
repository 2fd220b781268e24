import { useState } from 'react'
import { formatNumber } from '#kernel/format.ts'
import { Row, Rows } from '#ui/app/list/rows.tsx'
import { StatusBadge } from '#ui/app/status-badge.tsx'
import { useCall } from '#ui/calls/api.tsx'
import { IconRefresh } from '#ui/icons.tsx'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import { TimeText } from '#ui/public/parts/time.tsx'
import { retryJobs } from '../../contract.ts'
import styles from '../health.module.css'
import type { Health } from '../queries.ts'
import { spanOf } from '../words.ts'
import { Part } from './part.tsx'

type Queue = Health['queues'][number]
type FailedJob = Health['failed_jobs'][number]

const isBusy = ({ waiting, later, running, failed }: Queue) => waiting + later + running + failed > 0

const summaryOf = ({ waiting, later, running, oldest_seconds: oldest }: Queue): string =>
  [
    waiting > 0 ? `${formatNumber(waiting)} waiting, the oldest for ${spanOf(oldest)}` : null,
    running > 0 ? `${formatNumber(running)} running` : null,
    later > 0 ? `${formatNumber(later)} planned for later` : null,
  ]
    .filter(Boolean)
    .join('; ') || 'Nothing waits'

type JobsPartProps = { health: Pick<Health, 'queues' | 'failed_jobs'>; onChange: () => Promise<unknown> }

/** The queues with something in them, and the jobs that failed for good, which can be tried again (OPS-057). */
export function JobsPart({ health: { queues, failed_jobs: failed }, onChange }: JobsPartProps) {
  const retry = useCall(retryJobs, {
    onSuccess: async ({ data: { count } }) => {
      toast.success(count === 1 ? 'The job is tried again now.' : `${formatNumber(count)} jobs are tried again now.`)
      await onChange()
    },
    onError: async (error: unknown) => {
      toast.error(error)
      await onChange()
    },
  })
  const busy = queues.filter(isBusy)
  const [asked, setAsked] = useState('')
  const isRunning = (what: string) => retry.isPending && asked === what
  const run = (what: string, body: { queue: string; id?: string }) => {
    setAsked(what)
    retry.mutate({ body })
  }
  return (
    <>
      <Part
        title="Jobs"
        text={`${formatNumber(queues.length - busy.length)} of ${formatNumber(queues.length)} queues are empty.`}
      >
        {busy.length > 0 && (
          <Rows isInset label="Queues">
            {busy.map((one) => (
              <Row
                key={one.queue}
                title={<code>{one.queue}</code>}
                note={
                  <>
                    {summaryOf(one)}
                    {one.last_error && <span className={styles.error}>Last error: {one.last_error}</span>}
                  </>
                }
              >
                {one.failed > 0 && <StatusBadge status="failed" label={`${formatNumber(one.failed)} failed`} />}
                {one.failed > 1 && (
                  <Button
                    size="sm"
                    variant="outline"
                    icon={IconRefresh}
                    isLoading={isRunning(one.queue)}
                    onClick={() => run(one.queue, { queue: one.queue })}
                    aria-label={`Retry all of ${one.queue}`}
                  >
                    Retry all
                  </Button>
                )}
              </Row>
            ))}
          </Rows>
        )}
      </Part>
      {failed.length > 0 && (
        <Part
          title="Failed jobs"
          text="The last ones, kept for a week. Fix the cause first: a retry does the same again."
        >
          <Rows isInset label="Failed jobs">
            {failed.map((job) => (
              <Row key={job.id} title={<code>{job.queue}</code>} note={<FailureNote job={job} />}>
                <Button
                  size="sm"
                  variant="outline"
                  icon={IconRefresh}
                  isLoading={isRunning(job.id)}
                  onClick={() => run(job.id, { queue: job.queue, id: job.id })}
                  aria-label={`Retry ${job.queue} of ${job.failed_at ?? job.created_at}`}
                >
                  Retry
                </Button>
              </Row>
            ))}
          </Rows>
        </Part>
      )}
    </>
  )
}

function FailureNote({ job: { error, tries, failed_at, request_id } }: { job: FailedJob }) {
  return (
    <>
      <span className={styles.error}>{error ?? 'No reason was written down.'}</span>
      Tried {tries === 1 ? 'once' : `${formatNumber(tries)} times`}
      {failed_at && (
        <>
          , last <TimeText value={failed_at} />
        </>
      )}
      {request_id && (
        <>
          , request <code>{request_id}</code>
        </>
      )}
    </>
  )
}
