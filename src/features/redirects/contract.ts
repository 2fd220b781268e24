import { endpoint, id, listQuery, one, page, time } from '#kernel/endpoint.ts'
import { rule, z } from '#kernel/schema.ts'
import { LONGEST_ADDRESS } from './rules/addresses.ts'

/** A redirect of a portal: the old address as it is compared, and where it leads. */
export const Redirect = z.object({ id: z.int(), old_address: z.string(), new_address: z.string(), updated_at: time })

export const listRedirects = endpoint({
  method: 'GET',
  path: '/portal/redirects',
  permission: 'site-content.view',
  summary: 'List the redirects of the portal',
  record: { kind: 'redirect', is_list: true },
  query: z.object({
    ...listQuery(['id']),
    sort: z._default(z.enum(['-id', 'id', 'old_address', '-old_address']), '-id'),
  }),
  response: page(Redirect),
})

const address = rule.plainText(LONGEST_ADDRESS, { is_required: true })
const fields = { old_address: address, new_address: address }

export const createRedirect = endpoint({
  method: 'POST',
  path: '/portal/redirects',
  permission: 'site-content.create',
  summary: 'Lead an old address to a page',
  record: { kind: 'redirect' },
  body: z.object(fields),
  response: one(Redirect),
  errors: ['invalid'],
})

export const updateRedirect = endpoint({
  method: 'PUT',
  path: '/portal/redirects/:id',
  permission: 'site-content.update',
  summary: 'Change a redirect',
  record: { kind: 'redirect' },
  params: z.object({ id }),
  body: z.object(fields),
  response: one(Redirect),
  errors: ['not_found', 'invalid'],
})

export const deleteRedirect = endpoint({
  method: 'DELETE',
  path: '/portal/redirects/:id',
  permission: 'site-content.delete',
  summary: 'Delete a redirect',
  params: z.object({ id }),
  errors: ['not_found'],
})

/** All lines or none; the answer counts what they did (SEO-029). */
export const saveRedirects = endpoint({
  method: 'POST',
  path: '/portal/redirects/bulk',
  permission: 'site-content.create',
  summary: 'Lead many old addresses to pages, a line for each',
  body: z.object({ text: rule.plainText(500_000, { is_required: true, has_lines: true }) }),
  response: one(z.object({ created: z.int(), changed: z.int(), unchanged: z.int() })),
  errors: ['invalid'],
})

/** An address that a record has given up, and where it leads (ROU-004, SEO-030). */
export const FormerAddress = z.object({
  id: z.int(),
  old_address: z.string(),
  new_address: z.string(),
  title: z.string(),
  created_at: time,
})

export const listFormerAddresses = endpoint({
  method: 'GET',
  path: '/portal/former-addresses',
  permission: 'site-content.view',
  summary: 'List the addresses that records have given up',
  query: z.object(listQuery(['created_at'])),
  response: page(FormerAddress),
})

export const deleteFormerAddress = endpoint({
  method: 'DELETE',
  path: '/portal/former-addresses/:id',
  permission: 'site-content.delete',
  summary: 'Let go of an address that a record has given up',
  params: z.object({ id }),
  errors: ['not_found'],
})
