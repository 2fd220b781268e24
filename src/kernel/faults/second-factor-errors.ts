/** The errors of signing in with a second factor. */
export const SIGN_IN_ERRORS = {
  second_step_required: {
    id: 'ERR-160',
    status: 403,
    text: 'Your password is right. Confirm that it is you with your second factor to finish signing in.',
  },
  second_factor_required: {
    id: 'ERR-161',
    status: 403,
    text: 'Your role in this portal needs two-factor sign-in. Set it up to continue.',
  },
  code_incorrect: {
    id: 'ERR-162',
    status: 422,
    text: 'This code is not right, or it was used already. Enter the newest code that your authenticator app shows.',
    field: 'code',
  },
  recovery_code_incorrect: {
    id: 'ERR-163',
    status: 422,
    text: 'This recovery code is not right, or it was used already. Enter another one.',
    field: 'code',
  },
  sign_in_expired: {
    id: 'ERR-164',
    status: 422,
    text: 'This sign-in took too long and has expired. Enter your e-mail and password again.',
  },
  passkey_refused: {
    id: 'ERR-165',
    status: 422,
    text: 'This passkey was not accepted. Try again, or sign in another way.',
  },
  proof_incorrect: {
    id: 'ERR-166',
    status: 422,
    text: 'This is neither your password nor a current code. Nothing was changed.',
    field: 'proof',
  },
} as const
