// The tables of the job queue, which pg-boss defines itself.
import type pg from 'pg'
import bossPackage from 'pg-boss/package.json' with { type: 'json' }
import { APP, PLATFORM } from './migrate-roles.ts'

export const JOB_SCHEMA_VERSION = bossPackage.pgboss.schema

export async function readJobsVersion(client: pg.Client) {
  const { rows } = await client.query<{ version: number }>('select version from pgboss.version')
  return rows[0]?.version
}

/** Installs or updates pg-boss's own tables as the owner, and lets the program's roles work with them. */
export async function installJobs(client: pg.Client, report: (step: string) => void) {
  const { rows } = await client.query(`select to_regclass('pgboss.version') is not null as is_installed`)
  const version = rows[0].is_installed ? await readJobsVersion(client) : undefined
  if (version !== undefined && version >= JOB_SCHEMA_VERSION) return
  report(version === undefined ? 'job queue' : `job queue ${version} → ${JOB_SCHEMA_VERSION}`)
  const { getConstructionPlans, getMigrationPlans } = await import('pg-boss')
  if (version === undefined) {
    await client.query(getConstructionPlans('pgboss'))
  } else {
    const partitions = await client.query<{ tableName: string; policy: string }>(
      'select table_name as "tableName", policy from pgboss.queue where partition',
    )
    const plan = getMigrationPlans('pgboss', version, { partitionTables: partitions.rows })
    const end = plan.lastIndexOf('COMMIT;') + 'COMMIT;'.length
    await client.query(plan.slice(0, end))
    // The following statements build indexes concurrently, which PostgreSQL only does outside of a transaction.
    for (const statement of plan.slice(end).split(/;$/m)) {
      if (statement.trim()) await client.query(statement)
    }
  }
  // Failed and running jobs are looked at all the time, among those of a week that are done.
  await client.query(
    `create index if not exists portico_unfinished on pgboss.job_common (name, state) where state in ('active', 'failed')`,
  )
  await client.query(`
    grant usage on schema pgboss to ${APP}, ${PLATFORM};
    grant select, insert, update, delete on all tables in schema pgboss to ${APP}, ${PLATFORM};
    grant usage on all sequences in schema pgboss to ${APP}, ${PLATFORM};
    grant execute on all functions in schema pgboss to ${APP}, ${PLATFORM};
  `)
}
