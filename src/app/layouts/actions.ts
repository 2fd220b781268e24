import type { Permission } from '#kernel/access/permissions.ts'
import type { SearchHit } from '#ui/app/navigation.ts'
import { IconPlus } from '#ui/icons.tsx'

type Action = { label: string; href: string; permission: Permission; keywords?: string }

const ACTIONS: readonly Action[] = [
  { label: 'Create a course', href: '/courses/builder/create', permission: 'courses.create', keywords: 'new add' },
  {
    label: 'Create a question pool',
    href: '/question-pools/create',
    permission: 'question-pools.create',
    keywords: 'new add exam',
  },
  { label: 'Create a shipment', href: '/shipments/create', permission: 'shipments.create', keywords: 'new add send' },
  {
    label: 'Create a shippable product',
    href: '/portals/shippable-products/create',
    permission: 'bundles.create',
    keywords: 'new add',
  },
  {
    label: 'Attach a subscription',
    href: '/admin/subscriptions/attach',
    permission: 'subscriptions.create',
    keywords: 'plan portal new add',
  },
]

/** What the person can do at once from the search (UIX-044). */
export const actionsFor = (can: (permission: string) => boolean, isOpen: (path: string) => boolean): SearchHit[] =>
  ACTIONS.filter(({ permission, href }) => can(permission) && isOpen(href)).map(({ label, href, keywords }) => ({
    label,
    href,
    group: 'Actions',
    icon: IconPlus,
    ...(keywords && { keywords }),
  }))
