import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#platform/db/db.ts'

/** The enrollments of one portal that rows are read for. */
export type Of = { portal_id: number; ids: readonly number[] }

const rows = async <Row>(tx: Tx, query: RawBuilder<Row>): Promise<Row[]> => (await query.execute(tx)).rows
const among = ({ ids }: Of) => sql`any(${[...ids]}::bigint[])`

export type EnrollmentRow = {
  id: number
  user_id: number
  course_id: number
  role: string
  status: number
  items_done: number
  items_total: number
  created_at: Date
  starts_at: Date
  started_at: Date | null
  due_at: Date | null
  expires_at: Date
  completed_at: Date | null
  completed_by: number | null
  completion_reason: string | null
  ended_at: Date | null
  ended_by: number | null
  last_opened_at: Date | null
  manager_id: number | null
  curator_id: number | null
  version: number
  published_at: Date | null
  published_by: number | null
  version_note: string | null
  course_title: string
  course_slug: string
  first_name: string | null
  middle_name: string | null
  last_name: string | null
  username: string | null
  email: string | null
  external_id: string | null
}

/** Enrollments with their person, course and version: the one that the learner began, else the newest; 0 is a draft. */
export const readEnrollments = (tx: Tx, of: Of) =>
  rows<EnrollmentRow>(
    tx,
    sql`select e.id, e.user_id, e.course_id, e.role, e.status, e.items_done, coalesce(v.items_total, 0) as items_total,
        e.created_at, e.starts_at, e.started_at, e.due_at, e.expires_at, e.completed_at, e.completed_by, e.completion_reason,
        e.ended_at, e.ended_by, e.last_opened_at, e.manager_id, e.curator_id,
        coalesce(v.number, 0) as version, v.published_at, v.published_by, v.note as version_note,
        c.title as course_title, c.slug as course_slug,
        p.first_name, p.middle_name, p.last_name, p.username, p.email, p.external_id
      from enrollments e
      join courses c on c.portal_id = e.portal_id and c.id = e.course_id
      join people p on p.portal_id = e.portal_id and p.id = e.user_id
      left join course_versions v on v.portal_id = e.portal_id and v.course_id = e.course_id and v.number = coalesce(e.version,
        (select max(n.number) from course_versions n where n.portal_id = e.portal_id and n.course_id = e.course_id))
      where e.portal_id = ${of.portal_id} and e.id = ${among(of)} order by e.id`,
  )

export type ItemRow = {
  item_type: string
  item_id: number
  module_id: number | null
  title: string | null
  content_sha256: string
}

/** The items of a version in the order of the outline, each with the SHA-256 of what it says there. */
export const readItems = (tx: Tx, at: { portal_id: number; course_id: number; version: number }) =>
  rows<ItemRow>(
    tx,
    sql`select i.item_type, i.item_id, i.module_id, i.title, encode(sha256(convert_to(i.content::text, 'UTF8')), 'hex') as content_sha256
      from course_items i
      left join course_items m on m.portal_id = i.portal_id and m.course_id = i.course_id and m.version = i.version
        and m.item_type = 'Module' and m.item_id = i.module_id
      where i.portal_id = ${at.portal_id} and i.course_id = ${at.course_id} and i.version = ${at.version}
      order by coalesce(m.sort_number, i.sort_number), i.module_id is not null, i.sort_number, i.place_id`,
  )

export const readProgress = (tx: Tx, of: Of) =>
  rows<{
    enrollment_id: number
    item_type: string
    item_id: number
    status: number
    started_at: Date | null
    finished_at: Date | null
  }>(
    tx,
    sql`select enrollment_id, item_type, item_id, status, started_at, finished_at from course_user_progress
      where portal_id = ${of.portal_id} and enrollment_id = ${among(of)} order by enrollment_id, id`,
  )

export type AttemptRow = {
  id: number
  enrollment_id: number
  exam_id: number
  exam: string
  type: 'exam' | 'survey'
  version: number
  number: number
  status: number
  score: number | null
  passing_score: number
  questions_count: number
  answered_count: number
  correct_count: number
  started_at: Date
  finished_at: Date | null
  time_limit_minutes: number | null
  is_time_over: boolean
  reset_at: Date | null
  reset_by: number | null
  /** Of an attempt taken without a connection: its lease, what the clock of the device said, and when it came. */
  leased_at: Date | null
  lease_ended_at: Date | null
  device_started_at: Date | null
  device_finished_at: Date | null
  received_at: Date | null
  outcome: string | null
}

