import { type Resource, SCREEN_GROUPS } from '#kernel/access/permissions.ts'
import { roleName } from '#kernel/access/roles.ts'
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
const lengthOf = (value: unknown): number => (Array.isArray(value) ? value.length : 0)
const dollars = (value: unknown): string => formatMoney(Number(value) || 0)
const titled = (name: unknown, what: string): string => (text(name) ? `${what} ${text(name)}` : `a ${what}`)

const BULK_WORDS: Record<string, string> = {
  enroll: 'enroll',
  unenroll: 'unenroll',
  extend: 'extend access of',
  remind: 'remind',
  move: 'move',
}
/** What a bulk change is about, such as "unenroll 12 learners". */
const bulkWords = ({ action, rows }: Changes): string =>
  action === 'grade'
    ? `grade ${counted(rows, 'response')}`
    : `${BULK_WORDS[text(action)] ?? 'change'} ${counted(rows, 'learner')}`

const PERMITTED: Record<string, string> = {
  view: 'open',
  create: 'create something in',
  update: 'change anything in',
  delete: 'delete anything from',
}
const permitted = (permission: string): string => {
  const [resource = '', action = ''] = permission.split('.')
  return `${PERMITTED[action] ?? action} “${SCREEN_GROUPS[resource as Resource]?.title ?? resource}”`
}

const ROLE_IN_COURSE: Record<string, string> = { manager: ' as manager', instructor: ' as instructor' }

const INVITATION_ENDS: Readonly<Record<number, string>> = {
  [INVITATION.cancelled]: 'canceled',
  [INVITATION.declined]: 'declined',
  [INVITATION.failed]: 'closed',
}

const withProvider = ({ provider }: Changes): string => (text(provider) ? ` with ${text(provider)}` : '')
const PASSWORD_WORDS: Record<string, string> = {
  on: 'let everyone sign in with a password',
  domains: 'closed password sign-in for people with a captured e-mail domain',
  off: 'closed password sign-in for everyone',
}

