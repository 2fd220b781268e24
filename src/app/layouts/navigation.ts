import type { Permission } from '#kernel/permissions.ts'
import type { NavGroup } from '#ui/app/navigation.ts'
import { IconBook, IconLayoutDashboard, IconReceipt, IconUsersGroup } from '#ui/icons.tsx'

/** A screen with the permission it needs, and the role whose own area it is. */
type Screen = NavGroup['items'][number] & { permission: Permission }

/** The screens of the side navigation, grouped; each person sees those they may open (ROU-128). */
export const NAVIGATION: readonly { label: string; items: readonly Screen[] }[] = [
  {
    label: 'Overview',
    items: [
      { label: 'Dashboard', href: '/dashboard', icon: IconLayoutDashboard, permission: 'profile.view' },
      { label: 'My orders', href: '/orders', icon: IconReceipt, permission: 'orders.view' },
    ],
  },
  {
    label: 'Learning',
    items: [{ label: 'My courses', href: '/courses', icon: IconBook, permission: 'learning.view' }],
  },
  {
    label: 'People',
    items: [
      {
        label: 'Courses and credits',
        href: '/courses/managers',
        icon: IconUsersGroup,
        permission: 'manager-courses.view',
      },
    ],
  },
]
