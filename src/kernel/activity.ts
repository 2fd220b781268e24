/** What the activity log is filtered by. */
export const TOPICS = [
  'impersonation',
  'settings',
  'money',
  'grades',
  'people',
  'courses',
  'sign-ins',
  'other',
] as const
export type Topic = (typeof TOPICS)[number]

const BY_ACTION: Record<string, Topic> = {
  'portal.enter': 'impersonation',
  'portal.select': 'impersonation',
  'reports.all-portals': 'impersonation',
  'course.update-prices': 'money',
  'enrollment.complete': 'grades',
  'enrollment.grant': 'money',
}

const BY_NOUN: Record<string, Topic> = {
  impersonation: 'impersonation',
  portal: 'settings',
  company: 'settings',
  job: 'settings',
  permissions: 'settings',
  integrations: 'settings',
  'report-schedule': 'settings',
  requirement: 'settings',
  'trade-rule': 'settings',
  callback: 'settings',
  provisioning: 'settings',
  'sign-on': 'settings',
  'sign-on-domain': 'settings',
  'sign-on-provider': 'settings',
  credits: 'money',
  order: 'money',
  partner: 'money',
  'payment-account': 'money',
  plan: 'money',
  subscription: 'money',
  assignment: 'grades',
  certificate: 'grades',
  exam: 'grades',
  'crew-session': 'grades',
  proctoring: 'grades',
  identity: 'grades',
  'scorm-attempt': 'grades',
  enrollment: 'people',
  'bulk-change': 'people',
  invitation: 'people',
  group: 'people',
  roles: 'people',
  user: 'people',
  course: 'courses',
  'course-question': 'courses',
  'scorm-package': 'courses',
  schedule: 'courses',
  'api-token': 'sign-ins',
  badge: 'sign-ins',
  email: 'sign-ins',
  'mobile-number': 'sign-ins',
  password: 'sign-ins',
  session: 'sign-ins',
  'second-factor': 'sign-ins',
}

/** What an action such as `order.refund` is about. */
export const topicOf = (action: string): Topic => BY_ACTION[action] ?? BY_NOUN[action.split('.', 1)[0] ?? ''] ?? 'other'

/** A field that was changed, as the log keeps it. */
export type FieldChange = { from: unknown; to: unknown }

const isSame = (one: unknown, other: unknown): boolean => {
  if (one instanceof Date && other instanceof Date) return one.getTime() === other.getTime()
  return one === other || JSON.stringify(one ?? null) === JSON.stringify(other ?? null)
}

/** The fields of `after` that differ from `before`, each with both values (REP-013). */
export const changedFields = (
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): Record<string, FieldChange> =>
  Object.fromEntries(
    Object.entries(after)
      .filter(([field, value]) => value !== undefined && !isSame(before[field], value))
      .map(([field, value]) => [field, { from: before[field] ?? null, to: value ?? null }]),
  )
