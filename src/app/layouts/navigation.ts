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
  IconStar,
  IconUser,
  IconUsers,
  IconUsersGroup,
} from '#ui/icons.tsx'

/** A screen with the permission it needs, and what it is for. */
type Screen = NavGroup['items'][number] & { permission: Permission; text?: string }

/** The screens of the side navigation, grouped; each person sees those they may open (ROU-128). */
export const NAVIGATION: readonly { label: string; items: readonly Screen[] }[] = [
  {
    label: 'Overview',
    items: [
      { label: 'Dashboard', href: '/dashboard', icon: IconLayoutDashboard, permission: 'profile.view' },
      {
        label: 'My orders',
        href: '/orders',
        icon: IconReceipt,
        permission: 'orders.view',
        text: 'Your purchases and invoices.',
      },
    ],
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
        label: 'Courses and credits',
        href: '/courses/managers',
        icon: IconUsersGroup,
        permission: 'manager-courses.view',
        text: 'Enroll people, give credits, follow progress.',
        keywords: 'enroll give take back certificates',
      },
      {
        label: 'Users',
        href: '/users',
        icon: IconUsers,
        permission: 'users.view',
        text: 'Everyone in this portal, with their roles.',
        keywords: 'people learners members',
      },
      {
        label: 'Announcements',
        href: '/portals/announcements',
        icon: IconBell,
        permission: 'announcements.view',
        text: 'News on dashboards and banners on every page.',
        keywords: 'banner news message maintenance',
      },
    ],
  },
  {
    label: 'Company',
    items: [
      {
        label: 'Company profile',
        href: '/partner/company',
        icon: IconBuilding,
        permission: 'partner-content.view',
        text: 'Name, logo and contacts of the partner company.',
        keywords: 'partner provider logo address',
      },
      {
        label: 'Authors',
        href: '/partner/authors',
        icon: IconUser,
        permission: 'partner-content.view',
        text: 'The people who write for the partner company.',
      },
      {
        label: 'External pages',
        href: '/partner/external-pages',
        icon: IconFileText,
        permission: 'partner-content.view',
        text: 'Pages of the partner company on this site.',
        keywords: 'website content approval',
      },
      {
        label: 'Features',
        href: '/partner/features',
        icon: IconStar,
        permission: 'partner-content.view',
        text: 'What makes the partner company different.',
      },
      {
        label: 'FAQ',
        href: '/partner/faq',
        icon: IconMessageCircle,
        permission: 'partner-content.view',
        text: 'Questions people ask the partner company.',
        keywords: 'questions answers',
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
    ],
  },
  {
    label: 'Money',
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
      {
        label: 'Earnings',
        href: '/earnings',
        icon: IconChartBar,
        permission: 'payments.view',
        text: 'Sales after fees and shares.',
        keywords: 'income net fee payout account',
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
      {
        label: 'Partner shares',
        href: '/admin/partner-shares',
        icon: IconChartBar,
        permission: 'portals.view',
        text: 'What partner companies earn from their sales.',
        keywords: 'percent provider commission',
      },
    ],
  },
]
