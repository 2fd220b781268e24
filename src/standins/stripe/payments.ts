import { noSuch } from './failure.ts'
import { createdWithin, type List, listPage } from './lists.ts'
import type { TableName, Tables } from './model.ts'
import type { Params } from './params.ts'
import type { Route } from './route.ts'
import { chargeSavedCard } from './saved-cards.ts'

type Dated = { [Table in TableName]: Tables[Table] extends { id: string; created: number } ? Table : never }[TableName]

interface ListedTable<Table extends Dated> {
  table: Table
  /** The name of the object in the error for one that does not exist. */
  noun: string
  path: string
  /** Parameters that filter by the field of the same name. */
  filters?: (string & keyof Tables[Table])[]
}

/** Records that callers may read, one by one and in lists. */
function readable<Table extends Dated>({ table, noun, path, filters = [] }: ListedTable<Table>): Route[] {
  const matching = (all: Tables[Table][], params: Params) =>
    filters.reduce((rest, name) => {
      const id = params.string(name)
      return id === undefined ? rest : rest.filter((record) => record[name] === id)
    }, all)
  return [
    {
      method: 'GET',
      path,
      run: ({ work, params }): List<unknown> =>
        listPage(
          createdWithin(matching(work.list(table), params) as { id: string; created: number }[], params),
          params,
          path,
        ),
    },
    {
      method: 'GET',
      path: `${path}/:id`,
      run({ work, id }) {
        const record = work.find(table, id())
        if (!record) throw noSuch(noun, id())
        return record
      },
    },
  ]
}

export const paymentRoutes: Route[] = [
  { method: 'POST', path: '/v1/payment_intents', run: ({ work, params }) => chargeSavedCard(work, params) },
  ...readable({
    table: 'payment_intents',
    noun: 'payment_intent',
    path: '/v1/payment_intents',
    filters: ['customer'],
  }),
  ...readable({
    table: 'charges',
    noun: 'charge',
    path: '/v1/charges',
    filters: ['customer', 'payment_intent', 'transfer_group'],
  }),
  ...readable({
    table: 'balance_transactions',
    noun: 'balance transaction',
    path: '/v1/balance_transactions',
    filters: ['source', 'type'],
  }),
  ...readable({ table: 'payment_methods', noun: 'PaymentMethod', path: '/v1/payment_methods', filters: ['customer'] }),
  ...readable({
    table: 'transfers',
    noun: 'transfer',
    path: '/v1/transfers',
    filters: ['destination', 'transfer_group'],
  }),
  ...readable({ table: 'refunds', noun: 'refund', path: '/v1/refunds', filters: ['charge', 'payment_intent'] }),
  ...readable({ table: 'disputes', noun: 'dispute', path: '/v1/disputes', filters: ['charge', 'payment_intent'] }),
  ...readable({ table: 'events', noun: 'event', path: '/v1/events', filters: ['type'] }),
]
