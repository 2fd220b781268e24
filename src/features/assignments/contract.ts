import { PersonShown } from '#features/accounts/contract.ts'
import { ItemMedia, itemEndpoints, itemTitle, place } from '#features/outline/contract.ts'
import { ProgressStatus } from '#features/progress/contract.ts'
import { endpoint, id, listQuery, one, page, time } from '#kernel/endpoint.ts'
import { rule, z } from '#kernel/schema.ts'

const optional = <S extends z.core.$ZodType>(schema: S) => z.optional(z.nullable(schema))

/** An assignment as its authors see it (ASG-001, ASG-006). */
export const Assignment = z.object({
  id: z.int(),
  title: z.string(),
  /** Null allows any number of attempts (ASG-011). */
  attempts: z.nullable(z.int()),
  /** The threshold for success, from 0 to 100 (ASG-005). */
  score: z.int(),
  reqs: z.nullable(z.string()),
  restrict_user_to_upload: z.boolean(),
  allow_text_response: z.boolean(),
  file: z.nullable(ItemMedia),
  /** Further files; `id` is what takes one out again (ASG-022). */
  materials: z.array(z.object({ id: z.int(), ...ItemMedia.shape })),
})

const fields = {
  attempts: optional(z.int().check(rule.minValue(1), rule.maxValue(1000))),
  score: z.optional(z.int().check(rule.minValue(0), rule.maxValue(100))),
  reqs: optional(rule.formattedText('full', 200_000)),
  restrict_user_to_upload: z.optional(z.boolean()),
  allow_text_response: z.optional(z.boolean()),
  /** The task file and further files, chosen in the materials library. */
  file_uuid: optional(z.uuid()),
  material_uuids: z.optional(z.array(z.uuid()).check(z.maxLength(50))),
  ...place,
}

export const assignmentItems = itemEndpoints('Assignment', {
  create: z.object({ title: itemTitle, ...fields }),
  update: z.object({ title: z.optional(itemTitle), ...fields }),
  itemable: Assignment,
})

/** A further file of an assignment, from the author's machine (ASG-021, ASG-022). */
export const addAttachment = endpoint({
  method: 'POST',
  path: '/admin/assignments/:assignmentId/attachments',
  permission: 'courses.update',
  summary: 'Add a file to an assignment, as the field `file` of multipart form data',
  takes: 'multipart',
  params: z.object({ assignmentId: id }),
  response: one(z.object({ id: z.int(), file: ItemMedia })),
  errors: ['not_found', 'upload_no_file', 'file_wrong_format', 'file_wrong_size'],
})

export const removeAttachment = endpoint({
  method: 'DELETE',
  path: '/admin/assignments/:assignmentId/attachments/:id',
  permission: 'courses.update',
  summary: 'Take a further file out of an assignment',
  params: z.object({ assignmentId: id, id }),
  errors: ['not_found'],
})

const text = z.nullable(z.string())
const assignment = z.object({ assignmentId: id })
const related = z.object({ related_id: id })

/** A file that a learner brought. */
export const ResponseFile = z.object({
  uuid: z.string(),
  name: z.string(),
  mime_type: z.string(),
  size: z.int(),
  url: z.string(),
})

/** A file of a response that is being written; `client_id` is what the browser that sent it calls it. */
const DraftFile = z.extend(ResponseFile, { client_id: z.nullable(z.string()) })

const CourseFile = z.object({
  name: z.string(),
  type: z.string(),
  mime_type: z.string(),
  size: z.int(),
  url: z.string(),
  expires_at: time,
})

const LearnerResponse = z.object({ text, files: z.array(ResponseFile), created_at: time })
const InstructorResponse = z.object({
  score: z.int(),
  comment: text,
  created_at: time,
  /** Who graded (ASG-002); names only (API-023). */
  user: z.object({ id: z.int(), first_name: text, last_name: text, middle_name: text }),
})

