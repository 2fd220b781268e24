import { formatMoney, formatNumber } from '#kernel/format.ts'
import { INVITATION } from '#kernel/product/statuses.ts'

type Changes = Readonly<Record<string, unknown>>

/** The names that an entry needs: who did it, to whom, with what. */
export type Names = {
  /** Null for what the program did itself. */
  actor: string | null
  impersonator: string | null
  /** The person it happened to, where there is one. */
  person: string | null
  course: string | null
  order: string | null
  portal: string | null
}

type Said = Names & { changes: Changes; isSelf: boolean }
type Predicate = (said: Said) => string

const text = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')
const person = ({ person: name }: Names) => name ?? 'someone'
const course = ({ course: title }: Names) => title ?? 'a course'
const order = ({ order: number }: Names) => (number ? `order ${number}` : 'an order')
const portal = ({ portal: name }: Names) => name ?? 'another portal'
const inCourse = ({ course: title }: Names) => (title ? ` in ${title}` : '')
const counted = (value: unknown, one: string): string => {
  const number = Number(value) || 0
  return `${formatNumber(number)} ${number === 1 ? one : `${one}s`}`
}
const dollars = (value: unknown): string => formatMoney(Number(value) || 0)
const titled = (name: unknown, what: string): string => (text(name) ? `${what} ${text(name)}` : `a ${what}`)

const ROLE_IN_COURSE: Record<string, string> = { manager: ' as manager', instructor: ' as instructor' }

const INVITATION_ENDS: Readonly<Record<number, string>> = {
  [INVITATION.cancelled]: 'canceled',
  [INVITATION.declined]: 'declined',
  [INVITATION.failed]: 'closed',
}

