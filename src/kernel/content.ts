import type { Permission, Resource } from './access/permissions.ts'
import { endpoint, id, listQuery, one, page } from './endpoint.ts'
import { z } from './schema.ts'

/** How many records of one sort use a record; they stay when it is deleted, without their link to it (CNT-022). */
export const Use = z.object({
  by: z.enum(['courses', 'people', 'articles', 'agencies', 'categories', 'questions', 'templates']),
  count: z.int(),
})
export type Use = z.output<typeof Use>

type Shape = z.core.$ZodLooseShape
type Schema = z.core.$ZodType

type ContentList<
  Record extends Schema,
  Row extends Schema,
  Fields extends Shape,
  Query extends Shape,
  Sorts extends readonly [string, ...string[]],
> = {
  /** The list's address below `/api/v1`; a record stands at `path/:id`. */
  path: string
  /** The screen group whose permissions the calls ask for. */
  resource: Resource
  /** The permission to add a record, if it is not that of the screen group. */
  creates?: Permission
  /** How the documentation names one record and all of them: `an author`, `authors`. */
  words: { one: string; many: string }
  /** Further query values of every call, such as whose records it is about. */
  query: Query
  record: Record
  /** What the list answers of each record. */
  row: Row
  /** What the list can be sorted by, its own order first. */
  sorts: Sorts
  /** The fields of a new record; a change may leave out any of them. */
  fields: Fields
}

/** The five calls of a list of content: list, create, show, update and delete (CNT-035). */
export const contentCalls = <
  Record extends Schema,
  Row extends Schema,
  Fields extends Shape,
  Query extends Shape,
  const Sorts extends readonly [string, ...string[]],
>({
  path,
  resource,
  creates = `${resource}.create`,
  words,
  query: queryFields,
  record,
  row,
  sorts,
  fields,
}: ContentList<Record, Row, Fields, Query, Sorts>) => {
  const params = z.object({ id })
  const query = z.object(queryFields)
  const body = z.object(fields)
  return {
    list: endpoint({
      method: 'GET',
      path,
      permission: `${resource}.view` as const,
      summary: `List ${words.many}`,
      query: z.object({ ...queryFields, ...listQuery(sorts) }),
      response: page(row),
      errors: ['not_found'],
    }),
    create: endpoint({
      method: 'POST',
      path,
      permission: creates,
      summary: `Add ${words.one}`,
      record: { kind: path },
      query,
      body,
      response: one(record),
      errors: ['not_found', 'invalid'],
    }),
    show: endpoint({
      method: 'GET',
      path: `${path}/:id`,
      permission: `${resource}.view` as const,
      summary: `Show ${words.one}`,
      record: { kind: path },
      params,
      query,
      response: one(record),
      errors: ['not_found'],
    }),
    update: endpoint({
      method: 'PUT',
      path: `${path}/:id`,
      permission: `${resource}.update` as const,
      summary: `Change ${words.one}`,
      record: { kind: path },
      params,
      query,
      body: z.partial(body),
      response: one(record),
      errors: ['not_found', 'invalid'],
    }),
    remove: endpoint({
      method: 'DELETE',
      path: `${path}/:id`,
      permission: `${resource}.delete` as const,
      summary: `Delete ${words.one}`,
      params,
      query,
      errors: ['not_found'],
    }),
  }
}
