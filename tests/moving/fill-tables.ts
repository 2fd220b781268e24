// A row in tables that the demo leaves empty, so that a move of its portal has something of everything.
import type pg from 'pg'

type Column = { name: string; type: string; is_needed: boolean; refers_to: string | null; refers_by: string | null }

const COLUMNS = `
  select a.attname as name, format_type(coalesce(nullif(y.typbasetype, 0), y.oid), null) as type,
    a.attnotnull and not a.atthasdef and a.attidentity = '' as is_needed,
    f.confrelid::regclass::text as refers_to,
    (select r.attname from pg_attribute r where r.attrelid = f.confrelid
      and r.attnum = f.confkey[array_position(f.conkey, a.attnum)])::text as refers_by
  from pg_attribute a
  join pg_type y on y.oid = a.atttypid
  left join lateral (
    select confrelid, conkey, confkey from pg_constraint
    where contype = 'f' and conrelid = a.attrelid and a.attnum = any(conkey) order by array_length(conkey, 1) desc limit 1
  ) f on true
  where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
  order by a.attnum`

/** What stands in the tables, as SQL; other needed columns get the first row that they may name, or a plain value. */
const VALUES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  announcements: { audience: `'learner'` },
  widgets: {
    components: `jsonb_build_array(jsonb_build_object('type', 'PromoButtons', 'props', jsonb_build_object('id', 'b',
      'promo_button_ids', (select jsonb_agg(id) from promo_buttons where portal_id = $1))))`,
  },
  section_templates: {
    components: `(select jsonb_build_array(jsonb_build_object('type', 'Widget', 'props', jsonb_build_object('id', 'a', 'widget_id', id)))
      from widgets where portal_id = $1 limit 1)`,
  },
  callbacks: {
    name: `'Personnel system'`,
    url: `'https://hr.example.com/hook'`,
    events: `'{enrollment.completed}'`,
    api_version: `'2026-11-01'`,
    secret: `'\\x00'::bytea`,
    is_for_all_courses: 'false',
  },
  callback_courses: {},
  custom_domains: { host: `'learn.acme.example'`, status: `'active'`, activated_at: 'now()', is_preferred: 'true' },
  custom_emails: { email: `'office@acme.example'`, status: `'active'` },
  integrations: { service: `'easyship'`, secrets: `'\\x00'::bytea` },
  api_tokens: { token_hash: `'\\x01'::bytea`, expires_at: `now() + interval '1 year'` },
  portal_tokens: { token_hash: `'\\x02'::bytea`, scopes: `'{people:read}'`, expires_at: `now() + interval '1 year'` },
  payment_accounts: { account_id: `'acct_1'` },
  sign_on_providers: {
    kind: `'oidc'`,
    issuer: `'https://id.acme.example'`,
    client_id: `'portico'`,
    client_secret: `'\\x00'::bytea`,
  },
  sign_on_domains: { domain: `'acme.example'`, proved_at: 'now()' },
  sign_on_links: { subject: `'kim'` },
  sign_on_settings: { password_sign_in: `'off'` },
  signing_keys: { key_id: `'0123456789abcdef'`, public_key: `sha256('key')`, retired_at: `'2026-01-01'` },
  sign_in_rules: { required_roles: `'{"editor": "2026-01-01T00:00:00Z"}'` },
  provisioning_settings: { is_on: 'true' },
  provisioned_people: { user_name: `'kim@acme.example'`, attributes: `'{"title": "Foreman"}'`, manager_ref: `'hr-17'` },
  provisioned_groups: { role: `'learner'` },
  provisioned_group_members: {},
  provisioning_events: { kind: `'person_created'` },
  list_views: {
    list: `'people'`,
    saved: `jsonb_build_array(jsonb_build_object('name', 'Mine', 'query', jsonb_build_object(
      'manager_id', (select user_id::text from portal_users where portal_id = $1 order by 1 limit 1))))`,
  },
  report_schedules: {
    query: `jsonb_build_object('course_id', (select id::text from courses where portal_id = $1 order by 1 limit 1))`,
    covers: `'last_7_days'`,
    period: `'daily'`,
    hour: '7',
    format: `'csv'`,
  },
  report_schedule_people: {},
  report_mailings: {},
  releases: { name: `'Spring'`, status: `'draft'` },
  release_items: {
    kind: `'widget'`,
    record_id: `(select id from widgets where portal_id = $1 limit 1)`,
    value: `(select jsonb_build_object('title', title, 'components', components) from widgets where portal_id = $1 limit 1)`,
    base: `'null'::jsonb`,
  },
  redirects: { old_address: `'/old'`, new_address: `'/new'` },
  former_slugs: { kind: `'pages'`, record_id: `(select id from pages where portal_id = $1 order by 1 limit 1)` },
  badges: { number: `'W-17'`, code: `'0123456789abcdefghjk'` },
  badge_secrets: { secret_hash: `'kept'`, set_at: 'now()' },
  badge_wrong_tries: { device: `''`, wrong: '3' },
  mobile_numbers: { number: `'+12125550147'` },
  text_messages: {
    kind: `'start'`,
    number: `'+12125550147'`,
    body: `'Granite: Set your PIN'`,
    segments: '1',
    status: `'sent'`,
  },
  text_opt_outs: { number: `'+12125550148'`, opted_out_at: 'now()' },
  user_notes: {},
  user_tags: {},
  media_tags: {},
  manager_settings: {},
  course_mail_switches: { kind: `'enrolled'`, is_mail_on: 'false' },
  course_slugs: {},
  assignment_drafts: {},
  assignment_materials: {},
  assignment_files: { key: `'assignments/' || $1 || '/answer.txt'`, size: '6' },
  course_question_files: {},
  cloud_scorm_registrations: {},
  disputes: { status: `'won'`, fee_cents: '1500' },
  exam_extra_times: { minutes: '15' },
  identity_answers: { questions: `array['a', 'b', 'c', 'd', 'e']`, answer_hashes: `array['a', 'b', 'c', 'd', 'e']` },
  identity_questions: {
    item_type: `'Text'`,
    item_id: `(select id from module_items where portal_id = $1 order by id limit 1)`,
    expires_at: `now() + interval '1 day'`,
    outcome: `'missed'`,
  },
  identity_locks: {},
  exam_leases: {
    id: `'0196a3b0-0000-7000-8000-0000000000a1'::uuid`,
    type: `'exam'`,
    seed: '1',
    version: '0',
    questions: `'[]'`,
    issued_at: `now()`,
    expires_at: `now() + interval '1 day'`,
    ended_at: `now()`,
    ended_as: `'used'`,
    attempt_id: `(select max(id) from exam_attempts where portal_id = $1)`,
    device_started_at: `now()`,
    device_finished_at: `now()`,
    received_at: `now()`,
    outcome: `'counts'`,
  },
  exam_openings: { attempt_id: `(select max(id) from exam_attempts where portal_id = $1)` },
  exam_incidents: {},
  exam_answer_sums: {
    answer_ids: `array(select id from question_answers where portal_id = $1 order by id limit 2)`,
    attempt_id: `(select max(id) from exam_attempts where portal_id = $1)`,
  },
  exam_question_visits: {
    attempt_id: `(select attempt_id from exam_attempt_questions where portal_id = $1 order by attempt_id, number limit 1)`,
    question_id: `(select question_id from exam_attempt_questions where portal_id = $1 order by attempt_id, number limit 1)`,
  },
  mail_files: {},
  notifications: {
    kind: `'assignment_answered'`,
    message_key: `'certificate-issued:' || (select max(id) from certificates where portal_id = $1)`,
    link: `(select '/courses/learner/any/' || max(id) || '/overview' from enrollments where portal_id = $1)`,
  },
  people_imports: { role: `'learner'`, status: `'done'`, header: `'[]'`, samples: `'[]'`, columns: `'{}'` },
  people_import_rows: {
    outcome: `'enrolled'`,
    written: `(select jsonb_build_object('user_id', user_id, 'enrollment_id', id) from enrollments where portal_id = $1 order by id limit 1)`,
  },
  bulk_changes: { action: `'enroll'`, role: `'learner'`, status: `'done'`, request: `'{}'`, sums: `'{}'` },
  bulk_change_rows: { outcome: `'changed'`, written: `'{"gave_role": false}'` },
  record_changes: {
    kind: `'person'`,
    record_id: `(select min(user_id) from portal_users where portal_id = $1)`,
    fields: `'{city,manager_id}'`,
    changed: `(select jsonb_build_object('city', jsonb_build_array('Salem', 'Lynn'),
      'manager_id', jsonb_build_array(null, min(user_id))) from portal_users where portal_id = $1)`,
    origin: `'call'`,
  },
  portal_permissions: {},
  question_imports: { format: `'gift'` },
  question_import_rows: { outcome: `'new'` },
  question_import_pictures: {},
  scorm_snapshots: { reason: `'visit'`, cmi: `'{}'` },
  scorm_rehearsals: {},
  scorm_rehearsal_runs: { number: '0' },
  subscription_payments: {},
  training_requirements: { kind: `'license'` },
  training_requirement_terms: {
    from_day: `'2026-01-01'`,
    team_ids: `array(select user_id from portal_users where portal_id = $1 order by user_id limit 2)`,
  },
  training_requirement_refreshers: { position: '1' },
  compliance_documents: {
    file_key: `'assignments/' || $1 || '/answer.txt'`,
    file_name: `'card.txt'`,
    file_size: '6',
    mime_type: `'text/plain'`,
    sha256: `'00'`,
  },
  trade_rules: { kind: `'item_time'` },
  trade_rule_versions: {
    minutes: '1',
    item_ids: `array(select id from module_items where portal_id = $1 order by id limit 2)`,
  },
  trade_rule_courses: {},
  seat_times: {
    item_type: `'Text'`,
    item_id: `(select id from module_items where portal_id = $1 order by id limit 1)`,
  },
  crew_sessions: { tasks: `array['Don and doff']` },
  crew_entries: { kind: `'task'`, task: '0' },
  recertification_steps: { step: `'days_30'` },
  recertification_settings: {},
  recertification_runs: {},
}

