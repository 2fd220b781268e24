import { handle, type JobHandler } from '#platform/jobs/jobs.ts'
import type { Services } from '#platform/services.ts'
import { importCourse } from './actions/import-course.ts'
import { importJob } from './import-job.ts'

/** The job that imports packages at the cloud SCORM service. */
export const jobs = (services: Services): JobHandler[] => [
  handle(importJob, (data, { db, now }) => importCourse({ ...services, db, now }, data)),
]
