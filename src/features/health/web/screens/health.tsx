import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { formatFileSize, formatNumber } from '#kernel/format.ts'
import { Stats } from '#ui/app/list/data-list.tsx'
import { PageHeader } from '#ui/app/page-header.tsx'
import { useApi } from '#ui/calls/api.tsx'
import { Alert } from '#ui/public/parts/alert.tsx'
import { TimeText } from '#ui/public/parts/time.tsx'
import { DatabasePart, StoragePart } from '../components/database-part.tsx'
import { JobsPart } from '../components/jobs-part.tsx'
import { OutsidePart } from '../components/outside-part.tsx'
import { ProcessesPart } from '../components/processes-part.tsx'
import styles from '../health.module.css'
import { type Health, healthQuery } from '../queries.ts'
import { percentOf } from '../words.ts'

const REFRESH_MS = 10_000

/** What is wrong first, then everything that an operator looks at (OPS-056). */
export function HealthScreen() {
  const query = healthQuery(useApi())
  const client = useQueryClient()
  const health = useSuspenseQuery(query).data.data
  const { isError } = useQuery({ ...query, refetchInterval: REFRESH_MS })
  const reload = () => client.invalidateQueries({ queryKey: query.queryKey })
  return (
    <>
      <PageHeader
        title="Health"
        text={`Portico ${health.version}. This page updates every 10 seconds. When something stops, super admins get an e-mail, and another one when it is well again.`}
      />
      <div className={styles.parts}>
        {isError && (
          <Alert tone="warning" title="These figures may be old" isLive>
            The server did not answer just now. The page keeps trying.
          </Alert>
        )}
        <Problems problems={health.problems} />
        <Figures health={health} />
        <ProcessesPart processes={health.processes} />
        <JobsPart health={health} onChange={reload} />
        <OutsidePart health={health} />
        <DatabasePart database={health.database} />
        <StoragePart storage={health.storage} />
      </div>
    </>
  )
}

function Problems({ problems }: Pick<Health, 'problems'>) {
  if (problems.length === 0)
    return (
      <Alert tone="success" title="Everything works">
        No process is missing, nothing waits for long, and nothing has failed.
      </Alert>
    )
  return (
    <section aria-label="What is wrong" className={styles.problems}>
      {problems.map(({ name, level, title, text }) => (
        <Alert key={name} tone={level === 'down' ? 'danger' : 'warning'} title={title}>
          {text}
        </Alert>
      ))}
    </section>
  )
}

function Figures({ health }: { health: Health }) {
  const { queues, mails, processes, database } = health
  const sum = (of: (one: Health['queues'][number]) => number) => queues.reduce((all, one) => all + of(one), 0)
  const live = processes.filter(({ is_alive: alive }) => alive)
  const ofLive = (of: (one: Health['processes'][number]['state']) => number) =>
    live.reduce((all, { state }) => all + of(state), 0)
  const kept = ofLive(({ cache }) => cache.hits + cache.stale)
  return (
    <Stats
      items={[
        {
          label: 'Jobs waiting',
          value: formatNumber(sum(({ waiting }) => waiting)),
          note: `${formatNumber(sum(({ running }) => running))} running`,
        },
        { label: 'E-mails waiting', value: formatNumber(mails.waiting) },
        { label: 'Live connections', value: formatNumber(ofLive((state) => state.live_connections)) },
        {
          label: 'Pages from memory',
          value: percentOf(kept, kept + ofLive(({ cache }) => cache.misses)),
          note: `${formatNumber(ofLive(({ cache }) => cache.entries))} kept`,
        },
        { label: 'Last backup', value: health.backups.last_at ? <TimeText value={health.backups.last_at} /> : 'None' },
        {
          label: 'Database',
          value: formatFileSize(database.size),
          note: `${formatNumber(database.connections)} of ${formatNumber(database.connections_max)} connections`,
        },
      ]}
    />
  )
}
