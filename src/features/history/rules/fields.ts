import { ROLE_NAMES, ROLES, type Role } from '#kernel/access/roles.ts'

export const KINDS = ['settings', 'person', 'roles', 'course'] as const
/** What has a history: the settings of the portal, a person in it, what its roles may do, or a course beside its versions. */
export type Kind = (typeof KINDS)[number]
/** Records with named fields; those of roles are their permissions (`roles.ts`). */
export type KindOfFields = Exclude<Kind, 'roles'>

/** What entries are filtered by (HIS-009), in the order in which a record is shown. */
export const PARTS_OF = {
  settings: ['general', 'look', 'company', 'terms', 'platform'],
  person: ['profile', 'addresses', 'access', 'roles', 'tags', 'team'],
  roles: ROLE_NAMES,
  course: ['details', 'publication', 'pricing', 'catalog', 'instructors', 'due_dates', 'search_engines'],
} as const satisfies Record<Kind, readonly string[]>
export const PARTS = [...PARTS_OF.settings, ...PARTS_OF.person, ...PARTS_OF.roles, ...PARTS_OF.course] as const
export type Part = (typeof PARTS)[number]

export const PART_NAMES: Record<Part, string> = {
  ...(Object.fromEntries(ROLE_NAMES.map((role) => [role, ROLES[role].name])) as Record<Role, string>),
  general: 'General',
  look: 'Look',
  company: 'Company',
  terms: 'Terms',
  platform: 'Set by the platform',
  profile: 'Profile',
  addresses: 'Addresses',
  access: 'Access',
  roles: 'Roles',
  tags: 'Tags',
  team: 'Team',
  details: 'Details',
  publication: 'Publication',
  pricing: 'Prices',
  catalog: 'Catalog terms',
  instructors: 'Instructors',
  due_dates: 'Due dates',
  search_engines: 'Search engines',
}

/** The action that puts a field back, which is the one of its screen (HIS-012). */
export type Way =
  | 'profile'
  | 'external_id'
  | 'block'
  | 'roles'
  | 'tags'
  | 'settings'
  | 'company'
  | 'terms'
  | 'permissions'
  | 'course'
  | 'prices'
  | 'due_dates'

export type Field = { label: string; part: Part } & (
  | { way: Way }
  /** Where it is changed instead of being restored (HIS-013). */
  | { way: null; instead: string }
)

const by = (way: Way, part: Part, labels: Readonly<Record<string, string>>): [string, Field][] =>
  Object.entries(labels).map(([name, label]) => [name, { label, part, way }])
const not = (part: Part, instead: string, labels: Readonly<Record<string, string>>): [string, Field][] =>
  Object.entries(labels).map(([name, label]) => [name, { label, part, way: null, instead }])

const address = (prefix: string, what: string) => ({
  [`${prefix}address`]: `${what} address`,
  [`${prefix}address_2`]: `${what} address, line 2`,
  [`${prefix}city`]: `${what} city`,
  [`${prefix}state`]: `${what} state`,
  [`${prefix}zip_code`]: `${what} ZIP code`,
})

const PERSON: [string, Field][] = [
  ...by('profile', 'profile', { first_name: 'First name', middle_name: 'Middle name', last_name: 'Last name' }),
  ...not('profile', 'The person changes it with a link that is mailed to the new address.', { email: 'E-mail' }),
  ...by('profile', 'profile', { username: 'Username' }),
  ...by('external_id', 'profile', { external_id: 'External ID' }),
  ...not('profile', 'A picture is deleted when another one takes its place. Upload it again.', { avatar: 'Picture' }),
  ...by('profile', 'profile', { direct_number: 'Phone' }),
  ...by('profile', 'addresses', { city: 'City', state: 'State', zip_code: 'ZIP code' }),
  ...by('profile', 'addresses', address('billing_', 'Billing')),
  ...by('profile', 'addresses', address('shipping_', 'Shipping')),
  ...not('access', 'Add or remove the person on the screen Users.', { is_member: 'In this portal' }),
  ...not('access', 'Give or withdraw the badge on the overview of the person.', { badge_number: 'Badge number' }),
  ...by('block', 'access', { is_blocked: 'Blocked' }),
  ...not('access', 'A super admin blocks and unblocks an account on all portals.', {
    is_blocked_everywhere: 'Blocked on all portals',
  }),
  ...by('roles', 'roles', { roles: 'Roles' }),
  ...not('roles', 'Change it on the screen Roles.', { is_outside: 'Outside manager' }),
  ...by('tags', 'tags', { tags: 'Tags' }),
  ...not('team', 'The team follows from the groups of the provider.', { manager_id: 'Team' }),
]

const UPLOADED = 'Upload the picture again in the portal settings.'

