/** Errors of badges, as rows of the error catalog (ERR-182 to ERR-189, ERR-213, ERR-214). */
export const BADGE_ERRORS = {
  badge_number_taken: {
    id: 'ERR-182',
    status: 422,
    text: 'The badge number {number} belongs to somebody else in this portal. Nothing was changed.',
    field: 'badge_number',
  },
  start_code_incorrect: {
    id: 'ERR-183',
    status: 422,
    text: 'The badge number and start code do not match, or the code was used already. Check both, or ask for a new start code.',
    field: 'start_code',
  },
  start_code_expired: {
    id: 'ERR-184',
    status: 422,
    text: 'This start code has expired. Ask your manager for a new one.',
    field: 'start_code',
  },
  badge_incorrect: {
    id: 'ERR-185',
    status: 422,
    text: 'The badge number and PIN do not match. Check both. If you have no PIN yet, use your start code.',
  },
  pin_easy: {
    id: 'ERR-186',
    status: 422,
    text: 'This PIN is too easy to guess. Do not use equal digits, digits in a row, a pattern or your badge number.',
    field: 'secret',
  },
  pin_not_enough: {
    id: 'ERR-187',
    status: 422,
    text: 'A PIN is not enough for your role. Choose a password instead; a new start code lets you do that.',
    field: 'secret',
  },
  badge_locked: {
    id: 'ERR-188',
    status: 429,
    text: 'Too many wrong tries for this badge. You can try again on {when}. A new start code from your manager works right away.',
  },
  badge_session: {
    id: 'ERR-189',
    status: 403,
    text: 'You signed in with a badge. To change this, sign in with your e-mail first.',
  },
  badges_not_taken: {
    id: 'ERR-213',
    status: 403,
    text: 'This portal does not take badges. Sign in with your e-mail, or ask your manager how to sign in.',
  },
  badges_off: {
    id: 'ERR-214',
    status: 422,
    text: 'Badges are switched off in this portal. Nothing was changed. An administrator can switch them on in the portal settings.',
  },
} as const