export const readAttempts = (tx: Tx, of: Of) =>
  rows<AttemptRow>(
    tx,
    sql`select a.id, a.enrollment_id, a.exam_id, coalesce(i.title, x.title) as exam, a.type, a.version, a.number, a.status, a.score,
        a.passing_score, a.questions_count, a.answered_count, a.correct_count, a.started_at, a.finished_at,
        a.time_limit_minutes, a.is_time_over, a.reset_at, a.reset_by, l.issued_at as leased_at, l.expires_at as lease_ended_at,
        l.device_started_at, l.device_finished_at, l.received_at, l.outcome
      from exam_attempts a
      join exams x on x.portal_id = a.portal_id and x.id = a.exam_id
      left join exam_leases l on l.portal_id = a.portal_id and l.attempt_id = a.id
      left join course_version_items i on i.portal_id = a.portal_id and i.course_id = x.course_id and i.version = a.version
        and i.item_type in ('Exam', 'Survey') and i.item_id = a.exam_id
      where a.portal_id = ${of.portal_id} and a.enrollment_id = ${among(of)} order by a.enrollment_id, a.exam_id, a.number`,
  )

export type QuestionRow = {
  attempt_id: number
  number: number
  question_id: number
  type: string
  text: string
  answers: { id: number; text: string; is_correct: boolean }[]
  answer_ids: number[] | null
  is_correct: boolean | null
  answered_at: Date | null
  arrived_at: Date | null
  milliseconds: number | null
}

/** The questions of attempts with what was answered. Of a visit that was recorded twice the longer time counts (EXM-036). */
export const readQuestions = (tx: Tx, of: Of) =>
  rows<QuestionRow>(
    tx,
    sql`select q.attempt_id, q.number, q.question_id, q.type, q.text, q.answers, to_jsonb(j.answer_ids) as answer_ids, j.is_correct, j.answered_at,
        j.arrived_at, nullif(coalesce(t.milliseconds, 0) + coalesce(j.milliseconds, 0), 0)::int as milliseconds
      from exam_attempts a
      join exam_attempt_questions q on q.portal_id = a.portal_id and q.attempt_id = a.id
      left join exam_answers j on j.portal_id = q.portal_id and j.attempt_id = q.attempt_id and j.question_id = q.question_id
      left join lateral (
        select sum(case when v.visit = j.visit then greatest(v.milliseconds - j.milliseconds, 0) else v.milliseconds end)
          as milliseconds
        from exam_question_visits v
        where v.portal_id = q.portal_id and v.attempt_id = q.attempt_id and v.question_id = q.question_id
      ) t on true
      where a.portal_id = ${of.portal_id} and a.enrollment_id = ${among(of)} order by q.attempt_id, q.number`,
  )

export const readExtraTimes = (tx: Tx, of: Of) =>
  rows<{ enrollment_id: number; exam_id: number; minutes: number; given_by: number; given_at: Date }>(
    tx,
    sql`select enrollment_id, exam_id, minutes, given_by, given_at from exam_extra_times
      where portal_id = ${of.portal_id} and enrollment_id = ${among(of)} order by enrollment_id, exam_id`,
  )

export type ResponseRow = {
  enrollment_id: number
  assignment_id: number
  assignment: string
  number: number
  text: string | null
  created_at: Date
  score: number | null
  result: number | null
  comment: string | null
  graded_by: number | null
  graded_at: Date | null
  files: { name: string; size: number }[]
}

export const readResponses = (tx: Tx, of: Of) =>
  rows<ResponseRow>(
    tx,
    sql`select r.enrollment_id, r.assignment_id, s.title as assignment, r.number, r.text, r.created_at, r.score, r.result,
        r.comment, r.graded_by, r.graded_at, (
          select coalesce(jsonb_agg(jsonb_build_object('name', f.name, 'size', f.size) order by f.id), '[]')
          from assignment_files f where f.portal_id = r.portal_id and f.response_id = r.id
        ) as files
      from assignment_responses r
      join assignments s on s.portal_id = r.portal_id and s.id = r.assignment_id
      where r.portal_id = ${of.portal_id} and r.enrollment_id = ${among(of)}
      order by r.enrollment_id, r.assignment_id, r.number`,
  )

