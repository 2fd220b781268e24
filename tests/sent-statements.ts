import pg from 'pg'
import { Batch, type SentStatement } from '#platform/db/batch.ts'

/** The statements that begin and end every transaction, and set its portal. */
const FRAME = /^(begin|commit|set local|select set_config)\b/

/** The statements that a piece of work sends in its transactions, in order. */
export const statementsOf = async (work: () => Promise<unknown>): Promise<SentStatement[]> => {
  const original = pg.Client.prototype.query
  const statements: SentStatement[] = []
  pg.Client.prototype.query = function (this: pg.Client, ...args: [Batch | string, unknown[]?]) {
    const [query, values = []] = args
    if (query instanceof Batch) statements.push(...query.statements)
    else if (typeof query === 'string') statements.push({ name: undefined, text: query, values })
    return Reflect.apply(original, this, args)
  } as typeof original
  try {
    await work()
  } finally {
    pg.Client.prototype.query = original
  }
  return statements.filter(({ text }) => !FRAME.test(text)).map(({ name, text, values }) => ({ name, text, values }))
}
