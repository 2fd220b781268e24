import type { SignedIn } from '#kernel/context.ts'
import type { AnyEndpoint } from '#kernel/endpoint.ts'
import type { Tx } from '../../db/db.ts'
import { type Route, route } from '../route.ts'
import type { Among, Columns, ContentKind, ContentRow } from './kind.ts'
import { publishManyContent, removeManyContent } from './many.ts'
import { addContent, changeContent, listContent, removeContent, showContent } from './records.ts'

type ContentCalls = Record<'list' | 'create' | 'show' | 'update', AnyEndpoint> & {
  remove?: AnyEndpoint
  remove_many?: AnyEndpoint
  publish_many?: AnyEndpoint
}
export type FindAmong = (tx: Tx, ctx: SignedIn, query: Columns) => Promise<Among>
type ListRequest = Parameters<typeof listContent>[4]

/**
 * What answers the calls of a list of content; without `remove` its records stay. `find` says which records of the table the caller reaches by the
 * call's query, and refuses those who reach none.
 */
export const contentRoutes = <Body extends Columns>(
  { list, create, show, update, remove, remove_many: removeMany, publish_many: publishMany }: ContentCalls,
  options: ContentKind<Body>,
  find: FindAmong = async () => ({}),
  onRemoved: (tx: Tx, ctx: SignedIn, row: ContentRow) => Promise<void> = async () => {},
): Route[] => {
  const kind = options as ContentKind
  const presentOne = async (tx: Tx, ctx: SignedIn, among: Among, id: number) => ({
    data: await showContent(tx, ctx, kind, among, id),
  })
  return [
    route(list, async ({ tx, ctx, query }) =>
      listContent(tx, ctx as SignedIn, kind, await find(tx, ctx as SignedIn, query), query as ListRequest),
    ),
    route(create, async ({ tx, ctx, query, body }) => {
      const among = await find(tx, ctx as SignedIn, query)
      const { id } = await addContent(tx, ctx as SignedIn, kind, among, body)
      return presentOne(tx, ctx as SignedIn, among, id)
    }),
    route(show, async ({ tx, ctx, query, params }) =>
      presentOne(tx, ctx as SignedIn, await find(tx, ctx as SignedIn, query), params.id),
    ),
    route(update, async ({ tx, ctx, query, params, body }) => {
      const among = await find(tx, ctx as SignedIn, query)
      await changeContent(tx, ctx as SignedIn, kind, among, params.id, body)
      return presentOne(tx, ctx as SignedIn, among, params.id)
    }),
    ...(remove
      ? [
          route(remove, async ({ tx, ctx, query, params }) => {
            const among = await find(tx, ctx as SignedIn, query)
            await onRemoved(tx, ctx as SignedIn, await removeContent(tx, ctx as SignedIn, kind, among, params.id))
            return undefined
          }),
        ]
      : []),
    ...(removeMany
      ? [
          route(removeMany, async ({ tx, ctx, query, body }) => {
            const among = await find(tx, ctx as SignedIn, query)
            return { data: await removeManyContent(tx, ctx as SignedIn, kind, among, body.ids, onRemoved) }
          }),
        ]
      : []),
    ...(publishMany
      ? [
          route(publishMany, async ({ tx, ctx, query, body }) => {
            const among = await find(tx, ctx as SignedIn, query)
            return { data: await publishManyContent(tx, ctx as SignedIn, kind, among, body as never, create.path) }
          }),
        ]
      : []),
  ]
}
