import type { Insertable } from 'kysely'
import type { DB } from '#platform/db/db-types.ts'

type PortalValues = Omit<Insertable<DB['portals']>, 'logo' | 'secondary_logo' | 'default_certificate_logo'>
type CompanyValues = Omit<Insertable<DB['companies']>, 'portal_id'>

export type DemoPortal = PortalValues & {
  company: CompanyValues
  /** False for the portal that shows what is missing before one can start. */
  has_logo: boolean
  navigations?: { button_name: string; title: string; slug: string; sort_number: number }[]
}

const at = (city: string, state: string, postal_code: string, street: string) => ({
  address: street,
  city,
  state,
  postal_code,
  country: 'US',
})

/** The portals of the demo, one of each kind: core, admin, two in-house, two marketable channels, a blocked and an invalid one. */
export const DEMO_PORTALS: readonly DemoPortal[] = [
  {
    slug: 'core',
    name: 'Portico Academy',
    status: 'active',
    is_demo: true,
    type: 2,
    is_marketable: true,
    has_blog: true,
    has_course_catalog: true,
    primary_color: '#1b56b3',
    secondary_color: '#c96a12',
    plan_short_name: 'enterprise',
    has_logo: true,
    company: {
      name: 'Portico Academy',
      website: 'https://portico.example.com',
      is_confirmed: true,
      support_phone: '+12175550100',
      support_email: 'help@portico.example.com',
      ...at('Springfield', 'IL', '62701', '100 Training Way'),
    },
    navigations: [
      { button_name: 'Courses', title: 'All courses', slug: 'course', sort_number: 1 },
      { button_name: 'Bundles', title: 'Course bundles', slug: 'bundles', sort_number: 2 },
      { button_name: 'Schedule', title: 'Instructor-led dates', slug: 'course/schedule', sort_number: 3 },
      {
        button_name: 'Continuing education',
        title: 'Continuing education credits',
        slug: 'continuing-education-credits',
        sort_number: 4,
      },
      { button_name: 'Questions', title: 'Questions and answers', slug: 'faq', sort_number: 5 },
      {
        button_name: 'Run your own portal',
        title: 'Learning management system',
        slug: 'learning-management-system',
        sort_number: 6,
      },
      {
        button_name: 'Drug-free workplace',
        title: 'Drug-free workplace program',
        slug: 'drug-free-workplace',
        sort_number: 7,
      },
      { button_name: 'Verify', title: 'Verify a certificate', slug: 'certificates/verify', sort_number: 8 },
    ],
  },
  {
    slug: 'admin',
    name: 'Portico Admin',
    status: 'active',
    is_demo: true,
    primary_color: '#3d4a5c',
    has_logo: true,
    company: { name: 'Portico', support_phone: '+12175550100', support_email: 'help@portico.example.com' },
  },
  {
    slug: 'granite',
    name: 'Granite Ridge Constructors',
    status: 'active',
    is_demo: true,
    type: 1,
    primary_color: '#8a4b1f',
    secondary_color: '#2f5d62',
    plan_short_name: 'established',
    has_logo: true,
    company: {
      name: 'Granite Ridge Constructors',
      support_phone: '+12175550120',
      support_email: 'training@granite.example.com',
      ...at('Boulder', 'CO', '80302', '7 Quarry Road'),
    },
  },
  {
    slug: 'tidewater',
    name: 'Tidewater Utilities',
    status: 'active',
    is_demo: true,
    type: 1,
    primary_color: '#0b6e74',
    plan_short_name: 'enterprise',
    has_logo: true,
    company: {
      name: 'Tidewater Utilities',
      support_phone: '+12175550130',
      support_email: 'academy@tidewater.example.com',
      ...at('Norfolk', 'VA', '23510', '12 Harbor Street'),
    },
  },
  {
    slug: 'safestart',
    name: 'SafeStart Training',
    status: 'active',
    is_demo: true,
    type: 2,
    is_marketable: true,
    has_course_catalog: true,
    // Asks before it counts visits.
    google_analytic_id: 'G-DEMO000000',
    is_consent_opt_in: true,
    primary_color: '#b3261e',
    secondary_color: '#1f4e79',
    footer_color: '#2a1413',
    plan_short_name: 'promo',
    has_logo: true,
    company: {
      name: 'SafeStart Training',
      website: 'https://safestart.example.com',
      is_confirmed: true,
      support_phone: '+12175550140',
      support_email: 'hello@safestart.example.com',
      ...at('Austin', 'TX', '78701', '45 Hardhat Avenue'),
    },
  },
  {
    slug: 'meridian',
    name: 'Meridian Continuing Education',
    status: 'active',
    is_demo: true,
    type: 2,
    is_marketable: true,
    has_blog: true,
    has_course_catalog: true,
    primary_color: '#0f6b57',
    secondary_color: '#b08a3c',
    plan_short_name: 'established',
    has_logo: true,
    company: {
      name: 'Meridian Continuing Education',
      website: 'https://meridian.example.com',
      is_confirmed: true,
      support_phone: '+12175550180',
      support_email: 'hours@meridian.example.com',
      ...at('Madison', 'WI', '53703', '9 Lakeside Court'),
    },
    navigations: [
      { button_name: 'Courses', title: 'Courses with hours', slug: 'course', sort_number: 1 },
      { button_name: 'Organizations', title: 'Who accepts our courses', slug: 'ce', sort_number: 2 },
      { button_name: 'Questions', title: 'Questions and answers', slug: 'faq', sort_number: 3 },
    ],
  },
  {
    slug: 'oldmill',
    name: 'Old Mill Supply',
    status: 'active',
    is_demo: true,
    type: 2,
    is_marketable: true,
    is_paused: true,
    primary_color: '#4a6b2a',
    has_logo: true,
    company: { name: 'Old Mill Supply', support_phone: '+12175550150', support_email: 'office@oldmill.example.com' },
  },
  {
    slug: 'newleaf',
    name: 'New Leaf Services',
    status: 'pending',
    is_demo: true,
    type: 1,
    has_logo: false,
    company: { name: null, support_phone: '+12175550160' },
  },
]
