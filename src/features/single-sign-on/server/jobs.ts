import type { JobHandler } from '#platform/jobs/jobs.ts'
import type { Services } from '#platform/services.ts'
import { domainJobs } from './domain-checks.ts'
import { wayBackJobs } from './way-back.ts'

/** The jobs of single sign-on: mailed links, and the daily look at proved domains. */
export const jobs = (services: Services): JobHandler[] => [...wayBackJobs(services), ...domainJobs(services)]