export type PackageRow = {
  enrollment_id: number
  module: string
  package_file: string
  package_title: string | null
  result: string
  hundredths: number
  started_at: Date
  updated_at: Date
  parts: { part: string; status: string; result: string; hundredths: number }[]
  restores: { event: string; by: number | null; at: string }[]
}

/** SCORM packages that were opened, with their parts, and who put an earlier state back. */
export const readPackages = (tx: Tx, of: Of) =>
  rows<PackageRow>(
    tx,
    sql`select a.enrollment_id, m.title as module, k.file_name as package_file, k.title as package_title, a.result,
        a.total_time as hundredths, a.started_at, a.updated_at, (
          select coalesce(jsonb_agg(jsonb_build_object('part', s.sco, 'status', s.status, 'result', s.result,
            'hundredths', s.total_time) order by s.sco), '[]')
          from scorm_sco_states s where s.portal_id = a.portal_id and s.attempt_id = a.id
        ) as parts, (
          select coalesce(jsonb_agg(jsonb_build_object('event', c.event, 'by', c.user_id, 'at', c.received_at)
            order by c.launch, c.seq), '[]')
          from scorm_commits c
          where c.portal_id = a.portal_id and c.attempt_id = a.id and c.event in ('restore', 'carry')
        ) as restores
      from scorm_attempts a
      join scorm_modules m on m.portal_id = a.portal_id and m.id = a.module_id
      join scorm_packages k on k.portal_id = a.portal_id and k.id = a.package_id
      where a.portal_id = ${of.portal_id} and a.enrollment_id = ${among(of)}
      union all
      select r.enrollment_id, m.title, 'SCORM Cloud', null, case r.success when 'PASSED' then 'passed' when 'FAILED' then 'failed'
          else 'unknown' end, r.total_seconds * 100, r.created_at, coalesce(r.reported_at, r.created_at), jsonb_build_array(
          jsonb_build_object('part', m.title, 'status', lower(r.completion), 'result', lower(r.success),
            'hundredths', r.total_seconds * 100)), '[]'::jsonb
      from cloud_scorm_registrations r
      join cloud_scorm_modules m on m.portal_id = r.portal_id and m.id = r.module_id
      where r.portal_id = ${of.portal_id} and r.enrollment_id = ${among(of)}
      order by 1, 7, 2`,
  )

export type CertificateRow = {
  id: number
  related_id: number
  number: string
  holder_name: string
  course_title: string
  provider: string
  course_version: number | null
  is_automatic: boolean
  issued_by: number | null
  issued_at: Date
  expires_at: Date | null
  time_zone: string
  revoked_at: Date | null
  revoked_by: number | null
  revoke_reason: string | null
  file_key: string | null
  seals: { number: string; title: string }[]
}

export const readCertificates = (tx: Tx, of: Of) =>
  rows<CertificateRow>(
    tx,
    sql`select z.id, z.related_id, z.number, z.holder_name, z.course_title, z.provider, z.course_version, z.is_automatic,
        z.issued_by, z.issued_at, z.expires_at, z.time_zone, z.revoked_at, z.revoked_by, z.revoke_reason, z.file_key, (
          select coalesce(jsonb_agg(jsonb_build_object('number', s.number, 'title', s.title) order by s.id), '[]')
          from seals s where s.portal_id = z.portal_id and s.certificate_id = z.id
        ) as seals
      from certificates z where z.portal_id = ${of.portal_id} and z.related_id = ${among(of)} order by z.related_id`,
  )

export const readGrants = (tx: Tx, of: Of) =>
  rows<{
    enrollment_id: number
    kind: string
    granted_by: number | null
    created_at: Date
    revoked_at: Date | null
    revoke_reason: string | null
  }>(
    tx,
    sql`select enrollment_id, kind, granted_by, created_at, revoked_at, revoke_reason from enrollment_grants
      where portal_id = ${of.portal_id} and enrollment_id = ${among(of)} order by enrollment_id, id`,
  )
