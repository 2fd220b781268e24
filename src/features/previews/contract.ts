import { AssignmentResponse } from '#features/assignments/contract.ts'
import { StartedCloudScormModule } from '#features/cloud-scorm/contract.ts'
import { ExamQuestion, LearnerExam } from '#features/exams/contract.ts'
import {
  LearnerCourse,
  LearnerModuleItem,
  LearnerModuleItemContent,
  LearnerOutlineItem,
  moduleItemParams,
} from '#features/progress/contract.ts'
import { StartedScormModule } from '#features/scorm/contract.ts'
import { endpoint, id, one } from '#kernel/endpoint.ts'
import { z } from '#kernel/schema.ts'

// What the screens of learners show of a course, for its author: what a learner has done is left to the page (BLD-068).

const slug = z.string().check(z.minLength(1), z.maxLength(200))
const common = { permission: 'courses.update', errors: ['not_found'] } as const
const modules = ['not_found', 'invalid'] as const

export const showPreview = endpoint({
  ...common,
  method: 'GET',
  path: '/admin/courses/:slug/preview',
  summary: 'Show a course to its author as a learner gets it',
  params: z.object({ slug }),
  response: one(z.object({ course: LearnerCourse, outline: z.array(LearnerOutlineItem) })),
})

/** A module item with its content, apart from what stands before and behind it. */
export const PreviewItem = z.object({
  ...LearnerModuleItem.shape,
  text: LearnerModuleItemContent.shape.text,
  file: LearnerModuleItemContent.shape.file,
  video: LearnerModuleItemContent.shape.video,
  captions: LearnerModuleItemContent.shape.captions,
})

export const showPreviewItem = endpoint({
  ...common,
  method: 'GET',
  path: '/admin/courses/:slug/preview/module-items/:itemType/:itemId',
  summary: 'Show a module item to its author as a learner gets it',
  params: z.object({ slug, ...moduleItemParams.shape }),
  response: one(PreviewItem),
})

const { id: examId, type, title, description, attempts_number, questions_count, lacks_questions } = LearnerExam.shape
/** An exam with the questions of one attempt, drawn for this answer alone, and what is right. */
export const PreviewExam = z.object({
  ...{ id: examId, type, title, description, attempts_number, questions_count, lacks_questions },
  passing_score: z.int(),
  time_limit_minutes: z.nullable(z.int()),
  questions: z.array(
    z.object({
      id: z.int(),
      type: ExamQuestion.shape.type,
      text: z.string(),
      explanation: z.nullable(z.string()),
      answers: z.array(z.object({ id: z.int(), text: z.string(), is_correct: z.boolean() })),
    }),
  ),
})

export const drawPreviewExam = endpoint({
  ...common,
  method: 'GET',
  path: '/admin/courses/:slug/preview/exams/:examId',
  summary: 'Draw the questions of an exam for its author; nothing is kept of it',
  params: z.object({ slug, examId: id }),
  response: one(PreviewExam),
})

export const showPreviewAssignment = endpoint({
  ...common,
  method: 'GET',
  path: '/admin/courses/:slug/preview/assignments/:assignmentId',
  summary: 'Show an assignment to its author as a learner gets it',
  params: z.object({ slug, assignmentId: id }),
  response: one(
    z.object({ assignment: AssignmentResponse.shape.assignment, learner: AssignmentResponse.shape.learner }),
  ),
})

export const startPreviewScorm = endpoint({
  method: 'POST',
  path: '/admin/courses/:slug/preview/scorm-modules/:id/start',
  permission: 'courses.update',
  summary: 'Start a native SCORM module for its author, without keeping anything',
  params: z.object({ slug, id }),
  response: one(z.omit(StartedScormModule, { course_user_progress: true })),
  errors: [...modules, 'version_not_implemented'],
})

export const startPreviewCloudScorm = endpoint({
  method: 'POST',
  path: '/admin/courses/:slug/preview/cloud-scorm-modules/:id/start',
  permission: 'courses.update',
  summary: 'Start a cloud SCORM module for its author, without registering anybody',
  params: z.object({ slug, id }),
  response: one(StartedCloudScormModule),
  errors: [...modules, 'cloud_scorm_key_missing'],
})
