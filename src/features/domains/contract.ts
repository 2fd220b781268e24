import { endpoint, id, one, time } from '#kernel/endpoint.ts'
import { rule, z } from '#kernel/schema.ts'
import { PURPOSES, RECORD_STATES } from './rules/record.ts'

const status = z.enum(['initializing', 'pending', 'pending_validation', 'processing', 'active'])

/** A record of the DNS as it must be, beside what was found (PRT-092). */
export const DnsRecord = z.object({
  purpose: z.enum(PURPOSES),
  type: z.enum(['TXT', 'CNAME', 'A', 'CAA', 'HTTPS']),
  name: z.string(),
  values: z.array(z.string()),
  found: z.array(z.string()),
  state: z.enum(RECORD_STATES),
  is_required: z.boolean(),
  advice: z.string(),
})

const checked = {
  status,
  records: z.array(DnsRecord),
  checked_at: z.nullable(time),
  next_check_at: z.nullable(time),
  is_checking: z.boolean(),
  /** Since when an active one has wrong records, and until when it stays active all the same (PRT-094). */
  failing_since: z.nullable(time),
  active_until: z.nullable(time),
  created_at: time,
}

export const CustomDomain = z.object({
  id: z.int(),
  host: z.string(),
  /** True for the one that is the portal's address (PRT-095). */
  is_primary: z.boolean(),
  /** True for one that could take its place (PRT-111). */
  may_be_primary: z.boolean(),
  ...checked,
})
export const CustomEmail = z.object({
  id: z.int(),
  email: z.string(),
  /** True for the one that mails come from (PRT-097). */
  is_sender: z.boolean(),
  ...checked,
})

const params = z.object({ id })
const whole = <S extends z.core.$ZodType>(schema: S) =>
  z.object({
    data: z.array(schema),
    meta: z.object({ next_cursor: z.nullable(z.string()), prev_cursor: z.nullable(z.string()) }),
  })
/** Checks that somebody asks for ask the name servers of others. */
const CHECKS_PER_MINUTE = 6

export const listDomains = endpoint({
  method: 'GET',
  path: '/portal/custom-domains',
  permission: 'portal-settings.view',
  summary: 'List the custom domains with their records',
  response: whole(CustomDomain),
})

export const addDomain = endpoint({
  method: 'POST',
  path: '/portal/custom-domains',
  permission: 'portal-settings.update',
  summary: 'Add a custom domain; its records are checked by a job',
  is_closed_to_tokens: true,
  limit: 30,
  body: z.object({ host: rule.plainText(253, { is_required: true }) }),
  response: one(CustomDomain),
  errors: ['domain_unusable', 'domain_taken', 'too_many_addresses', 'conflict'],
})

export const checkDomain = endpoint({
  method: 'POST',
  path: '/portal/custom-domains/:id/check',
  permission: 'portal-settings.update',
  summary: 'Check the records of a custom domain now',
  params,
  limit: CHECKS_PER_MINUTE,
  response: one(CustomDomain),
  errors: ['not_found'],
})

export const preferDomain = endpoint({
  method: 'POST',
  path: '/portal/custom-domains/:id/primary',
  permission: 'portal-settings.update',
  summary: 'Make an active custom domain the address of the portal',
  is_closed_to_tokens: true,
  params,
  response: one(CustomDomain),
  errors: ['not_found', 'conflict'],
})

export const deleteDomain = endpoint({
  method: 'DELETE',
  path: '/portal/custom-domains/:id',
  permission: 'portal-settings.update',
  summary: 'Delete a custom domain',
  is_closed_to_tokens: true,
  params,
  errors: ['not_found'],
})

export const listEmails = endpoint({
  method: 'GET',
  path: '/portal/custom-emails',
  permission: 'portal-settings.view',
  summary: 'List the custom e-mail senders with their records',
  response: whole(CustomEmail),
})

export const addEmail = endpoint({
  method: 'POST',
  path: '/portal/custom-emails',
  permission: 'portal-settings.update',
  summary: 'Add a custom e-mail sender; its records are checked by a job',
  is_closed_to_tokens: true,
  limit: 30,
  body: z.object({ email: rule.email() }),
  response: one(CustomEmail),
  errors: ['domain_unusable', 'too_many_addresses', 'conflict'],
})

export const checkEmail = endpoint({
  method: 'POST',
  path: '/portal/custom-emails/:id/check',
  permission: 'portal-settings.update',
  summary: 'Check the records of a custom e-mail sender now',
  params,
  limit: CHECKS_PER_MINUTE,
  response: one(CustomEmail),
  errors: ['not_found'],
})

export const deleteEmail = endpoint({
  method: 'DELETE',
  path: '/portal/custom-emails/:id',
  permission: 'portal-settings.update',
  summary: 'Delete a custom e-mail sender',
  is_closed_to_tokens: true,
  params,
  errors: ['not_found'],
})
