import { formatFileSize } from '#kernel/format.ts'
import { Row, Rows } from '#ui/app/list/rows.tsx'
import { StatusBadge } from '#ui/app/status-badge.tsx'
import { TimeText } from '#ui/public/parts/time.tsx'
import type { Health } from '../queries.ts'
import { spanOf } from '../words.ts'
import { Part } from './part.tsx'

type Process = Health['processes'][number]

const ROLES = { web: 'Web', worker: 'Worker', all: 'Web and worker' }

/** The processes that run, with their last sign of life (OPS-055). */
export function ProcessesPart({ processes }: Pick<Health, 'processes'>) {
  return (
    <Part title="Processes" text="Each writes a sign of life every 10 seconds.">
      {processes.length === 0 ? (
        <p>No process has written one yet.</p>
      ) : (
        <Rows isInset label="Processes">
          {processes.map((one) => (
            <Row key={one.id} title={<strong>{ROLES[one.role]}</strong>} note={<Note process={one} />}>
              {one.is_alive ? (
                <StatusBadge
                  status={one.state.jobs === 'down' ? 'failed' : 'active'}
                  label={one.state.jobs === 'down' ? 'Queue is down' : 'Running'}
                />
              ) : (
                <StatusBadge status="failed" label="Silent" />
              )}
            </Row>
          ))}
        </Rows>
      )}
    </Part>
  )
}

const replicaText = ({ state, lag_seconds: lag }: NonNullable<Process['state']['replica']>) => {
  if (state === 'up') return `public pages from the read replica, ${lag === null ? '' : spanOf(lag)} behind`
  return 'public pages from the primary: the read replica cannot be used'
}

function Note({ process: { host, pid, version, started_at, seen_at, is_alive, state } }: { process: Process }) {
  const { memory_bytes: memory, load, connections, disk, replica, redis } = state
  const facts = [
    `${host}, process ${pid}, version ${version}`,
    `${formatFileSize(memory)} of memory`,
    `${Math.round(load * 100)} % busy`,
    `${connections.in_use} of ${connections.max} connections in use${connections.waiting > 0 ? `, ${connections.waiting} wait` : ''}`,
    ...(replica ? [replicaText(replica)] : []),
    ...(redis
      ? [`live events through ${redis.failing_seconds > 0 ? 'PostgreSQL: Redis does not answer' : 'Redis'}`]
      : []),
    ...(disk ? [`${formatFileSize(disk.free)} of ${formatFileSize(disk.total)} disk left`] : []),
  ]
  return (
    <>
      {facts.join('; ')}. Since <TimeText value={started_at} />
      {!is_alive && (
        <>
          , last sign <TimeText value={seen_at} />
        </>
      )}
      .
    </>
  )
}
