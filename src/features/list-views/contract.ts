import { endpoint, one } from '#kernel/endpoint.ts'
import { rule, z } from '#kernel/schema.ts'

const key = z.string().check(z.regex(/^[a-z][a-z0-9_]{0,59}$/))
const params = z.object({ list: z.string().check(z.regex(/^[a-z][a-z0-9-]{0,39}$/)) })

/** Columns and saved filters of one person for one list (USR-049). */
export const ListView = z.object({
  /** The optional columns that are shown; null for those the list shows by itself. */
  columns: z.nullable(z.array(key).check(z.maxLength(40))),
  saved: z
    .array(
      z.object({
        name: rule.plainText(60, { is_required: true }),
        query: z.record(key, rule.plainText(500)),
      }),
    )
    .check(z.maxLength(30)),
})

export const showListView = endpoint({
  method: 'GET',
  path: '/me/lists/:list',
  permission: 'profile.view',
  summary: 'The own columns and saved filters of a list',
  params,
  response: one(ListView),
})

export const updateListView = endpoint({
  method: 'PUT',
  path: '/me/lists/:list',
  permission: 'profile.update',
  summary: 'Keep the own columns and saved filters of a list',
  params,
  body: ListView,
  response: one(ListView),
  errors: ['invalid'],
})