const SENTENCES: Record<string, Predicate> = {
  'session.start': ({ changes }) =>
    `signed in${changes.is_by_badge ? ' with a badge' : changes.is_by_link ? ' with a mailed link' : withProvider(changes)}`,
  'session.end': () => 'signed out',
  'session.failed': ({ changes }) =>
    `Sign-in failed${text(changes.email) ? ` for ${text(changes.email)}` : text(changes.badge) ? ` for badge ${text(changes.badge)}` : ''}${withProvider(changes)}`,
  'session.role': ({ changes }) => `switched to the role ${roleName(text(changes.to ?? changes.role)) || 'chosen'}`,
  'impersonation.start': (entry) => `started working as ${person(entry)}`,
  'impersonation.end': (entry) => `stopped working as ${person(entry)}`,
  'portal.enter': (entry) => `looked into ${portal(entry)} from another portal`,
  'portal.select': (entry) => `selected ${portal(entry)}`,
  'portal.create': (entry) => `created ${portal(entry)}`,
  'portal.activate': (entry) => `activated ${portal(entry)}`,
  'portal.update': (entry) => `changed ${portal(entry)}`,
  'portal.update-settings': () => 'changed the portal settings',
  'portal.update-terms': () => 'changed the terms of the portal',
  'portal.storage': (entry) => `changed the storage limit of ${portal(entry)}`,
  'portal.text-limit': (entry) => `changed the daily limit of text messages of ${portal(entry)}`,
  'company.update': () => 'changed the company details',
  'permissions.switch': ({ changes }) =>
    `${changes.is_allowed ? 'allowed' : 'no longer allows'} the role ${roleName(text(changes.role))} to ${permitted(text(changes.permission))}`,
  'integrations.update': () => 'changed the connected services',
  'roles.set-outside': (entry) =>
    `made ${person(entry)} ${entry.changes.is_outside ? 'an outside manager' : 'a manager of the company'}`,
  'user.create': (entry) => (entry.isSelf ? 'created an account' : `created an account for ${person(entry)}`),
  'user.join': (entry) => `added ${person(entry)}`,
  'user.update': (entry) => (entry.isSelf ? 'changed their own profile' : `changed the profile of ${person(entry)}`),
  'user.roles': (entry) => `changed the roles of ${person(entry)}`,
  'user.role_taken': (entry) => `took the role ${roleName(text(entry.changes.role)) || 'chosen'} from ${person(entry)}`,
  'sign-on.passwords': ({ changes }) => PASSWORD_WORDS[text(changes.to)] ?? 'changed who may sign in with a password',
  'sign-on-domain.prove': ({ changes }) => `proved the e-mail domain ${text(changes.name)}`,
  'sign-on-domain.lose': ({ changes }) => `found the e-mail domain ${text(changes.name)} no longer verified`,
  'user.role_given': (entry) => `gave ${person(entry)} the role ${roleName(text(entry.changes.role)) || 'chosen'}`,
  'user.block': (entry) => `${entry.changes.is_blocked === false ? 'unblocked' : 'blocked'} ${person(entry)}`,
  'user.delete': (entry) => `removed ${person(entry)} from the portal`,
  'user.move': (entry) => `noted where ${person(entry)} works from ${text(entry.changes.from_day)} on`,
  'user.correct-record': (entry) => `corrected the records of ${person(entry)}`,
  'user.upload-document': ({ changes }) => `uploaded ${text(changes.title)}`,
  'user.accept-document': (entry) =>
    `accepted ${text(entry.changes.title)} of ${person(entry)}${entry.changes.accepted_days ? ' and corrected its dates' : ''}`,
  'user.reject-document': (entry) => `rejected ${text(entry.changes.title)} of ${person(entry)}`,
  'requirement.create': ({ changes }) => `required ${text(changes.title)} from ${text(changes.from_day)} on`,
  'requirement.update': ({ changes }) =>
    `changed the requirement ${text(changes.title)} from ${text(changes.from_day)} on`,
  'requirement.retire': ({ changes }) =>
    `retired the requirement ${text(changes.title)} from ${text(changes.from_day)} on`,
  'trade-rule.create': ({ changes }) => `added the rule ${text(changes.title)} from ${text(changes.from_day)} on`,
  'trade-rule.update': ({ changes }) => `changed the rule ${text(changes.title)} from ${text(changes.from_day)} on`,
  'identity.lock': () => 'was locked out of a course by identity questions',
  'identity.lock-overdue': (entry) => `locked a course for ${person(entry)} after a missed identity question`,
  'identity.unlock': (entry) => `unlocked a course for ${person(entry)}: ${text(entry.changes.reason)}`,
  'identity.unlock-and-reset': (entry) =>
    `unlocked a course for ${person(entry)} and reset the identity answers: ${text(entry.changes.reason)}`,
  'identity.reset': (entry) => `reset the identity answers of ${person(entry)}: ${text(entry.changes.reason)}`,
  'trade-rule.retire': ({ changes }) => `retired the rule ${text(changes.title)} from ${text(changes.from_day)} on`,
  'crew-session.open': ({ changes }) => `opened the crew session ${text(changes.title)}`,
  'crew-session.close': ({ changes }) => `closed the crew session ${text(changes.title)}`,
  'crew-session.correct': ({ changes }) => `corrected the record of the crew session ${text(changes.title)}`,
  'user.restore': (entry) => `restored ${counted(lengthOf(entry.changes.fields), 'field')} of ${person(entry)}`,
  'portal.restore-settings': ({ changes }) => `restored ${counted(lengthOf(changes.fields), 'portal setting')}`,
  'course.restore': (entry) => `restored ${counted(lengthOf(entry.changes.fields), 'field')} of ${course(entry)}`,
  'portal.restore-permissions': ({ changes }) => `restored ${counted(lengthOf(changes.fields), 'permission')} of roles`,
  'user.tags': (entry) => `changed the tags of ${person(entry)}`,
  'user.confirm-address': (entry) => `confirmed the shipping address of ${person(entry)}`,
  'user.upload-avatar': () => 'uploaded a picture',
  'user.remove-avatar': () => 'removed a picture',
  'badge.give': (entry) => `gave ${person(entry)} the badge ${text(entry.changes.number)}`,
  'badge.replace': (entry) => `replaced the badge of ${person(entry)} by ${text(entry.changes.number)}`,
  'badge.withdraw': (entry) => `withdrew the badge ${text(entry.changes.number)} of ${person(entry)}`,
  'badge.print': ({ changes }) => `printed ${counted(changes.count, 'badge')}`,
  'badge.start-code': (entry) => `gave ${person(entry)} a start code`,
  'badge.start': ({ changes }) =>
    `set a ${changes.is_pin ? 'PIN' : 'password'} with ${changes.is_by_text ? 'a link by text' : 'a start code'}`,
  'badge.text-link': (entry) => `sent ${person(entry)} a link by text to ${text(entry.changes.number)}`,
  'badge.text-sign-in': (entry) => `texted ${person(entry)} a link to sign in, as requested with the badge number`,
  'mobile-number.enter': (entry) =>
    entry.isSelf
      ? `entered the own mobile number ${text(entry.changes.number)}`
      : `entered the mobile number ${text(entry.changes.number)} of ${person(entry)}, who agreed to texts`,
  'mobile-number.remove': (entry) =>
    entry.isSelf ? 'removed the own mobile number' : `removed the mobile number of ${person(entry)}`,
  'badge.change-secret': () => 'changed the PIN or password of their badge',
  'password.change': () => 'changed their password',
  'password.reset': () => 'set a new password with a link',
  'password.set': (entry) => `set a password for ${person(entry)}`,
  'email.change': () => 'changed their e-mail',
  'api-token.create': () => 'created an API token',
  'api-token.delete': () => 'revoked an API token',
  'credits.give': (entry) =>
    `gave ${counted(entry.changes.amount, 'credit')} to ${entry.person ?? course(entry)}${entry.person ? ` for ${course(entry)}` : ''}`,
  'credits.take': (entry) =>
    `took ${counted(entry.changes.amount, 'credit')} back from ${entry.person ?? course(entry)}${entry.person ? ` for ${course(entry)}` : ''}`,
  'enrollment.create': (entry) =>
    entry.isSelf
      ? `joined ${course(entry)}`
      : `enrolled ${person(entry)} in ${course(entry)}${ROLE_IN_COURSE[text(entry.changes.role_id)] ?? ''}`,
  'enrollment.delete': (entry) => `took ${person(entry)} out of ${course(entry)}`,
  'enrollment.complete': (entry) =>
    entry.isSelf ? `completed ${course(entry)}` : `marked ${course(entry)} as completed for ${person(entry)}`,
  'enrollment.grant': (entry) => `gave ${person(entry)} another right to ${course(entry)}`,
  'enrollment.curator': (entry) => `changed the curator of ${person(entry)}${inCourse(entry)}`,
  'enrollment.dates': (entry) => `changed the dates of ${person(entry)}${inCourse(entry)}`,
  'enrollment.remind': (entry) => `reminded ${person(entry)} of ${course(entry)}`,
  'enrollment.reopen': (entry) => `gave ${person(entry)} access to ${course(entry)} again`,
  'invitation.create': (entry) => {
    const emails = Array.isArray(entry.changes.emails) ? entry.changes.emails : []
    return `invited ${emails.length === 1 ? text(emails[0]) : counted(emails.length, 'person').replace('persons', 'people')} to ${course(entry)}`
  },
  'invitation.resend': (entry) =>
    `sent the invitation of ${text(entry.changes.email) || 'someone'} to ${course(entry)} again`,
  'invitation.accept': (entry) => `accepted an invitation to ${course(entry)}`,
  'invitation.close': (entry) =>
    `${INVITATION_ENDS[Number(entry.changes.status)] ?? 'closed'} the invitation of ${text(entry.changes.email) || 'someone'} to ${course(entry)}`,
  'manager.settings': (entry) =>
    entry.isSelf ? 'changed their invitation settings' : `changed the invitation settings of ${person(entry)}`,
  'order.create': (entry) => `placed ${order(entry)}`,
  'order.complete': (entry) => `completed ${order(entry)}`,
  'order.cancel': (entry) => `canceled ${order(entry)}`,
  'order.fail': (entry) => `could not complete ${order(entry)}`,
  'order.refund': (entry) => `requested a refund of ${dollars(entry.changes.amount)} for ${order(entry)}`,
  'order.refunded': (entry) => `refunded ${dollars(entry.changes.amount)} of ${order(entry)}`,
  'order.refund_failed': (entry) => `could not refund ${order(entry)}`,
  'order.payment_returned': (entry) => `returned the payment of ${order(entry)}`,
  'order.dispute': (entry) => `recorded a chargeback of ${order(entry)}`,
  'partner.set-share': () => 'changed the share of a partner company',
  'plan.update': () => 'changed a subscription plan',
  'subscription.update': () => 'changed the subscription',
  'subscription.resume': () => 'resumed the subscription',
  'payment-account.create': () => 'connected a payment account',
  'payment-account.disconnect': () => 'disconnected the payment account',
  'assignment.grade': (entry) =>
    `graded ${text(entry.changes.assignment) || 'an assignment'} of ${person(entry)} with ${text(entry.changes.score)}`,
  'assignment.ungrade': (entry) => {
    const what = `${text(entry.changes.assignment) || 'an assignment'} of ${person(entry)}`
    const score = entry.changes.score
    return typeof score === 'number'
      ? `took back a grade of ${what}, which has ${text(score)} again`
      : `took back the grade of ${what}, which waits for one again`
  },
  'assignment.respond': (entry) => `handed in ${text(entry.changes.assignment) || 'an assignment'}`,
  'proctoring.open': (entry) => `opened the exam ${text(entry.changes.exam)} for ${person(entry)}`,
  'proctoring.take-back': (entry) =>
    `took back the opening of the exam ${text(entry.changes.exam)} for ${person(entry)}`,
  'proctoring.incident': (entry) => `recorded an incident in the exam ${text(entry.changes.exam)} of ${person(entry)}`,
  'proctoring.end': (entry) => `ended the exam ${text(entry.changes.exam)} of ${person(entry)}`,
  'proctoring.confirm': (entry) =>
    `confirmed to have been present until the end of the exam ${text(entry.changes.exam)} of ${person(entry)}`,
  'exam.reset': (entry) => `reset an exam of ${person(entry)}`,
  'exam.extra-time': (entry) => `gave ${person(entry)} ${counted(entry.changes.minutes, 'minute')} more in an exam`,
  'certificate.issue': (entry) =>
    `${entry.isSelf ? 'received' : 'issued'} ${titled(entry.changes.number, 'certificate')}${entry.isSelf ? '' : ` to ${person(entry)}`}`,
  'certificate.revoke': (entry) => `revoked ${titled(entry.changes.number, 'certificate')} of ${person(entry)}`,
  'bulk-change.create': ({ changes }) => `prepared a bulk change: ${bulkWords(changes)}`,
  'bulk-change.run': ({ changes }) => `ran a bulk change: ${bulkWords(changes)}`,
  'bulk-change.undo': ({ changes }) => `undid a bulk change: ${bulkWords(changes)}`,
  'certificates.view': () => 'looked at certificates from another portal',
  'course.create': (said) => `created ${course(said)}`,
  'course.copy': (said) => `copied a course as ${course(said)}`,
  'course.update': (said) => `changed ${course(said)}`,
  'course.update-prices': (said) => `changed the prices of ${course(said)}`,
  'course.publish': (said) => `published ${course(said)}`,
  'course.publish-version': (said) => `published version ${text(said.changes.number)} of ${course(said)}`,
  'course.move-learners': (said) =>
    `moved ${counted(said.changes.moved, 'learner')} of ${course(said)} to version ${text(said.changes.number)}`,
  'course.rehearse-package': (said) => `rehearsed a package of version ${text(said.changes.number)} of ${course(said)}`,
  'course.share': (said) => `shared ${course(said)} with ${counted(said.changes.portals, 'portal')}`,
  'course.send-update': (said) => `sent an update of ${course(said)} to ${counted(said.changes.portals, 'portal')}`,
  'course.restart-sharing': (said) => `started the sharing of ${course(said)} again`,
  'course.stop-sharing': (said) => `stopped sharing ${course(said)} with ${counted(said.changes.portals, 'portal')}`,
  'course.sharing-ended': (said) => `lost ${course(said)}, which ${text(said.changes.portal)} no longer shares`,
  'course.take-update': (said) => `took ${course(said)} from ${text(said.changes.portal)}`,
  'course.decline-update': (said) => `declined an update of ${course(said)}`,
  'course.withdraw': (said) => `turned ${course(said)} back into a draft`,
  'course.announce': (said) => `announced ${course(said)} as coming soon`,
  'course.archive': (said) => `archived ${course(said)}`,
  'course.mails': (said) => `changed the mails of ${course(said)}`,
  'review.enter': (said) => `entered a review of ${course(said)} for a learner`,
  'page.upload-picture': ({ changes }) => `changed the share picture of the page ${text(changes.title)}`,
  'widget.restore': ({ changes }) => `restored version ${text(changes.number)} of the widget ${text(changes.title)}`,
  'promo-button.restore': ({ changes }) =>
    `restored version ${text(changes.number)} of the promo button ${text(changes.title)}`,
  'navigation.restore': ({ changes }) => `restored version ${text(changes.number)} of the navigation`,
  'page.restore': ({ changes }) => `restored version ${text(changes.number)} of the page ${text(changes.title)}`,
  'page.publish': ({ changes }) => `published version ${text(changes.number)} of the page ${text(changes.title)}`,
  'release.publish': ({ changes }) => `put the release ${text(changes.title)} live`,
  'release.roll-back': ({ changes }) => `rolled back the release ${text(changes.title)}`,
  'release.schedule': ({ changes }) => `chose when the release ${text(changes.title)} goes live`,
  'page.copy': ({ changes }) => `copied a page as ${text(changes.title)}`,
  'export.download': ({ changes }) => `exported ${text(changes.kind).replaceAll('-', ' ') || 'a list'}`,
  'export.start': ({ changes }) =>
    text(changes.kind).startsWith('evidence-')
      ? `asked for an inspector’s file: ${text((changes.query as Changes | undefined)?.title) || 'training records'}`
      : `asked for a large export of ${text(changes.kind).replaceAll('-', ' ') || 'a list'}`,
  'signing-key.rotate': () => 'started signing with a new key',
  'job.retry': ({ changes }) => `retried failed jobs of the queue ${text(changes.queue)}`,
  'callback.secret': ({ changes }) => `made a new secret for the callback ${text(changes.name)}`,
  'callback.replay': ({ changes }) =>
    `sent ${counted(changes.count, 'message')} of the callback ${text(changes.name)} again`,
  'course.callbacks': (said) => `changed the callbacks of ${course(said)}`,
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
