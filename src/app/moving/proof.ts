// Proves a portal that has come in, before it is committed: nothing it names is missing, and the books add up.
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { checkCertificates } from '#features/certificates/server/api.ts'
import { checkCredits } from '#features/credits/server/api.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import type { DB } from '#platform/db/db-types.ts'
import type { Files } from '#platform/files/files.ts'
import type { ForeignKey, MovePlan } from './catalog.ts'

const name = pg.escapeIdentifier

/** The transaction of a client, for what is written for the transactions of calls. */
export const txOf = (client: pg.Client): Tx =>
  new Kysely<DB>({
    dialect: new PostgresDialect({
      pool: {
        options: {},
        connect: async () => ({ query: client.query.bind(client) as never, release: () => {} }),
        end: async () => {},
      },
    }),
  })

const danglingQuery = ({ table, columns, to, to_columns }: ForeignKey): string => `
  select count(*)::int as count from ${name(table)} t
  where t.portal_id = $1 and ${columns.map((column) => `t.${name(column)} is not null`).join(' and ')}
    and not exists (select from ${name(to)} r where ${columns.map((column, at) => `r.${name(to_columns[at] ?? '')} = t.${name(column)}`).join(' and ')})`

/** References that lead nowhere: the database does not look at them while the rows come in. */
const danglingReferences = async (client: pg.Client, plan: MovePlan, portalId: number): Promise<string[]> => {
  const faults: string[] = []
  const came = new Set(plan.tables.map((table) => table.name))
  for (const key of plan.foreignKeys.filter(({ table }) => came.has(table))) {
    const { rows } = await client.query<{ count: number }>(danglingQuery(key), [portalId])
    const [{ count } = { count: 0 }] = rows
    if (count > 0) faults.push(`${key.table}: ${count} rows name ${key.to} that are not in the file (${key.name})`)
  }
  return faults
}

/** Addresses of files name no portal, so one here twice would show the wrong one. */
const doubledFiles = async (client: pg.Client, portalId: number): Promise<string[]> => {
  const faults: string[] = []
  for (const table of ['media', 'scorm_packages']) {
    const { rows } = await client.query<{ count: number }>(
      `select count(*)::int as count from ${table} m
       where m.portal_id = $1 and exists (select from ${table} o where o.uuid = m.uuid and o.portal_id <> m.portal_id)`,
      [portalId],
    )
    const [{ count } = { count: 0 }] = rows
    if (count > 0)
      faults.push(`${table}: ${count} are in this installation already. Is the portal here under another name?`)
  }
  return faults
}

type Proof = { plan: MovePlan; files: Files; portalId: number; offset: number }

/** Everything that is wrong with the portal. */
export const proveArrival = async (client: pg.Client, { plan, files, portalId, offset }: Proof): Promise<string[]> => {
  const tx = txOf(client)
  const db: Pick<Db, 'withPlatform'> = { withPlatform: (work) => work(tx) }
  const credits = await checkCredits(db)
  const { findings } = await checkCertificates(db, files, { after: offset })
  return [
    ...(await danglingReferences(client, plan, portalId)),
    ...(await doubledFiles(client, portalId)),
    ...credits
      .filter((finding) => finding.portal_id === portalId)
      .map(({ problem, record, expected, found }) => `${problem}: ${record}: ${expected} expected, ${found} found`),
    ...findings
      .filter((finding) => finding.portal_id === portalId)
      .map(({ number, problem }) => `certificate ${number}: ${problem}`),
  ]
}
