import os from 'node:os'
import { performance } from 'node:perf_hooks'
import type { ProcessState } from '#features/health/contract.ts'
import type { Db } from '#platform/db/db.ts'
import type { Replica, ReplicaReport } from '#platform/db/replica/replica.ts'
import type { DiskReport } from '#platform/files/disk-watch.ts'
import type { Jobs } from '#platform/jobs/jobs.ts'
import type { RedisEvents } from '#platform/live/redis/redis-events.ts'
import type { Live } from '#platform/live/server.ts'
import type { PageCache } from '#platform/pages/page-cache.ts'
import type { Config } from '#platform/process/config.ts'

type Parts = {
  db: Db
  config: Pick<Config, 'data_dir'>
  cache: PageCache
  live: Live
  jobs: Jobs
  replica: Replica | null
  redis: RedisEvents | null
  disk: () => Promise<DiskReport>
}

const replicaSign = ({ state, lag_ms: lag, failing_ms: failing }: ReplicaReport) => ({
  state,
  lag_seconds: lag === null ? null : lag / 1000,
  failing_seconds: failing / 1000,
})

/** Answers what this process knows of itself, for its signs of life (OPS-055). */
export const describeProcess = ({
  db,
  config,
  cache,
  live,
  jobs,
  replica,
  redis,
  disk,
}: Parts): (() => Promise<ProcessState>) => {
  const place = `${os.hostname()}:${config.data_dir}`
  let before = performance.eventLoopUtilization()
  return async () => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, before)
    before = now
    const { totalCount, idleCount, waitingCount, options } = db.pool
    const report = await disk().catch(() => null)
    return {
      memory_bytes: process.memoryUsage.rss(),
      load: Math.round(utilization * 1000) / 1000,
      live_connections: live.connections,
      cache: cache.stats(),
      connections: { in_use: totalCount - idleCount, waiting: waitingCount, max: options.max ?? 10 },
      jobs: jobs.state(),
      disk: report && { place, ...report },
      ...(replica && { replica: replicaSign(replica.report()) }),
      ...(redis && { redis: { failing_seconds: redis.report().failing_ms / 1000 } }),
    }
  }
}
