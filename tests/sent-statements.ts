import pg from 'pg'
import { Batch, type SentStatement } from '#platform/db/batch.ts'

/** What begins and ends every transaction, and says for whom it is. */
const FRAME = /^(begin|commit|set local|select set_config)\b/

/** The statements that a piece of work sends in its transactions, in their order. */
export const statementsOf = async (work: () => Promise<unknown>): Promise<SentStatement[]> => {
  const original = pg.Client.prototype.query
  const found: SentStatement[] = []
  pg.Client.prototype.query = function (this: pg.Client, ...args: [Batch | string, unknown[]?]) {
    const [given, values = []] = args
    if (given instanceof Batch) found.push(...given.statements)
    else if (typeof given === 'string') found.push({ name: undefined, text: given, values })
    return Reflect.apply(original, this, args)
  } as typeof original
  try {
    await work()
  } finally {
    pg.Client.prototype.query = original
  }
  return found.filter(({ text }) => !FRAME.test(text)).map(({ name, text, values }) => ({ name, text, values }))
}
