import type { Permission } from '#kernel/access/permissions.ts'
import type { SearchHit } from '#ui/app/navigation.ts'
import { IconPlus } from '#ui/icons.tsx'

type Action = {
  label: string
  href: string
  permission: Permission
  keywords?: string
  /** Its screen is not for those who see some people of the portal alone. */
  is_for_everybody?: true
}

const ACTIONS: readonly Action[] = [
  {
    label: 'Add a person',
    href: '/users/create',
    permission: 'users.create',
    keywords: 'new create user learner',
    is_for_everybody: true,
  },
  {
    label: 'Enroll people',
    href: '/users/create-enrollment',
    permission: 'users.create',
    keywords: 'new create enrollment assign course',
  },
  {
    label: 'Import people',
    href: '/users/import',
    permission: 'users.create',
    keywords: 'sheet csv excel upload add users',
    is_for_everybody: true,
  },
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
  {
    label: 'Add an author',
    href: '/partner/authors/create',
    permission: 'partner-content.create',
    keywords: 'new create partner',
  },
  {
    label: 'Add a page link',
    href: '/partner/external-pages/create',
    permission: 'partner-content.create',
    keywords: 'new create partner',
  },
  {
    label: 'Add a question and answer',
    href: '/partner/faq/create',
    permission: 'partner-content.create',
    keywords: 'new create partner',
  },
  {
    label: 'Add a feature',
    href: '/partner/features/create',
    permission: 'partner-content.create',
    keywords: 'new create partner',
  },
]

/** What the person can do at once from the search (UIX-044). */
export const actionsFor = (
  can: (permission: string) => boolean,
  isOpen: (path: string) => boolean,
  seesEverybody: boolean,
): SearchHit[] =>
  ACTIONS.filter(
    ({ permission, href, is_for_everybody: isForEverybody }) =>
      can(permission) && isOpen(href) && (seesEverybody || !isForEverybody),
  ).map(({ label, href, keywords }) => ({
    label,
    href,
    group: 'Actions',
    icon: IconPlus,
    ...(keywords && { keywords }),
  }))