/** One attempt: the response and its grading (ASG-002, ASG-003). */
const Attempt = z.object({
  id: z.int(),
  number: z.int(),
  result: z.nullable(z.enum(['passed', 'failed'])),
  learner_response: LearnerResponse,
  instructor_response: z.nullable(InstructorResponse),
})

const response = {
  assignment: z.object({
    id: z.int(),
    title: z.string(),
    attempts: z.nullable(z.int()),
    score: z.int(),
    reqs: text,
    restrict_user_to_upload: z.boolean(),
    allow_text_response: z.boolean(),
    file: z.nullable(CourseFile),
    materials: z.array(CourseFile),
  }),
  related_id: z.int(),
  status: ProgressStatus,
  current_attempt: z.int(),
  /** Null means unlimited (ASG-011). */
  remaining_attempts: z.nullable(z.int()),
  learner_response: z.nullable(LearnerResponse),
  instructor_response: z.nullable(InstructorResponse),
  learner: PersonShown,
  /** The newest first. */
  attempts: z.array(Attempt),
}

/** An assignment of an own course, as far as it is (ASG-002). */
export const AssignmentResponse = z.object({
  ...response,
  can_respond: z.boolean(),
  /** What is being written, on whichever device (ASG-023). */
  draft: z.object({ text: z.string(), files: z.array(DraftFile), updated_at: z.nullable(time) }),
})

const learnerErrors = ['learner_only', 'not_found', 'not_enough_permissions', 'item_locked'] as const

export const showAssignmentResponse = endpoint({
  method: 'GET',
  path: '/learner/assignments/:assignmentId/response',
  permission: 'learning.view',
  summary: 'Show an assignment of an own course with the own responses',
  params: assignment,
  query: related,
  response: one(AssignmentResponse),
  errors: learnerErrors,
})

const TEXT_SIZE = 50_000
const written = rule.plainText(TEXT_SIZE, { has_lines: true, keeps_blanks: true })

/** Hands in text and files, those of the draft among them (ASG-008, ASG-019). */
export const respond = endpoint({
  method: 'POST',
  path: '/learner/assignments/:assignmentId/learner-response',
  permission: 'learning.update',
  summary: 'Hand in a response: text, and files as the field `files` of multipart form data',
  takes: 'multipart',
  params: assignment,
  body: z.object({ related_id: id, text: z.optional(written) }),
  response: one(AssignmentResponse),
  errors: [...learnerErrors, 'no_attempts_left', 'invalid', 'file_wrong_format', 'file_wrong_size'],
})

const Draft = z.object({ text: z.string(), updated_at: time })

/** Keeps what is being written; handing in takes it away (ASG-023). */
export const saveDraft = endpoint({
  method: 'PUT',
  path: '/learner/assignments/:assignmentId/draft',
  permission: 'learning.update',
  summary: 'Keep the text of a response that is being written',
  params: assignment,
  body: z.object({ related_id: id, text: written }),
  response: one(Draft),
  errors: [...learnerErrors, 'invalid'],
})

/** Keeps a file of the draft. One that is sent again under its `client_id` counts once (ASG-023). */
export const addDraftFile = endpoint({
  method: 'POST',
  path: '/learner/assignments/:assignmentId/draft-files',
  permission: 'learning.update',
  summary: 'Keep a file for the response, as the field `file` of multipart form data',
  takes: 'multipart',
  params: assignment,
  body: z.object({ related_id: id, client_id: z.optional(z.uuid()) }),
  response: one(DraftFile),
  errors: [...learnerErrors, 'upload_no_file', 'file_wrong_format', 'file_wrong_size', 'max_entries', 'invalid'],
})

export const removeDraftFile = endpoint({
  method: 'DELETE',
  path: '/learner/assignments/:assignmentId/draft-files/:uuid',
  permission: 'learning.update',
  summary: 'Take a file out of the response that is being written',
  params: z.object({ assignmentId: id, uuid: z.uuid() }),
  query: related,
  errors: learnerErrors,
})

