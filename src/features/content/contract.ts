import { endpoint, one } from '#kernel/endpoint.ts'
import { z } from '#kernel/schema.ts'
import { CONTENT_LISTS } from './rules/screens.ts'
import { SELECTS } from './rules/selects.ts'

/** How many records each list of content has, of the lists that the caller may open (CNT-038). */
export const countContent = endpoint({
  method: 'GET',
  path: '/portal/content',
  permission: 'catalog-terms.view',
  summary: 'How many records each list of content has',
  response: one(z.array(z.object({ list: z.enum(CONTENT_LISTS), count: z.int() }))),
})

/** All records of one list of the portal's content, to choose from in a field (CNT-030, CNT-031). */
export const selectContent = endpoint({
  method: 'GET',
  path: '/portal/selects/:list',
  permission: 'catalog-terms.view',
  summary: 'All records of a list of content, to choose from',
  params: z.object({ list: z.enum(SELECTS) }),
  response: one(z.array(z.object({ id: z.int(), title: z.string() }))),
})
