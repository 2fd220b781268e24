import type { Permission } from '#kernel/access/permissions.ts'
import type { NavGroup } from '#ui/app/navigation.ts'
import { IconCloudCheck, IconList } from '#ui/icons.tsx'

/** A screen with the permission it needs, and what it is for. */
export type Screen = NavGroup['items'][number] & { permission: Permission; text?: string }

/** What concerns the whole platform and no single portal. */
export const OVER_ALL_PORTALS: readonly Screen[] = [
  {
    label: 'Subscriptions',
    href: '/admin/subscriptions',
    icon: IconList,
    permission: 'subscriptions.view',
    text: 'Plans of all portals, and what they cost.',
    keywords: 'plan attach portals prices',
  },
  {
    label: 'Health',
    href: '/admin/health',
    icon: IconCloudCheck,
    permission: 'portals.update',
    text: 'What is wrong, and how processes, jobs, e-mails and the database are doing.',
    keywords: 'status monitoring queue jobs workers mail database disk alarm operation',
  },
]
