import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { RehearsalFrame } from '#features/scorm/web/public.ts'
import type { Wire } from '#kernel/endpoint.ts'
import { formatCount } from '#kernel/format.ts'
import { useCall } from '#ui/calls/api.tsx'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import { Alert } from '#ui/public/parts/alert.tsx'
import { Badge } from '#ui/public/parts/badge.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import { TimeText } from '#ui/public/parts/time.tsx'
import { listReplacedPackages, reportRehearsal, startRehearsal } from '../../contract.ts'
import { reasonsOf, savedInWords, stateInWords, summaryOf, verdictOf } from '../rehearsal-words.ts'
import { formerOf, type Replaced } from '../replaced.ts'
import styles from '../versions.module.css'

type Running = Wire<typeof startRehearsal>['data']
type Rehearsal = Running['rehearsal']
type RehearsalProps = { slug: string; number: number; replaced: Replaced }

/** Tries the new package with what learners have saved in the former one, and shows the newest report (VER-027). */
export function PackageRehearsal({ slug, number, replaced }: RehearsalProps) {
  const client = useQueryClient()
  const [running, setRunning] = useState<Running | null>(null)
  const readAgain = () => client.invalidateQueries({ queryKey: [listReplacedPackages.path] })
  const stop = () => {
    setRunning(null)
    void readAgain()
  }
  const start = useCall(startRehearsal, {
    onSuccess: ({ data }) => setRunning(data),
    onError: (error) => void toast.error(error),
  })
  const report = useCall(reportRehearsal, {
    onSuccess: ({ data: rehearsal }) => {
      if (rehearsal.finished_at) stop()
      else setRunning((now) => now && { ...now, rehearsal })
    },
    onError: (error) => {
      void toast.error(error)
      stop()
    },
  })
  if (running) {
    const { rehearsal, launches } = running
    const isDone = (run: number) => rehearsal.runs.find((one) => one.number === run)?.verdict !== null
    const launch = launches.find((one) => !isDone(one.number))
    const run = rehearsal.runs.find((one) => one.number === launch?.number)
    const tried = launches.filter((one) => isDone(one.number)).length
    return (
      <div className={styles.rehearsing}>
        {launch && (
          <RehearsalFrame
            key={launch.number}
            launch={launch}
            onSeen={(observed) =>
              report.mutate({ params: { slug, number, id: rehearsal.id }, body: { run: launch.number, observed } })
            }
          />
        )}
        <div>
          <p role="status">
            Trying {Math.min(tried + 1, launches.length)} of {launches.length}
            {run && `: ${stateInWords(run)}`}
          </p>
          <p>This does not change anything that learners have saved. Keep this window open.</p>
          <Button size="sm" variant="outline" onClick={stop}>
            Stop
          </Button>
        </div>
      </div>
    )
  }
  const { rehearsal } = replaced
  const begin = (label: string) => (
    <Button
      size="sm"
      variant="outline"
      isLoading={start.isPending}
      onClick={() => start.mutate({ params: { slug, number }, body: formerOf(replaced) })}
    >
      {label}
    </Button>
  )
  if (!rehearsal)
    return (
      <Alert tone="info" title="Not rehearsed" action={begin('Rehearse')}>
        Nobody knows yet whether learners can resume in the new package. A rehearsal tries it here with what they have
        saved, and changes nothing.
      </Alert>
    )
  return <Report rehearsal={rehearsal} again={begin('Rehearse again')} />
}

function Report({ rehearsal, again }: { rehearsal: Rehearsal; again: React.ReactNode }) {
  const { advice, runs, started_at, started_by, left_out } = rehearsal
  const summary = summaryOf(rehearsal)
  return (
    <div className={styles.report}>
      {advice === null ? (
        <Alert tone="warning" title="The rehearsal was stopped" action={again}>
          Only a part of what learners have saved was tried.
        </Alert>
      ) : (
        <Alert tone={summary.tone} title={summary.title} action={again}>
          {summary.text}
        </Alert>
      )}
      <ul className={styles.runs} aria-label="What was tried">
        {runs.map((run) => {
          const { text, tone } = verdictOf(run)
          const saved = savedInWords(run)
          return (
            <li key={run.number}>
              <div className={styles.item}>
                <span>{stateInWords(run)}</span>
                {saved && <small>{saved}</small>}
                {reasonsOf(run).map((reason) => (
                  <small key={reason}>{reason}</small>
                ))}
              </div>
              <div className={styles.verdict}>
                <Badge tone={tone}>{text}</Badge>
                {run.learners > 0 && (
                  <small>
                    {formatCount(run.learners)} {run.learners === 1 ? 'learner' : 'learners'}
                  </small>
                )}
              </div>
            </li>
          )
        })}
      </ul>
      <p>
        Rehearsed <TimeText value={started_at} />
        {started_by && ` by ${started_by.display_name}`}.
        {left_out > 0 && ` ${formatCount(left_out)} rarer kinds of states were not tried.`}
      </p>
    </div>
  )
}
