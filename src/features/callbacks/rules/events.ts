/** What a callback can be called about. The triggers of `migrations/160-integrations.sql` write them. */
export const EVENTS = {
  'enrollment.created': { group: 'Enrollments', title: 'Enrolled' },
  'enrollment.started': { group: 'Enrollments', title: 'Started' },
  'enrollment.progressed': { group: 'Enrollments', title: 'Made progress' },
  'enrollment.completed': { group: 'Enrollments', title: 'Completed' },
  'enrollment.failed': { group: 'Enrollments', title: 'Failed an exam, package or assignment' },
  'enrollment.expired': { group: 'Enrollments', title: 'Access expired' },
  'enrollment.updated': { group: 'Enrollments', title: 'Dates or manager changed' },
  'enrollment.ended': { group: 'Enrollments', title: 'Unenrolled' },
  'certificate.issued': { group: 'Certificates', title: 'Certificate issued' },
  'certificate.revoked': { group: 'Certificates', title: 'Certificate revoked' },
  'certificate.expired': { group: 'Certificates', title: 'Certificate expired' },
  'credits.changed': { group: 'Credits', title: 'Credits changed' },
  'order.created': { group: 'Orders', title: 'Order placed' },
  'order.completed': { group: 'Orders', title: 'Order completed' },
  'order.refunded': { group: 'Orders', title: 'Order refunded' },
  'order.updated': { group: 'Orders', title: 'Order changed otherwise' },
  'chargeback.opened': { group: 'Orders', title: 'Chargeback opened' },
  'chargeback.won': { group: 'Orders', title: 'Chargeback won' },
  'chargeback.lost': { group: 'Orders', title: 'Chargeback lost' },
  'user.created': { group: 'People', title: 'Person added' },
  'user.updated': { group: 'People', title: 'Person changed' },
  'user.removed': { group: 'People', title: 'Person removed' },
} as const satisfies Record<string, { group: string; title: string }>

export type EventType = keyof typeof EVENTS
export const EVENT_TYPES = Object.keys(EVENTS) as [EventType, ...EventType[]]

/** Sent by the test button alone, whatever the callback is called about. */
export const TEST_EVENT = 'callback.test'

/** The form of what is sent; a callback keeps the one of the day it was made. */
export const API_VERSION = '2026-11-26'

/** The name of an event in lists; the type itself for one that is not in use any more. */
export const titleOf = (type: string): string =>
  type === TEST_EVENT ? 'Test' : (EVENTS[type as EventType]?.title ?? type)

/** The types by what they are about, in the order in which a form shows them. */
export const eventGroups = (): { group: string; items: { value: EventType; label: string }[] }[] => {
  const groups = [...new Set(EVENT_TYPES.map((type) => EVENTS[type].group))]
  return groups.map((group) => ({
    group,
    items: EVENT_TYPES.filter((type) => EVENTS[type].group === group).map((value) => ({
      value,
      label: EVENTS[value].title,
    })),
  }))
}