const SENTENCES: Record<string, Predicate> = {
  'session.start': () => 'signed in',
  'session.end': () => 'signed out',
  'session.failed': ({ changes }) => `Sign-in failed${text(changes.email) ? ` for ${text(changes.email)}` : ''}`,
  'session.role': ({ changes }) => `switched to the role ${text(changes.to ?? changes.role) || 'chosen'}`,
  'impersonation.start': (said) => `started working as ${person(said)}`,
  'impersonation.end': (said) => `stopped working as ${person(said)}`,
  'portal.enter': (said) => `looked into ${portal(said)} from another portal`,
  'portal.select': (said) => `selected ${portal(said)}`,
  'portal.create': (said) => `created ${portal(said)}`,
  'portal.activate': (said) => `activated ${portal(said)}`,
  'portal.update': (said) => `changed ${portal(said)}`,
  'portal.update-settings': () => 'changed the portal settings',
  'portal.update-terms': () => 'changed the terms of the portal',
  'portal.storage': (said) => `changed the storage limit of ${portal(said)}`,
  'company.update': () => 'changed the company details',
  'permissions.switch': ({ changes }) =>
    `${changes.is_allowed ? 'allowed' : 'took away'} ${text(changes.permission)} for the role ${text(changes.role)}`,
  'integrations.update': () => 'changed the connected services',
  'roles.set-outside': (said) =>
    `made ${person(said)} ${said.changes.is_outside ? 'an outside manager' : 'a manager of the company'}`,
  'user.create': (said) => (said.isSelf ? 'created an account' : `created an account for ${person(said)}`),
  'user.join': (said) => `added ${person(said)}`,
  'user.update': (said) => (said.isSelf ? 'changed their own profile' : `changed the profile of ${person(said)}`),
  'user.roles': (said) => `changed the roles of ${person(said)}`,
  'user.role_given': (said) => `gave ${person(said)} the role ${text(said.changes.role) || 'chosen'}`,
  'user.block': (said) => `${said.changes.is_blocked === false ? 'unblocked' : 'blocked'} ${person(said)}`,
  'user.delete': (said) => `removed ${person(said)} from the portal`,
  'user.tags': (said) => `changed the tags of ${person(said)}`,
  'user.confirm-address': (said) => `confirmed the shipping address of ${person(said)}`,
  'user.upload-avatar': () => 'uploaded a picture',
  'user.remove-avatar': () => 'removed a picture',
  'password.change': () => 'changed their password',
  'password.reset': () => 'set a new password with a link',
  'password.set': (said) => `set a password for ${person(said)}`,
  'email.change': () => 'changed their e-mail',
  'api-token.create': () => 'created an API token',
  'api-token.delete': () => 'revoked an API token',
  'credits.give': (said) =>
    `gave ${counted(said.changes.amount, 'credit')} to ${said.person ?? course(said)}${said.person ? ` for ${course(said)}` : ''}`,
  'credits.take': (said) =>
    `took ${counted(said.changes.amount, 'credit')} back from ${said.person ?? course(said)}${said.person ? ` for ${course(said)}` : ''}`,
  'enrollment.create': (said) =>
    said.isSelf
      ? `joined ${course(said)}`
      : `enrolled ${person(said)} in ${course(said)}${ROLE_IN_COURSE[text(said.changes.role_id)] ?? ''}`,
  'enrollment.delete': (said) => `took ${person(said)} out of ${course(said)}`,
  'enrollment.complete': (said) =>
    said.isSelf ? `completed ${course(said)}` : `marked ${course(said)} as completed for ${person(said)}`,
  'enrollment.grant': (said) => `gave ${person(said)} another right to ${course(said)}`,
  'enrollment.curator': (said) => `changed the curator of ${person(said)}${inCourse(said)}`,
  'enrollment.reopen': (said) => `gave ${person(said)} access to ${course(said)} again`,
  'invitation.create': (said) => {
    const emails = Array.isArray(said.changes.emails) ? said.changes.emails : []
    return `invited ${emails.length === 1 ? text(emails[0]) : counted(emails.length, 'person').replace('persons', 'people')} to ${course(said)}`
  },
  'invitation.resend': (said) =>
    `sent the invitation of ${text(said.changes.email) || 'someone'} to ${course(said)} again`,
  'invitation.accept': (said) => `accepted an invitation to ${course(said)}`,
  'invitation.close': (said) =>
    `${INVITATION_ENDS[Number(said.changes.status)] ?? 'closed'} the invitation of ${text(said.changes.email) || 'someone'} to ${course(said)}`,
  'manager.settings': (said) =>
    said.isSelf ? 'changed their invitation settings' : `changed the invitation settings of ${person(said)}`,
  'order.create': (said) => `placed ${order(said)}`,
  'order.complete': (said) => `completed ${order(said)}`,
  'order.cancel': (said) => `canceled ${order(said)}`,
  'order.fail': (said) => `could not complete ${order(said)}`,
  'order.refund': (said) => `requested a refund of ${dollars(said.changes.amount)} for ${order(said)}`,
  'order.refunded': (said) => `refunded ${dollars(said.changes.amount)} of ${order(said)}`,
  'order.refund_failed': (said) => `could not refund ${order(said)}`,
  'order.payment_returned': (said) => `returned the payment of ${order(said)}`,
  'order.dispute': (said) => `recorded a chargeback of ${order(said)}`,
  'partner.set-share': () => 'changed the share of a partner company',
  'plan.update': () => 'changed a subscription plan',
  'subscription.update': () => 'changed the subscription',
  'subscription.resume': () => 'resumed the subscription',
  'payment-account.create': () => 'connected a payment account',
  'payment-account.disconnect': () => 'disconnected the payment account',
  'assignment.grade': (said) =>
    `graded ${text(said.changes.assignment) || 'an assignment'} of ${person(said)} with ${text(said.changes.score)}`,
  'assignment.respond': (said) => `handed in ${text(said.changes.assignment) || 'an assignment'}`,
  'exam.reset': (said) => `reset an exam of ${person(said)}`,
  'exam.extra-time': (said) => `gave ${person(said)} ${counted(said.changes.minutes, 'minute')} more in an exam`,
  'certificate.issue': (said) =>
    `${said.isSelf ? 'received' : 'issued'} ${titled(said.changes.number, 'certificate')}${said.isSelf ? '' : ` to ${person(said)}`}`,
  'certificate.revoke': (said) => `revoked ${titled(said.changes.number, 'certificate')} of ${person(said)}`,
  'certificates.view': () => 'looked at certificates from another portal',
  'course.create': (said) => `created ${course(said)}`,
  'course.copy': (said) => `copied a course as ${course(said)}`,
  'course.update': (said) => `changed ${course(said)}`,
  'course.update-prices': (said) => `changed the prices of ${course(said)}`,
  'course.publish': (said) => `published ${course(said)}`,
  'course.publish-version': (said) => `published version ${text(said.changes.number)} of ${course(said)}`,
  'course.move-learners': (said) =>
    `moved ${counted(said.changes.moved, 'learner')} of ${course(said)} to version ${text(said.changes.number)}`,
  'course.withdraw': (said) => `turned ${course(said)} back into a draft`,
  'course.announce': (said) => `announced ${course(said)} as coming soon`,
  'course.archive': (said) => `archived ${course(said)}`,
  'course.mails': (said) => `changed the mails of ${course(said)}`,
  'export.download': ({ changes }) => `exported ${text(changes.kind).replaceAll('-', ' ') || 'a list'}`,
  'export.start': ({ changes }) => `asked for a large export of ${text(changes.kind).replaceAll('-', ' ') || 'a list'}`,
  'reports.all-portals': () => 'looked at the reports of all portals',
  'report-schedule.create': ({ changes }) => `scheduled the report ${text(changes.title)}`,
  'report-schedule.update': ({ changes }) => `changed the schedule of the report ${text(changes.title)}`,
  'report-schedule.delete': ({ changes }) => `deleted the schedule of the report ${text(changes.title)}`,
}

