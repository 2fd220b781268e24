/** The errors of operating the installation. */
export const JOB_ERRORS = {
  job_not_failed: {
    id: 'ERR-177',
    status: 409,
    text: 'There is no failed job here any more. It was retried already, or deleted after a week.',
  },
} as const
