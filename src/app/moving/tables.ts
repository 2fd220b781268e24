// What becomes of each table when a portal moves to another installation. A table that is not here stops the export.
import { COMPLIANCE_TABLES } from './compliance-tables.ts'
import { moveChanged, moveJson, shifted } from './references.ts'
import { goes, stays, type TableRule } from './table-rule.ts'
import { TEXT_TABLES } from './text-tables.ts'

export type { Arrival, Goes, Kind, TableRule } from './table-rule.ts'

const OF_THE_INSTALLATION = 'belongs to the installation, not to a portal'
const SIGN_IN_UNDER_WAY = 'is a sign-in or a link under way, which works at the old address only'
const SECOND_FACTOR = 'is a second factor, which is bound to the old address or its SECRET: people set it up again'
const SHARING = 'links a course with other portals of the old installation; the course itself goes along'
const SENT = 'is the log of what was sent to receivers, kept for days; it names ids of the old installation'
const DERIVED: TableRule = { stays: 'is made again from what goes along', isDerived: true }

/** A domain or sender must be proved again at the new address. */
const UNPROVED = {
  status: 'omit',
  records: 'omit',
  checked_at: 'omit',
  checks: 'omit',
  next_check_at: 'omit',
  activated_at: 'omit',
  failing_since: 'omit',
} as const

const CENTS = {
  subtotal_cents: 'keep',
  tax_cents: 'keep',
  total_cents: 'keep',
  refunded_cents: 'keep',
  dispute_fee_cents: 'keep',
  disputed_cents: 'keep',
  platform_share_cents: 'keep',
} as const

const SUBSCRIPTION_ORDERS = new Set([
  'subscription',
  'partner-subscription',
  'partner-subscription-credit',
  'change-subscription',
])

/** Tables whose rows are links with other portals of the installation. */
export const SHARING_TABLES: readonly string[] = [
  'course_releases',
  'publishing_jobs',
  'course_shares',
  'received_courses',
  'received_items',
]

