/** Errors of signing in at a provider, as rows of the error catalog (ERR-153 to ERR-159). */
export const SIGN_ON_ERRORS = {
  sign_on_unfinished: {
    id: 'ERR-153',
    status: 422,
    text: 'The sign-in could not be completed: it was not started in this browser, took too long, or its answer could not be verified. Please sign in again.',
  },
  sign_on_unreachable: {
    id: 'ERR-154',
    status: 422,
    text: '{provider} cannot be reached right now: {reason}. Nobody was signed in. Please try again in a few minutes, or ask an administrator.',
  },
  sign_on_no_email: {
    id: 'ERR-155',
    status: 422,
    text: '{provider} did not send an e-mail address, so we cannot tell whose account this is. Please ask an administrator.',
  },
  sign_on_unproved_email: {
    id: 'ERR-156',
    status: 403,
    text: '{provider} cannot open the account of {email}, because nobody has verified that the e-mail is yours. Please ask an administrator to verify the e-mail domain.',
  },
  sign_on_unknown_person: {
    id: 'ERR-157',
    status: 403,
    text: 'There is no account for {email} here. Please ask an administrator to add you.',
  },
  password_sign_in_off: {
    id: 'ERR-158',
    status: 403,
    text: 'This portal does not take a password for this e-mail. Please sign in with {provider}.',
  },
  sign_on_untried: {
    id: 'ERR-159',
    status: 422,
    text: 'Nothing was changed. Turn a provider on and finish a test with it first, so that nobody is locked out.',
  },
  sign_on_needed: {
    id: 'ERR-159',
    status: 422,
    text: 'Nothing was changed, because nobody could sign in without this provider. Allow passwords again first.',
  },
} as const