const sampleOf = ({ name, type }: Column): string => {
  if (/bytea/.test(type)) return `'\\x6b'::bytea`
  if (/json/.test(type)) return `'{}'`
  if (/bool/.test(type)) return 'true'
  if (/uuid/.test(type)) return 'uuidv7()'
  if (/^(timestamp|date)/.test(type)) return 'now()'
  if (/\[\]$/.test(type)) return `'{}'`
  return /^(bigint|integer|smallint|numeric|double|real)/.test(type) ? '1' : `'${name}'`
}

/** Rows that rows of the portal may name. */
const firstOf = (table: string, column: string): string => {
  if (table === 'portals') return '$1'
  if (table === 'users') return '(select user_id from portal_users where portal_id = $1 order by 1 limit 1)'
  return `(select ${column} from ${table} where portal_id = $1 order by 1 limit 1)`
}

/** Puts a row of the portal into each of these tables. Checks hold; references are not looked at. */
export const fillTables = async (owner: pg.Client, portalId: number): Promise<void> => {
  await owner.query('begin')
  await owner.query('set local session_replication_role to replica')
  for (const [table, values] of Object.entries(VALUES)) {
    const { rows: columns } = await owner.query<Column>(COLUMNS, [table])
    const written = columns.flatMap((column): [string, string][] => {
      const { name, is_needed: isNeeded, refers_to: target, refers_by: by } = column
      if (name === 'portal_id') return [[name, '$1']]
      const value = values[name]
      if (value !== undefined) return [[name, value]]
      if (!isNeeded) return []
      return [[name, target && by ? firstOf(target, by) : sampleOf(column)]]
    })
    const sql = `insert into ${table} (${written.map(([name]) => `"${name}"`).join(', ')}) values (${written.map(([, value]) => value.replaceAll('$1', `${portalId}::bigint`)).join(', ')})`
    await owner.query(sql).catch((error: Error) => {
      throw new Error(`${table}: ${error.message}\n${sql}`)
    })
  }
  await owner.query('commit')
}
