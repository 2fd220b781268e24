import { isLongText, TEXT_CHANGED } from './changes.ts'

const KNOWN: Record<string, string> = {
  'session.start': 'Signed in',
  'session.end': 'Signed out',
  'session.failed': 'Failed sign-in',
  'session.role': 'Chose another role',
  'user.update': 'Changed the profile',
  'user.upload-avatar': 'Uploaded a picture',
  'user.remove-avatar': 'Removed the picture',
  'user.role_given': 'Gave a role',
  'user.create': 'Made an account',
  'email.change': 'Changed the e-mail',
  'password.change': 'Changed the password',
  'password.reset': 'Set a new password by link',
  'api-token.create': 'Created an API token',
  'api-token.delete': 'Revoked an API token',
  'order.create': 'Made an order',
  'order.complete': 'Completed an order',
  'enrollment.create': 'Enrolled somebody',
  'enrollment.delete': 'Took somebody out of a course',
  'certificate.issue': 'Issued a certificate',
  'certificate.revoke': 'Revoked a certificate',
  'assignment.respond': 'Answered an assignment',
  'enrollment.dates': 'Changed the dates of an enrollment',
  'user.join': 'Added somebody to the portal',
  'user.roles': 'Changed somebody’s roles',
  'user.block': 'Blocked or unblocked somebody',
  'user.tags': 'Changed somebody’s tags',
  'user.delete': 'Removed somebody from the portal',
  'password.set': 'Set somebody’s password',
  'export.download': 'Downloaded an export',
  'certificate.letters-missing': 'Printed a certificate with letters that no font has',
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
const words = (text: string) => text.replace(/[-_.]+/g, ' ').trim()

/** What an action was, in words for the one who did it; unknown ones by their own name, verb last. */
export const actionWords = (action: string): string => KNOWN[action] ?? capital(words(action.replace('.', ': ')))

// Ids and flags say nothing to people; what a person typed does.
const shown = (value: unknown): value is string | number | boolean =>
  (typeof value === 'string' && value !== '') || typeof value === 'number' || typeof value === 'boolean'

const isChange = (value: unknown): value is { from: unknown; to: unknown } =>
  typeof value === 'object' && value !== null && 'from' in value && 'to' in value

const afterOf = ({ from, to }: { from: unknown; to: unknown }): unknown =>
  isLongText(from) || isLongText(to) ? TEXT_CHANGED : to

/** The changes of an entry as short pairs of words, without ids and empty values; at most `most`. */
export const changeWords = (changes: Readonly<Record<string, unknown>> | null, most = 4): [string, string][] =>
  Object.entries(changes ?? {})
    .map(([name, value]): [string, unknown] => [name, isChange(value) ? afterOf(value) : value])
    .filter(([name, value]) => shown(value) && !/(^|_)id$/.test(name))
    .slice(0, most)
    .map(([name, value]) => [capital(words(name)), typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value)])
