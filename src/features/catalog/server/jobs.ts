import type { JobHandler } from '#platform/jobs/jobs.ts'
import { searchJobs } from './search/searches.ts'

/** The job that forgets old searches. */
export const jobs = (): JobHandler[] => searchJobs