export const showResponseFile = endpoint({
  method: 'GET',
  path: '/assignment-files/:uuid',
  permission: 'session',
  summary: 'A file of a response, for its learner and those who grade',
  is_uncounted: true,
  gives: 'file',
  params: z.object({ uuid: z.uuid() }),
  errors: ['not_found'],
})

/** A response with everything about it, for those who grade (ASG-016). */
export const GradedAssignment = z.object({
  ...response,
  course: z.object({ slug: z.string(), title: z.string() }),
  /** False once the learner was moved to a version without it: there is nothing to grade then (VER-015). */
  is_in_course: z.boolean(),
  can_grade: z.boolean(),
})

export const showAssignmentProgress = endpoint({
  method: 'GET',
  path: '/admin/assignments/:assignmentId/progress',
  permission: 'grading.view',
  summary: "Show a learner's responses to an assignment",
  record: { kind: 'grading', by: ['assignmentId', 'related_id'] },
  params: assignment,
  query: related,
  response: one(GradedAssignment),
  errors: ['not_found'],
})

/** What a grade is made of. */
export const gradeFields = {
  score: z.int().check(rule.minValue(0), rule.maxValue(100)),
  comment: z.optional(z.nullable(rule.plainText(10_000, { has_lines: true }))),
}

/** Grades the latest response (ASG-009, ASG-013, ASG-014, ASG-020). */
export const grade = endpoint({
  method: 'POST',
  path: '/admin/assignments/:assignmentId/instructor-response',
  permission: 'grading.update',
  summary: 'Grade the latest response of a learner',
  record: { kind: 'grading', by: ['assignmentId', 'related_id'], is_save: true },
  params: assignment,
  body: z.object({ related_id: id, ...gradeFields }),
  response: one(GradedAssignment),
  errors: ['not_found', 'operation_not_permitted', 'invalid'],
})

export const RESPONSE_STATES = ['waiting', 'passed', 'failed'] as const

/** The latest response of every learner of a course to each of its assignments (ASG-024). */
export const listAssignmentResponses = endpoint({
  method: 'GET',
  path: '/admin/courses/:slug/assignment-responses',
  permission: 'grading.view',
  summary: 'List the responses of a course, those that wait for a grading among them',
  params: z.object({ slug: z.string() }),
  query: z.object({
    ...listQuery(['created_at']),
    sort: z._default(z.enum(['created_at', '-created_at']), 'created_at'),
    state: z.optional(z.enum(RESPONSE_STATES)),
    assignment_id: z.optional(id),
  }),
  response: page(
    z.object({
      id: z.int(),
      related_id: z.int(),
      assignment: z.object({ id: z.int(), title: z.string(), is_in_draft: z.boolean() }),
      learner: PersonShown,
      number: z.int(),
      /** `withdrawn` has no grade to give: its learner was moved to a version without the assignment (VER-015). */
      state: z.enum([...RESPONSE_STATES, 'withdrawn']),
      score: z.nullable(z.int()),
      files_count: z.int(),
      created_at: time,
      graded_at: z.nullable(time),
    }),
  ),
  errors: ['not_found'],
})

/** The assignments of a course, for the filter of the list. */
export const listCourseAssignments = endpoint({
  method: 'GET',
  path: '/admin/courses/:slug/assignments',
  permission: 'grading.view',
  summary: 'The assignments of a course with how many responses wait',
  params: z.object({ slug: z.string() }),
  response: z.object({
    data: z.array(
      z.object({
        id: z.int(),
        title: z.string(),
        score: z.int(),
        waiting_count: z.int(),
        /** False for one that learners of published versions alone work in (VER-015). */
        is_in_draft: z.boolean(),
      }),
    ),
    course: z.object({ slug: z.string(), title: z.string() }),
  }),
  errors: ['not_found'],
})
