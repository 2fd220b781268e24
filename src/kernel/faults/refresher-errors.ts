/** Terms of a requirement whose refresher courses could renew nothing (ERR-219, ERR-220). */
export const REFRESHER_ERRORS = {
  refresher_is_initial: {
    id: 'ERR-219',
    status: 422,
    text: 'A refresher is a shorter course that renews this one. Choose a different course.',
    field: 'refresher_course_ids',
  },
  refresher_without_end: {
    id: 'ERR-220',
    status: 422,
    text: 'A refresher renews training that expires. Enter how many months the training is valid.',
    field: 'valid_months',
  },
} as const
