import { wordOf } from '#ui/app/status-badge.tsx'
import { ORDER_STATUS, ORDER_WORDS, type OrderStatus } from '../rules/status.ts'

/** The filters of payments and earnings by type and status (ORD-020). */
export const MONEY_FILTERS = [
  {
    name: 'type',
    label: 'Type',
    options: [
      { value: 'course', label: 'Course' },
      { value: 'bundle', label: 'Bundle' },
      { value: 'subscription', label: 'Subscription' },
      { value: 'change-subscription', label: 'Change of plan' },
      { value: 'partner-subscription', label: 'Partner subscription' },
      { value: 'credits-on-course', label: 'Credits of a course' },
      { value: 'credits-on-portal', label: 'Credits of the portal' },
    ],
  },
  {
    name: 'status',
    label: 'Status',
    options: [ORDER_STATUS.completed, ORDER_STATUS.refunded, ORDER_STATUS.failed, ORDER_STATUS.cancelled].map(
      (status) => ({ value: String(status), label: wordOf(ORDER_WORDS[status as OrderStatus]) }),
    ),
  },
] as const
