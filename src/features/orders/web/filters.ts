import type { OrderType } from '#kernel/product/orders.ts'
import { ORDER_WORDS } from '#kernel/product/orders.ts'
import { ORDER_STATUS, type OrderStatus } from '#kernel/product/statuses.ts'
import type { ChoiceFilter, PeriodFilter } from '#ui/app/list/list-types.ts'
import { wordOf } from '#ui/app/status-badge.tsx'

const TYPES: Record<OrderType, string> = {
  course: 'Course',
  bundle: 'Bundle',
  'learner-reenroll': 'Course, taken again',
  'credits-on-course': 'Credits of a course',
  'credits-on-portal': 'Credits of the portal',
  subscription: 'Subscription',
  'change-subscription': 'Change of plan',
  'partner-subscription': 'Partner subscription',
  'partner-subscription-credit': 'Credits of a partner',
}

export const PERIOD: PeriodFilter = { label: 'Period', from: 'date_from', to: 'date_to' }

export const TYPE: ChoiceFilter = {
  name: 'type',
  label: 'Type',
  options: Object.entries(TYPES).map(([value, label]) => ({ value, label })),
}

export const statusOf = (shown: readonly OrderStatus[]): ChoiceFilter => ({
  name: 'status',
  label: 'Status',
  options: shown.map((status) => ({ value: String(status), label: wordOf(ORDER_WORDS[status]) })),
})

/** The filters of orders by date, type and status (ORD-020). */
export const ORDER_FILTERS = [PERIOD, TYPE, statusOf(Object.values(ORDER_STATUS))]
