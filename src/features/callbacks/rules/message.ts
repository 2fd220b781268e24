import { API_VERSION } from './events.ts'

/** A fact as the outbox keeps it. */
export type Fact = { id: string; type: string; subject: string; data: Record<string, unknown>; occurred_at: Date }

/** The id of the message, the same in every attempt and for every callback: receivers tell repeated ones by it. */
export const messageId = ({ id }: Pick<Fact, 'id'>): string => `msg_${id}`

type Percent = (status: number, done: number, total: number) => number

/** An enrollment gets its percentage, which the outbox leaves to the one rule for it. */
const withProgress = (data: Record<string, unknown>, percent: Percent): Record<string, unknown> => {
  const { status, items_done: done, items_total: total } = data
  if (typeof done !== 'number') return data
  return { ...data, progress: percent(Number(status), done, Number(total ?? 0)) }
}

/** The body of a call by the Standard Webhooks convention, with the number of the fact among those of its record (INT-023). */
export const bodyOf = (fact: Fact, number: number, percent: Percent, version: string = API_VERSION): string =>
  JSON.stringify({
    type: fact.type,
    timestamp: fact.occurred_at.toISOString(),
    version,
    subject: fact.subject,
    number,
    data: withProgress(fact.data, percent),
  })
