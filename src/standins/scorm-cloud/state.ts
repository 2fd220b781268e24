import { storedState } from '#standins/kept.ts'

export type Course = { id: string; title: string; job_id: string }
export type ImportJob = { id: string; course_id: string; title: string; polls_left: number; error: string | null }
export type Registration = {
  id: string
  course_id: string
  learner: { id: string; email?: string; firstName?: string; lastName?: string }
  post_back: { url: string; userName?: string; password?: string } | null
  completion: 'COMPLETED' | 'INCOMPLETE' | 'UNKNOWN'
  success: 'PASSED' | 'FAILED' | 'UNKNOWN'
  /** From 0 to 1. */
  scaled: number | null
  seconds: number
  updated: string
}
export type Launch = {
  token: string
  /** Null in a preview of a course. */
  registration_id: string | null
  course_id: string
  redirect_url: string | null
  is_tracked: boolean
}

type StandinState = { courses: Course[]; jobs: ImportJob[]; registrations: Registration[]; launches: Launch[] }

/** The state of the stand-in, which survives a restart. */
export const createState = (dir: string) =>
  storedState<StandinState>(dir, { courses: [], jobs: [], registrations: [], launches: [] })
export type State = ReturnType<typeof createState>

/** A registration as the service answers it: https://cloud.scorm.com/docs/v2/reference/swagger/ (RegistrationSchema). */
export const present = (registration: Registration, course: Course | undefined) => ({
  id: registration.id,
  instance: 0,
  updated: registration.updated,
  registrationCompletion: registration.completion,
  registrationSuccess: registration.success,
  ...(registration.scaled !== null && { score: { scaled: registration.scaled * 100 } }),
  totalSecondsTracked: registration.seconds,
  course: { id: registration.course_id, title: course?.title ?? null, version: 0 },
  learner: registration.learner,
})
