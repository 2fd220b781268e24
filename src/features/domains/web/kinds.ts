import type { Api } from '#kernel/client.ts'
import type { Wire } from '#kernel/endpoint.ts'
import {
  addDomain,
  addEmail,
  checkDomain,
  checkEmail,
  deleteDomain,
  deleteEmail,
  listDomains,
  listEmails,
  preferDomain,
} from '../contract.ts'

export type ListedDomain = Wire<typeof listDomains>['data'][number]
export type ListedEmail = Wire<typeof listEmails>['data'][number]
export type Listed = ListedDomain | ListedEmail
type Scope = { query?: undefined }

const isDomain = (item: Listed): item is ListedDomain => 'host' in item
const nameOf = (item: Listed): string => (isDomain(item) ? item.host : item.email)

/** What a list of domains, or one of senders, says and calls. */
export type CheckedKind = {
  title: string
  text: string
  none: string
  addition: string
  field: { name: 'host' | 'email'; label: string; placeholder: string; type?: 'email'; maxLength?: number }
  deletion: 'delete_domain' | 'delete_email'
  query: (
    api: Api,
    scope: Scope,
  ) => { queryKey: readonly unknown[]; queryFn: () => Promise<{ data: readonly Listed[] }> }
  add: typeof addDomain | typeof addEmail
  check: typeof checkDomain | typeof checkEmail
  remove: typeof deleteDomain | typeof deleteEmail
  prefer: typeof preferDomain | null
  nameOf: (item: Listed) => string
  /** What it is used for at present. */
  markOf: (item: Listed) => string | null
  mayBePreferred: (item: Listed) => boolean
}

export const DOMAINS: CheckedKind = {
  title: 'Domains',
  text: 'Let people reach this portal at a domain of your own, such as learn.example.com.',
  none: 'No domain yet. Your portal uses the platform’s address.',
  addition: 'Add domain',
  field: { name: 'host', label: 'Domain', placeholder: 'learn.example.com', maxLength: 253 },
  deletion: 'delete_domain',
  query: (api: Api, scope: Scope) => api.query(listDomains, { ...scope }),
  add: addDomain,
  check: checkDomain,
  remove: deleteDomain,
  prefer: preferDomain,
  nameOf,
  markOf: (item: Listed) => (isDomain(item) && item.is_primary ? 'Portal address' : null),
  mayBePreferred: (item: Listed) => isDomain(item) && item.may_be_primary,
}

export const SENDERS: CheckedKind = {
  title: 'E-mail senders',
  text: 'Send this portal’s e-mails from an address of your own. Replies still go to your support e-mail.',
  none: 'No sender yet. E-mails come from the platform’s address with your portal’s name.',
  addition: 'Add sender',
  field: { name: 'email', label: 'Sender’s e-mail', type: 'email', placeholder: 'training@example.com' },
  deletion: 'delete_email',
  query: (api: Api, scope: Scope) => api.query(listEmails, { ...scope }),
  add: addEmail,
  check: checkEmail,
  remove: deleteEmail,
  prefer: null,
  nameOf,
  markOf: (item: Listed) => (!isDomain(item) && item.is_sender ? 'Sends e-mails' : null),
  mayBePreferred: () => false,
}
