import type { Permission } from '#kernel/access/permissions.ts'
import type { NavGroup } from '#ui/app/navigation.ts'
import {
  IconBell,
  IconBook,
  IconBuilding,
  IconChartBar,
  IconFileText,
  IconHelpCircle,
  IconLayoutDashboard,
  IconList,
  IconMessageCircle,
  IconPackage,
  IconReceipt,
  IconRefresh,
  IconSettings,
  IconShieldLock,
  IconStar,
  IconUser,
  IconUsers,
  IconUsersGroup,
} from '#ui/icons.tsx'

/** A screen with the permission it needs, and what it is for. */
type Screen = NavGroup['items'][number] & { permission: Permission; text?: string }

/**
 * The screens of the side navigation, grouped by what people do; each person sees those they may open (ROU-128). The
 * first group has no name and stands above the others.
 */
export const NAVIGATION: readonly { label: string; items: readonly Screen[] }[] = [
  {
    label: '',
    items: [{ label: 'Dashboard', href: '/dashboard', icon: IconLayoutDashboard, permission: 'profile.view' }],
  },
  {
    label: 'Learning',
    items: [
      {
        label: 'My courses',
        href: '/courses',
        icon: IconBook,
        permission: 'learning.view',
        text: 'Your courses and your progress.',
      },
      {
        label: 'My orders',
        href: '/orders',
        icon: IconReceipt,
        permission: 'learning.view',
        text: 'Your purchases and invoices.',
      },
      {
        label: 'Courses',
        href: '/courses/admin',
        icon: IconBook,
        permission: 'courses.view',
        text: 'Drafts and published courses.',
      },
      {
        label: 'Question pools',
        href: '/question-pools',
        icon: IconHelpCircle,
        permission: 'question-pools.view',
        text: 'Question pools for exams.',
        keywords: 'exams quiz knowledge check answers',
      },
      {
        label: 'Reviews',
        href: '/portals/reviews',
        icon: IconStar,
        permission: 'reviews.view',
        text: 'Approve and answer course reviews.',
        keywords: 'ratings feedback stars',
      },
    ],
  },
  {
    label: 'People',
    items: [
      {
        label: 'Users',
        href: '/users',
        icon: IconUsers,
        permission: 'users.view',
        text: 'Everyone in this portal, with their roles.',
        keywords: 'people learners members',
      },
      {
        label: 'Courses and credits',
        href: '/courses/managers',
        icon: IconUsersGroup,
        permission: 'manager-courses.view',
        text: 'Enroll people, give credits, follow progress.',
        keywords: 'enroll give take back certificates',
      },
    ],
  },
  {
    label: 'Site',
    items: [
      {
        label: 'Announcements',
        href: '/portals/announcements',
        icon: IconBell,
        permission: 'announcements.view',
        text: 'News on dashboards and banners on every page.',
        keywords: 'banner news message maintenance',
      },
      {
        label: 'Company profile',
        href: '/partner/company',
        icon: IconBuilding,
        permission: 'partner-content.view',
        text: 'Name, logo and contacts of the partner company.',
        keywords: 'partner provider logo address',
      },
      {
        label: 'Company authors',
        href: '/partner/authors',
        icon: IconUser,
        permission: 'partner-content.view',
        text: 'The people who write for the partner company.',
      },
      {
        label: 'Company pages',
        href: '/partner/external-pages',
        icon: IconFileText,
        permission: 'partner-content.view',
        text: 'Pages of the partner company on this site.',
        keywords: 'website content approval',
      },
      {
        label: 'Company features',
        href: '/partner/features',
        icon: IconStar,
        permission: 'partner-content.view',
        text: 'What makes the partner company different.',
      },
      {
        label: 'Company FAQ',
        href: '/partner/faq',
        icon: IconMessageCircle,
        permission: 'partner-content.view',
        text: 'Questions people ask the partner company.',
        keywords: 'questions answers',
      },
    ],
  },
  {
    label: 'Sales',
    items: [
      {
        label: 'Payments',
        href: '/payments',
        icon: IconReceipt,
        permission: 'payments.view',
        text: 'Payments and refunds.',
        keywords: 'refund invoice chargeback',
      },
      {
        label: 'Earnings',
        href: '/earnings',
        icon: IconChartBar,
        permission: 'payments.view',
        text: 'Sales after fees and shares.',
        keywords: 'income net fee payout account',
      },
      {
        label: 'Partner shares',
        href: '/admin/partner-shares',
        icon: IconChartBar,
        permission: 'portals.view',
        text: 'What partner companies earn from their sales.',
        keywords: 'percent provider commission',
      },
      {
        label: 'Shipments',
        href: '/shipments',
        icon: IconPackage,
        permission: 'shipments.view',
        text: 'Packages to buyers, with labels and tracking.',
        keywords: 'parcel delivery carrier label tracking',
      },
      {
        label: 'Shippable products',
        href: '/portals/shippable-products',
        icon: IconList,
        permission: 'bundles.view',
        text: 'Manuals and kits you can ship.',
        keywords: 'shipping manual weight size',
      },
    ],
  },
  {
    label: 'Portal',
    items: [
      {
        label: 'Portal settings',
        href: '/admin/portal/settings',
        icon: IconSettings,
        permission: 'portal-settings.view',
        text: 'Company, pictures, storefront, colors and privacy.',
        keywords: 'logo color branding analytics consent cookie catalog shop',
      },
      {
        label: 'Activity log',
        href: '/admin/activity-logs',
        icon: IconList,
        permission: 'activity-logs.view',
        text: 'Who did what, and what was changed.',
        keywords: 'audit history impersonation settings changes',
      },
      {
        label: 'Portals',
        href: '/portals',
        icon: IconBuilding,
        permission: 'portals.view',
        text: 'Create, confirm, pause and edit portals.',
        keywords: 'tenant customer new pause',
      },
      {
        label: 'Permissions',
        href: '/permissions',
        icon: IconShieldLock,
        permission: 'permissions.view',
        text: 'What each role may do, and who changed it.',
        keywords: 'roles rights access allow',
      },
      {
        label: 'Subscription',
        href: '/admin/my-subscription',
        icon: IconRefresh,
        permission: 'my-subscription.view',
        text: 'Your plan, its payments and its end date.',
        keywords: 'plan upgrade cancel term',
      },
      {
        label: 'Subscriptions',
        href: '/admin/subscriptions',
        icon: IconList,
        permission: 'subscriptions.view',
        text: 'Plans of all portals, and what they cost.',
        keywords: 'plan attach portals prices',
      },
    ],
  },
]