export const TABLES: Readonly<Record<string, TableRule>> = {
  // The portal itself
  portals: goes(
    { id: 'portal', site_header: 'keep', site_footer: 'keep', storage_quota: 'keep' },
    {
      adapt: (row, { slug }) => {
        row['slug'] = slug
        return true
      },
    },
  ),
  companies: goes(),
  navigation_groups: goes(),
  custom_domains: goes({ ...UNPROVED, token: 'omit', is_preferred: 'omit' }),
  custom_emails: goes(UNPROVED),
  dkim_keys: stays('is sealed with the SECRET of the old installation; add the sender again for a new key'),
  former_slugs: goes({ record_id: 'id' }),
  redirects: goes(),
  portal_permissions: goes(),

  // Files
  media: goes({ user_id: 'user', size: 'keep', key: 'file', is_received: 'omit' }, { filed: 'deleted_at is null' }),
  media_tags: goes(),
  media_uses: goes(
    { record_id: 'id' },
    {
      adapt: (row, { move }) => {
        if (row['used_in'] === 'portals') row['record_id'] = String(move.portal.to)
        return true
      },
    },
  ),

  // People
  users: stays('is shared by all portals; the accounts of the portal are in accounts.csv'),
  portal_users: goes(),
  portal_user_roles: goes(),
  sessions: goes(
    { token_hash: 'omit' },
    {
      fresh: { token_hash: ({ newToken }) => newToken() },
      adapt: (row, { now }) => {
        if (row['ended_at'] === null) {
          row['ended_at'] = now.toISOString()
          row['end_reason'] = 'moved to another installation'
        }
        return true
      },
    },
  ),
  user_notes: goes(),
  user_tags: goes(),
  list_views: goes({ saved: 'query' }),
  badges: goes(),
  // A PIN opens no account that was here before: its person may be somebody else's word (decision 064).
  badge_secrets: goes(
    { start_code_hash: 'omit', start_code_ends_at: 'omit' },
    { adapt: (row, { isKnown }) => !isKnown(Number(row['user_id'])) },
  ),
  // Known browsers are known at the old address alone.
  badge_wrong_tries: goes(
    {},
    { adapt: (row, { isKnown }) => row['device'] === '' && !isKnown(Number(row['user_id'])) },
  ),
  ...TEXT_TABLES,
  activity_logs: goes(
    { subject_id: 'id', changes: 'json' },
    {
      adapt: (row, { move }, { subject_id: before }) => {
        const id = Number(before ?? 0)
        const to = {
          user: move.userOf(id),
          portal: id === move.portal.from ? move.portal.to : null,
          plan: move.planOf(id),
        }[row['subject_type'] ?? '']
        if (to !== undefined) row['subject_id'] = to === null ? null : String(to)
        return true
      },
    },
  ),
  record_changes: goes(
    { record_id: 'keep', restores_id: 'id', changed: 'keep' },
    {
      adapt: (row, { move }) => {
        const id = Number(row['record_id'])
        const isPerson = row['kind'] === 'person'
        const isOwn = row['kind'] === 'course' || row['kind'] === 'page'
        const record = isPerson ? move.userOf(id) : isOwn ? shifted(id, move) : move.portal.to
        if (record === null) return false
        row['record_id'] = String(record)
        row['changed'] = moveChanged(row['changed'] ?? '{}', move)
        return true
      },
    },
  ),
  sign_in_rules: goes({ required_roles: 'keep' }),
  link_tokens: stays(SIGN_IN_UNDER_WAY),
  pending_sign_ins: stays(SIGN_IN_UNDER_WAY),
  passkey_challenges: stays(SIGN_IN_UNDER_WAY),
  trusted_devices: stays(SECOND_FACTOR),
  authenticator_apps: stays(SECOND_FACTOR),
  passkeys: stays(SECOND_FACTOR),
  recovery_codes: stays(SECOND_FACTOR),
  api_tokens: stays('opens the API of the old installation; people make new ones'),
  portal_tokens: stays('opens the API of the old installation; admins make new ones'),
  api_calls: stays('is the log of calls with those tokens, kept for days'),
  // Single sign-on and provisioning
  sign_on_providers: goes(
    { client_secret: 'omit', role_rules: 'keep' },
    {
      adapt: (row) => {
        row['is_active'] = 'f'
        return true
      },
    },
  ),
  sign_on_domains: goes(
    { token: 'omit', proved_at: 'omit', missing_since: 'omit', checked_at: 'omit' },
    { fresh: { token: ({ newToken }) => newToken().slice(2) } },
  ),
  sign_on_settings: goes({ password_sign_in: 'omit' }),
  // A provider opens no account that was here before: its person may be somebody else's word (decision 043).
  sign_on_links: goes({}, { adapt: (row, { isKnown }) => !isKnown(Number(row['user_id'])) }),
  sign_on_attempts: stays(SIGN_IN_UNDER_WAY),
  sign_on_sessions: stays(SIGN_IN_UNDER_WAY),
  sign_on_keys: stays('is sealed with the SECRET of the old installation; a new key is made when it is needed'),
  sign_on_ways_back: stays(SIGN_IN_UNDER_WAY),
  // What the old installation has signed can be checked at the new one, which signs with a key of its own.
  signing_keys: goes(
    { key_id: 'keep', public_key: 'keep', private_key: 'omit' },
    {
      adapt: (row, { now }) => {
        row['retired_at'] ??= now.toISOString()
        return true
      },
    },
  ),
  provisioning_settings: goes({ is_on: 'omit' }),
  provisioned_people: goes({ attributes: 'keep', manager_ref: 'keep' }),
  provisioned_groups: goes(),
  provisioned_group_members: goes(),
  provisioning_events: goes(),

  // Courses
  partner_companies: goes({ social_links: 'keep' }),
  terms: goes(),
  certificate_templates: goes(),
  courses: goes({ source_portal_id: 'omit', source_revoked_at: 'omit', outline_version: 'keep' }),
  course_slugs: goes(),
  course_terms: goes(),
  course_pricings: goes(),
  course_instructors: goes(),
  bundles: goes(),
  bundle_courses: goes(),
  schedules: goes(),
  searches: goes(),
  outline_items: goes({ itemable_id: 'id' }),
  modules: goes(),
  module_items: goes({ captions: 'json' }),
  question_pools: goes({ is_received: 'omit' }),
  questions: goes(),
  question_answers: goes(),
  question_imports: goes(),
  question_import_rows: goes({ question: 'keep' }),
  question_import_pictures: goes({ bytes: 'keep' }),
  exams: goes(),
  exam_question_pools: goes(),
  assignments: goes(),
  assignment_materials: goes(),
  scorm_packages: goes({ outline: 'keep', size: 'keep', is_received: 'omit' }),
  scorm_modules: goes(),
  cloud_scorm_imports: goes(),
  cloud_scorm_modules: goes(),
  course_versions: goes({ packed: 'outline' }),
  version_contents: goes({ hash: 'keep', content: 'json' }),
  course_version_items: goes({ item_id: 'id', module_id: 'id', place_id: 'id' }),
  course_version_pools: goes({ exam_id: 'id', question_ids: 'ids' }),
  course_version_files: goes(),
  ...Object.fromEntries(SHARING_TABLES.map((name) => [name, stays(SHARING)])),

  // Learning
  enrollments: goes({ last_item_id: 'id' }),
  rule_standing_changes: stays('says what readers with tokens of the old installation have not read'),
  enrollment_changes: stays('says what readers with tokens of the old installation have not read'),
  enrollment_grants: goes({ order_id: 'id' }),
  course_user_progress: goes({ item_id: 'id', details: 'json' }),
  seat_times: goes({ item_id: 'id' }),
  seat_clocks: stays('runs while somebody reads, and starts again with the next report'),
  exam_attempts: goes(),
  exam_attempt_questions: goes({ question_id: 'id', answers: 'json' }),
  exam_answers: goes({ answer_ids: 'ids' }),
  exam_question_visits: goes(),
  exam_answer_sums: goes({ answer_ids: 'ids', attempt_id: 'id' }),
  exam_extra_times: goes(),
  exam_leases: goes({ questions: 'json' }),
  assignment_responses: goes(),
  assignment_drafts: goes(),
  assignment_files: goes({ size: 'keep', key: 'file' }),
  people_imports: goes({ file_key: 'file', header: 'keep', samples: 'keep', columns: 'keep', sums: 'keep' }),
  people_import_rows: goes({ data: 'keep', written: 'json' }),
  // Dates, numbers and addresses; who and what stands in columns.
  bulk_changes: goes({ request: 'json', sums: 'keep' }),
  bulk_change_rows: goes({ before: 'keep', after: 'keep', mail: 'keep', written: 'json' }),
  scorm_attempts: goes({ total_time: 'keep' }),
  scorm_carry_overs: goes(),
  scorm_sco_states: goes({ cmi: 'keep', suspend_data: 'keep', total_time: 'keep' }),
  scorm_commits: goes({ cmi: 'keep' }),
  scorm_snapshots: goes({ cmi: 'keep', suspend_data: 'keep' }),
  scorm_rehearsals: goes(),
  scorm_rehearsal_runs: goes({ saved: 'keep', observed: 'keep' }),
  cloud_scorm_registrations: goes({ total_seconds: 'keep' }),
  certificates: goes({ design: 'keep', file_key: 'file' }),
  seals: goes(),
  ...COMPLIANCE_TABLES,

  // Credits and money
  credit_accounts: goes({ balance: 'keep', distributed: 'keep', used: 'keep' }),
  credit_movements: goes({
    debit_balance: 'keep',
    credit_balance: 'keep',
    balance_after: 'keep',
    course_id: 'id',
    order_id: 'id',
    idempotency_key: 'ledger',
  }),
  credit_handouts: goes({ amount: 'keep' }),
  invitations: goes({ link_id: 'omit', mail_id: 'id' }),
  manager_settings: goes(),
  order_counters: goes({ last_number: 'keep' }),
  orders: goes(
    { ...CENTS, billing_address: 'keep', shipping_address: 'keep', details: 'json' },
    {
      adapt: (row, { move }, { details }) => {
        // Orders for plans name those in their items.
        if (details && SUBSCRIPTION_ORDERS.has(row['type'] ?? ''))
          row['details'] = moveJson(details, move, { names: { id: 'plan' } })
        return true
      },
    },
  ),
  order_items: goes(
    { item_id: 'id', total_cents: 'keep' },
    {
      adapt: (row, { move }, { item_id: before }) => {
        if (row['kind'] === 'subscription' && before) row['item_id'] = String(move.planOf(Number(before)) ?? 0)
        return true
      },
    },
  ),
  order_courses: goes(),
  payments: goes({ amount_cents: 'keep', tax_cents: 'keep', fee_cents: 'keep', platform_share_cents: 'keep' }),
  refunds: goes({ amount_cents: 'keep', credits: 'json' }),
  disputes: goes({ amount_cents: 'keep', fee_cents: 'keep' }),
  payment_messages: goes(),
  payment_accounts: stays('is connected with the platform of the old installation: connect it again'),
  subscription_plans: stays(`${OF_THE_INSTALLATION}; the new one has plans with the same short names`),
  subscriptions: goes(
    { plan_id: 'plan', next_plan_id: 'plan', card_reference: 'omit', order_portal_id: 'portal', before_refund: 'keep' },
    {
      adapt: (row) => {
        // The order of a plan that was bought elsewhere stays with the portal where it was.
        if (row['order_portal_id'] === null) row['order_id'] = null
        return true
      },
    },
  ),
  subscription_payments: goes(),
  integrations: stays('has keys sealed with the SECRET of the old installation: enter them again'),
  shippable_products: goes(),
  shipping_settings: goes(),
  shipping_choices: DERIVED,
  shipments: goes({ address: 'keep', label_file: 'file' }),
  shipment_items: goes(),
  // The public site
  pages: goes({ components: 'json', packed: 'blocks' }),
  page_versions: goes({ components: 'json' }),
  widgets: goes({ components: 'json' }),
  section_templates: goes({ components: 'json' }),
  promo_buttons: goes(),
  site_versions: goes({ record_id: 'id', value: 'json' }),
  authors: goes(),
  features: goes(),
  external_pages: goes({ components: 'json', packed: 'blocks' }),
  question_categories: goes(),
  faq_items: goes(),
  article_categories: goes(),
  articles: goes(),
  article_authors: goes(),
  article_tags: goes(),
  google_reviews: goes({ review_key: 'keep' }),
  releases: goes(),
  release_items: goes({ record_id: 'id', value: 'json', base: 'json', former: 'json' }),
  course_search: DERIVED,
  search_words: DERIVED,
  // What was said
  mails: goes({ message_key: 'message' }),
  mail_files: goes({ content: 'keep' }),
  notifications: goes({ message_key: 'message', link: 'link' }),
  announcements: goes(),
  course_mail_switches: goes(),
  reviews: goes(),
  review_counters: goes(),
  course_questions: goes({ last_message_id: 'id' }),
  course_question_messages: goes(),
  course_question_files: goes(),
  course_question_reads: goes({ last_read_id: 'id' }),
  question_counters: goes(),
  exports: stays('is a file made for one person and kept for days; it is made again when it is needed'),
  report_schedules: goes({ query: 'query' }),
  report_schedule_people: goes(),
  report_mailings: goes(),

  // What other systems receive
  callbacks: goes(
    {
      is_active: 'omit',
      secret: 'omit',
      former_secret: 'omit',
      former_secret_until: 'omit',
      failures: 'omit',
      failing_since: 'omit',
      told_at: 'omit',
      next_attempt_at: 'omit',
      lease: 'omit',
      lease_until: 'omit',
    },
    { fresh: { secret: ({ newCallbackSecret }) => newCallbackSecret(), is_active: () => 'f' } },
  ),
  callback_courses: goes(),
  callback_events: stays(SENT),
  callback_subjects: stays(SENT),
  callback_deliveries: stays(SENT),
  callback_attempts: stays(SENT),

  // What belongs to no portal
  alarms: stays(OF_THE_INSTALLATION),
  backups: stays(OF_THE_INSTALLATION),
  bus_payloads: stays('is a live event, gone within minutes'),
  call_counts: stays('counts calls of the last minutes'),
  disk_alarms: stays(OF_THE_INSTALLATION),
  idempotency_keys: stays('answers a call that is repeated within a day at the old address'),
  mails_on_request: stays('counts mails of the last hour'),
  permission_defaults: stays(OF_THE_INSTALLATION),
  processes: stays(OF_THE_INSTALLATION),
  record_versions: stays('tells two open editors apart; none is open at the new address'),
  schema_migrations: stays(OF_THE_INSTALLATION),
  wrong_passwords: stays('counts wrong passwords of the last hour'),
}