const SETTINGS: [string, Field][] = [
  ...by('settings', 'general', {
    is_marketable: 'Shop',
    has_course_catalog: 'Course catalog',
    has_blog: 'Blog',
    disable_course_questions: 'No course questions',
    has_badges: 'Badges',
    is_sales_tax_on: 'Sales tax',
    is_consent_opt_in: 'Cookies off until visitors agree',
    time_zone: 'Time zone',
    google_analytic_id: 'Google Analytics ID',
  }),
  ...not('general', 'The type of a portal cannot be changed once it has been chosen.', { type: 'Type' }),
  ...by('settings', 'look', {
    primary_color: 'Primary color',
    secondary_color: 'Secondary color',
    background: 'Background',
    footer_header_color: 'Footer heading color',
    footer_color: 'Footer color',
    heading_font: 'Heading font',
    text_font: 'Text font',
    site_header: 'Header',
    site_footer: 'Footer',
  }),
  ...not('look', UPLOADED, {
    logo: 'Logo',
    secondary_logo: 'Logo for dark backgrounds',
    favicon: 'Page icon',
    social_logo: 'Share image',
    default_certificate_logo: 'Logo of certificates',
  }),
  ...by('company', 'company', {
    company_name: 'Company name',
    company_website: 'Website',
    company_support_phone: 'Support phone',
    company_support_email: 'Support e-mail',
    company_fax: 'Fax',
    company_address: 'Company address',
    company_city: 'Company city',
    company_state: 'Company state',
    company_country: 'Company country',
    company_postal_code: 'Postal code',
    company_po_inbox: 'PO box',
    company_address_link: 'Map link',
  }),
  ...by('terms', 'terms', { terms: 'Terms' }),
  ...not('platform', 'The platform changes it under Portals.', {
    name: 'Portal name',
    slug: 'Portal address',
    status: 'Status',
    is_paused: 'Paused',
    plan_short_name: 'Plan',
    subscribed_until: 'Subscribed until',
    storage_quota: 'Storage limit',
    text_limit: 'Text messages a day',
    company_is_confirmed: 'Company confirmed',
  }),
]

const COURSE: [string, Field][] = [
  ...not('publication', 'Versions stay as they are. Compare them on the screen Versions.', {
    newest_version: 'Version published',
  }),
  ...not('publication', 'Publish, withdraw or archive the course with its own button.', {
    publication_status: 'Status',
  }),
  ...by('course', 'publication', { is_marketable: 'Shown in the store' }),
  ...not('publication', 'The portal that shares the course decides this.', { source_revoked_at: 'No longer shared' }),
  ...by('course', 'details', { title: 'Title', description: 'Description', video: 'Video' }),
  ...not('details', 'Change the address on the screen General settings.', { slug: 'Address' }),
  ...by('course', 'details', {
    duration_minutes: 'Length',
    is_sequential: 'Lessons in order',
    is_certificate_required: 'Ends with a certificate',
    author_name: 'Author',
    button_name: 'Button label',
  }),
  ...not('details', 'Choose the provider on the screen Details.', { partner_company_id: 'Provider' }),
  ...not('details', 'Upload the picture again on the screen Details.', {
    thumbnail: 'Cover',
    seo_image: 'Share picture',
    author_avatar: 'Author’s picture',
  }),
  ...not('details', 'Change the template on the screen Certificate template.', {
    certificate_template_id: 'Certificate template',
  }),
  ...by('prices', 'pricing', {
    course_pricings: 'Prices',
    min_credit_price_cents: 'Minimum price of a credit',
    max_discount: 'Discount for returning buyers',
    credit_price_cents: 'Price of a credit',
  }),
  ...by('course', 'catalog', { catalog_terms: 'Catalog terms' }),
  ...not('instructors', 'Add or remove instructors on the screen Instructors.', { instructors: 'Instructors' }),
  ...by('due_dates', 'due_dates', { due_days: 'Due after', due_at: 'Due date' }),
  ...by('course', 'search_engines', {
    meta_title: 'Title for search engines',
    meta_description: 'Description for search engines',
    seo_keywords: 'Keywords',
  }),
]

/** Every recorded field by its name, in the order in which a record is shown. */
export const FIELDS: Readonly<Record<Kind, ReadonlyMap<string, Field>>> = {
  // Named by their permissions (`roles.ts`).
  roles: new Map(),
  settings: new Map(SETTINGS),
  person: new Map(PERSON),
  course: new Map(COURSE),
}

/** Fields with several values, which are given and taken one by one. */
const ITEMS = new Set(['roles', 'tags', 'course_pricings', 'catalog_terms', 'instructors'])
export const isItems = (field: string): boolean => ITEMS.has(field)

export const fieldsOfPart = (kind: Kind, part: Part): string[] =>
  [...FIELDS[kind]].filter(([, field]) => field.part === part).map(([name]) => name)
