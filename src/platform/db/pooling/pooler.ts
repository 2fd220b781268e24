import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import type { Pooling } from '../db.ts'

/** How calls reach the database through a pooler in transaction mode. */
export type Pooler = Pooling & { database: pg.PoolConfig }

/**
 * Whether the pooler keeps named statements. One that does (PgBouncer from 1.21 on with `max_prepared_statements`) gives
 * them names of its own on the server. One that passes the name on loses it with the next transaction, so that names must
 * not be used; a pooler in session mode looks the same, and is only slower without them.
 */
export const keepsNamedStatements = async (client: pg.ClientBase): Promise<boolean> => {
  const name = `portico_${randomBytes(9).toString('hex')}`
  const text = `select name from pg_prepared_statements where statement like '%${name}%'`
  await client.query('begin')
  try {
    const { rows } = await client.query<{ name: string }>({ name, text })
    const isKept = rows.length > 0 && rows.every((row) => row.name !== name)
    if (!isKept) await client.query(`deallocate ${name}`)
    return isKept
  } finally {
    await client.query('commit')
  }
}
