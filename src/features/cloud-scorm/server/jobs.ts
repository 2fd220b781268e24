import type { Uploads } from '#platform/files/tus/uploads.ts'
import { handle, type JobHandler } from '#platform/jobs/jobs.ts'
import { importCourse } from './actions/import-course.ts'
import { importJob } from './import-job.ts'
import type { CloudNeeds } from './service.ts'

/** The job that imports packages at the cloud SCORM service. */
export const cloudScormJobs = (needs: CloudNeeds & { uploads: Uploads }): JobHandler[] => [
  handle(importJob, (data, { db, now }) => importCourse({ ...needs, db, now }, data)),
]