const VERBS: Record<string, string> = {
  create: 'created',
  update: 'changed',
  delete: 'deleted',
  restore: 'restored',
  retry: 'tried again with',
  cancel: 'canceled',
  add: 'added',
  attach: 'attached',
  upload: 'uploaded',
  remove: 'removed',
  detach: 'detached',
  open: 'opened',
  close: 'closed',
  reopen: 'reopened',
  reply: 'replied to',
  approve: 'approved',
  reject: 'rejected',
  move: 'moved',
  check: 'checked',
  run: 'ran',
  undo: 'undid',
}
/** How what was done with a part leads to the whole; else it is a part of it. */
const LINKS: Record<string, string> = { add: 'to', attach: 'to', upload: 'to', remove: 'from', detach: 'from' }

const withArticle = (what: string): string => `${/^[aeiou]/.test(what) ? 'an' : 'a'} ${what}`

/**
 * The predicate of an action without a sentence of its own: `shipment.create` is "created a shipment",
 * `question-pool.add-question` is "added a question to a question pool".
 */
const plainPredicate = (action: string, changes: Changes): string => {
  const [noun = '', verb = ''] = action.split('.')
  const what = noun.replaceAll('-', ' ')
  const [deed = '', ...part] = verb.split(/[-_]/)
  const past = VERBS[deed]
  if (!past) return `${what}: ${verb.replaceAll(/[-_]/g, ' ')}`
  if (part.length > 0) return `${past} ${withArticle(part.join(' '))} ${LINKS[deed] ?? 'of'} ${withArticle(what)}`
  const name = text(changes.title ?? changes.name)
  return `${past} ${name ? `the ${what} ${name}` : withArticle(what)}`
}

const predicateOf = (action: string, said: Said): string =>
  SENTENCES[action]?.(said) ?? plainPredicate(action, said.changes)

/** What happened, as one sentence: "Ada Lane gave 5 credits to Ben Ross for Ladder Safety" (REP-014). */
export const sentenceOf = (action: string, names: Names, changes: Changes, isSelf: boolean): string => {
  const predicate = predicateOf(action, { ...names, changes, isSelf })
  if (action === 'session.failed') return predicate
  const { actor, impersonator } = names
  const who = impersonator ? `${impersonator}, working as ${actor ?? 'someone'},` : (actor ?? 'Portico')
  return `${who} ${predicate}`
}

/** The same to the one who did it: "Gave 5 credits to Ben Ross", "Changed your password" (REP-007). */
export const ownSentenceOf = (action: string, names: Names, changes: Changes, isSelf: boolean): string => {
  const predicate = predicateOf(action, { ...names, changes, isSelf }).replace(/\btheir\b/, 'your')
  return predicate.charAt(0).toUpperCase() + predicate.slice(1)
}
