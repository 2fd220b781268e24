import { sql } from 'kysely'
import { findById, presentUser } from '#features/accounts/server/api.ts'
import type { Tx } from '#platform/db/db.ts'

type At = { portal_id: number; user_id: number }
type Part = (tx: Tx, at: At) => Promise<unknown>

const rows = async (tx: Tx, query: ReturnType<typeof sql>): Promise<unknown[]> => (await query.execute(tx)).rows

/** Enrollments of the person, as a condition on a column that names one. */
const mine = ({ portal_id: portalId, user_id: userId }: At) =>
  sql`(select id from enrollments where portal_id = ${portalId} and user_id = ${userId})`

/**
 * The data about a person in a portal, by the file of the export that contains it (USR-044). Every column is named: a
 * new column is exported only after a decision, and notes about the person never are (USR-041).
 */
export const PARTS: Record<string, Part> = {
  'profile.json': async (tx, { portal_id: portalId, user_id: userId }) => {
    const person = await findById(tx, portalId, userId)
    if (!person) return null
    const { platform_role: _, ...profile } = presentUser(person, true)
    return profile
  },
  'identity-provider.json': (tx, { portal_id, user_id }) =>
    rows(
      tx,
      sql`select s.user_name, s.attributes, coalesce(s.manager_ref, p.manager_claim) as manager, s.created_at, s.updated_at,
          (select coalesce(jsonb_agg(g.name order by g.name), '[]')
            from provisioned_group_members m
            join provisioned_groups g on g.portal_id = m.portal_id and g.id = m.group_id
            where m.portal_id = p.portal_id and m.user_id = p.user_id) as groups
        from portal_users p
        left join provisioned_people s on s.portal_id = p.portal_id and s.user_id = p.user_id
        where p.portal_id = ${portal_id} and p.user_id = ${user_id}
          and (s.user_id is not null or p.manager_claim is not null)`,
    ),
  // Who made a change is not the person's own data, and tags are what admins sort people by.
  'history.json': (tx, { portal_id, user_id }) =>
    rows(
      tx,
      sql`select c.created_at, f.field, c.changed -> f.field -> 0 as before, c.changed -> f.field -> 1 as after
        from record_changes c cross join unnest(c.fields) with ordinality f (field, place)
        where c.portal_id = ${portal_id} and c.kind = 'person' and c.record_id = ${user_id} and f.field <> 'tags'
        order by c.id, f.place`,
    ),
  'enrollments.json': (tx, { portal_id, user_id }) =>
    rows(
      tx,
      sql`select e.id, e.role, c.title as course, e.status, e.starts_at, e.started_at, e.due_at, e.expires_at,
          e.completed_at, e.ended_at, e.last_opened_at, e.created_at
        from enrollments e join courses c on c.portal_id = e.portal_id and c.id = e.course_id
        where e.portal_id = ${portal_id} and e.user_id = ${user_id} order by e.id`,
    ),
  'hands-on.json': (tx, at) =>
    rows(
      tx,
      sql`select s.title as session, s.place, c.title as course, e.kind, s.tasks[e.task + 1] as task, e.is_so, e.proof, e.typed_name,
          e.signature, e.reason, e.at
        from crew_entries e
        join crew_sessions s on s.portal_id = e.portal_id and s.id = e.session_id
        join courses c on c.portal_id = s.portal_id and c.id = s.course_id
        where e.portal_id = ${at.portal_id} and e.enrollment_id in ${mine(at)} order by e.id`,
    ),
  'progress.json': async (tx, at) => ({
    items: await rows(
      tx,
      sql`select enrollment_id, item_type, item_id, status, details, started_at, finished_at
        from course_user_progress where portal_id = ${at.portal_id} and enrollment_id in ${mine(at)} order by id`,
    ),
    seat_times: await rows(
      tx,
      sql`select enrollment_id, item_type, item_id, day::text as day, milliseconds
        from seat_times where portal_id = ${at.portal_id} and enrollment_id in ${mine(at)}
        order by enrollment_id, day, item_id`,
    ),
    scorm_items: await rows(
      tx,
      sql`select a.enrollment_id, m.title as module, s.sco as item, s.status, s.result, s.total_time, s.cmi, s.suspend_data
        from scorm_attempts a
        join scorm_modules m on m.portal_id = a.portal_id and m.id = a.module_id
        join scorm_sco_states s on s.portal_id = a.portal_id and s.attempt_id = a.id
        where a.portal_id = ${at.portal_id} and a.enrollment_id in ${mine(at)} order by a.id, s.sco`,
    ),
    exam_attempts: await rows(
      tx,
      sql`select a.enrollment_id, e.title as exam, a.type, a.number, a.status, a.score, a.passing_score, a.correct_count,
          a.questions_count, a.started_at, a.finished_at, l.received_at as offline_received_at, l.outcome as offline_outcome
        from exam_attempts a join exams e on e.portal_id = a.portal_id and e.id = a.exam_id
        left join exam_leases l on l.portal_id = a.portal_id and l.attempt_id = a.id
        where a.portal_id = ${at.portal_id} and a.enrollment_id in ${mine(at)} order by a.id`,
    ),
    identity_answers: await rows(
      tx,
      sql`select questions, set_at from identity_answers where portal_id = ${at.portal_id} and user_id = ${at.user_id}`,
    ),
    identity_questions: await rows(
      tx,
      sql`select q.enrollment_id, q.question, q.asked_at, q.expires_at, q.answered_at, q.outcome, l.locked_at, l.unlocked_at, l.reason
        from identity_questions q
        left join identity_locks l on l.portal_id = q.portal_id and l.question_id = q.id
        where q.portal_id = ${at.portal_id} and q.enrollment_id in ${mine(at)} order by q.id`,
    ),
    exam_leases: await rows(
      tx,
      sql`select l.enrollment_id, e.title as exam, l.issued_at, l.expires_at, l.ended_at, l.ended_as, l.device_started_at,
          l.device_finished_at, l.received_at, l.outcome
        from exam_leases l join exams e on e.portal_id = l.portal_id and e.id = l.exam_id
        where l.portal_id = ${at.portal_id} and l.enrollment_id in ${mine(at)} order by l.issued_at`,
    ),
    proctored_exams: await rows(
      tx,
      sql`select o.enrollment_id, e.title as exam, a.number as attempt, o.opened_at, o.place, o.identity_check, o.closed_at, o.ended_at,
          o.confirmed_at, (select coalesce(jsonb_agg(jsonb_build_object('text', i.text, 'recorded_at', i.recorded_at)
              order by i.id), '[]')
            from exam_incidents i where i.portal_id = o.portal_id and i.opening_id = o.id) as incidents
        from exam_openings o join exams e on e.portal_id = o.portal_id and e.id = o.exam_id
        left join exam_attempts a on a.portal_id = o.portal_id and a.id = o.attempt_id
        where o.portal_id = ${at.portal_id} and o.enrollment_id in ${mine(at)} order by o.id`,
    ),
    assignment_responses: await rows(
      tx,
      sql`select r.enrollment_id, s.title as assignment, r.number, r.text, r.score, r.comment, r.created_at, r.graded_at
        from assignment_responses r join assignments s on s.portal_id = r.portal_id and s.id = r.assignment_id
        where r.portal_id = ${at.portal_id} and r.enrollment_id in ${mine(at)} order by r.id`,
    ),
  }),
  'shipments.json': (tx, { portal_id, user_id }) =>
    rows(
      tx,
      sql`select s.option, s.carrier_name, s.address, s.status, s.carrier_text, s.tracking_number, s.created_at,
          s.cancelled_at, (select coalesce(jsonb_agg(jsonb_build_object('title', i.title, 'quantity', i.quantity)
              order by i.id), '[]')
            from shipment_items i where i.portal_id = s.portal_id and i.shipment_id = s.id) as items
        from shipments s where s.portal_id = ${portal_id} and s.user_id = ${user_id} order by s.id`,
    ),
  'orders.json': (tx, { portal_id, user_id }) =>
    rows(
      tx,
      sql`select o.number, o.type, o.status, o.currency, o.subtotal_cents, o.tax_cents, o.total_cents, o.refunded_cents,
          o.email, o.billing_address, o.shipping_address, o.invoice_number, o.created_at, o.paid_at, o.cancelled_at,
          (select coalesce(jsonb_agg(jsonb_build_object('kind', i.kind, 'title', i.title, 'quantity', i.quantity,
              'total_cents', i.total_cents) order by i.id), '[]')
            from order_items i where i.portal_id = o.portal_id and i.order_id = o.id) as items
        from orders o where o.portal_id = ${portal_id} and o.user_id = ${user_id} order by o.id`,
    ),
  'certificates.json': async (tx, { portal_id, user_id }) => ({
    certificates: await rows(
      tx,
      sql`select number, holder_name, course_title, provider, issued_at, expires_at, revoked_at, revoke_reason
        from certificates where portal_id = ${portal_id} and user_id = ${user_id} order by id`,
    ),
    seals: await rows(
      tx,
      sql`select number, title, issued_at from seals
        where portal_id = ${portal_id} and user_id = ${user_id} order by id`,
    ),
  }),
  // Where the person worked and what they held, by day (CMP-003).
  'training-records.json': (tx, { portal_id, user_id }) =>
    rows(
      tx,
      sql`select f.kind, f.day, f.until_day, case when f.kind = 'team' then null else f.value end as value, c.title as course,
          f.course_version, f.reason, f.recorded_at, f.corrects_id is not null as is_correction
        from compliance_facts f left join courses c on c.portal_id = f.portal_id and c.id = f.course_id
        where f.portal_id = ${portal_id} and f.user_id = ${user_id} order by f.id`,
    ),
  // Licenses and documents that the person uploaded, with what became of them (CMP-024).
  'documents.json': (tx, { portal_id, user_id }) =>
    rows(
      tx,
      sql`select d.id, t.title as requirement, d.issuer, d.number, d.from_day, d.until_day, d.file_name, d.created_at,
          (select coalesce(jsonb_agg(jsonb_build_object('kind', f.kind, 'day', f.day, 'until_day', f.until_day,
              'reason', f.reason, 'recorded_at', f.recorded_at) order by f.id), '[]')
            from compliance_facts f where f.portal_id = d.portal_id and f.document_id = d.id) as history
        from compliance_documents d
          join lateral (
            select title from training_requirement_terms t
            where t.portal_id = d.portal_id and t.requirement_id = d.requirement_id order by t.from_day desc, t.id desc limit 1
          ) t on true
        where d.portal_id = ${portal_id} and d.user_id = ${user_id} order by d.id`,
    ),
  // Of what the person was reminded, and when (CMP-031).
  'recertification.json': (tx, { portal_id, user_id }) =>
    rows(
      tx,
      sql`select t.title as requirement, s.until_day, s.step, s.created_at
        from recertification_steps s
          join lateral (
            select title from training_requirement_terms t
            where t.portal_id = s.portal_id and t.requirement_id = s.requirement_id order by t.from_day desc, t.id desc limit 1
          ) t on true
        where s.portal_id = ${portal_id} and s.user_id = ${user_id} order by s.id`,
    ),
  'messages.json': async (tx, { portal_id, user_id }) => ({
    course_questions: await rows(
      tx,
      sql`select m.question_id, c.title as course, m.text, m.created_at
        from course_question_messages m
          join course_questions q on q.portal_id = m.portal_id and q.id = m.question_id
          join courses c on c.portal_id = q.portal_id and c.id = q.course_id
        where m.portal_id = ${portal_id} and m.user_id = ${user_id} order by m.id`,
    ),
    reviews: await rows(
      tx,
      sql`select c.title as course, r.rating, r.text, r.reply, r.created_at
        from reviews r join courses c on c.portal_id = r.portal_id and c.id = r.course_id
        where r.portal_id = ${portal_id} and r.user_id = ${user_id} order by r.id`,
    ),
    notifications: await rows(
      tx,
      sql`select kind, title, text, created_at, read_at from notifications
        where portal_id = ${portal_id} and user_id = ${user_id} order by id`,
    ),
  }),
  // Neither the code of the QR nor anything of the PIN (BDG-031).
  'badges.json': (tx, { portal_id, user_id }) =>
    rows(
      tx,
      sql`select b.number, b.issued_at, b.withdrawn_at,
          case when b.withdrawn_at is null then s.set_at end as pin_or_password_set_at
        from badges b left join badge_secrets s on s.portal_id = b.portal_id and s.user_id = b.user_id
        where b.portal_id = ${portal_id} and b.user_id = ${user_id} order by b.id`,
    ),
  // Neither links nor codes, which open something (TXT-017).
  'text-messages.json': async (tx, { portal_id, user_id }) => ({
    mobile_number: await rows(
      tx,
      sql`select m.number, m.consent_at, m.consent_by = m.user_id as is_own_consent, m.proved_at, o.opted_out_at
        from mobile_numbers m left join text_opt_outs o on o.portal_id = m.portal_id and o.number = m.number
        where m.portal_id = ${portal_id} and m.user_id = ${user_id}`,
    ),
    messages: await rows(
      tx,
      sql`select kind, number, status, created_at, sent_at, settled_at, error from text_messages
        where portal_id = ${portal_id} and user_id = ${user_id} order by id`,
    ),
  }),
  'sign-ins.json': (tx, { portal_id, user_id }) =>
    rows(
      tx,
      sql`select address, user_agent, created_at, last_seen_at, ended_at from sessions
        where portal_id = ${portal_id} and user_id = ${user_id} and impersonator_id is null order by id`,
    ),
}
