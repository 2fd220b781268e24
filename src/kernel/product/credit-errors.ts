/** The rows of the error catalog about credits, invitations and the people of managers; a part of `ERRORS`. */
export const CREDIT_ERRORS = {
  own_credits_not_enough: { id: 'ERR-061', status: 422, text: 'Yours credits are not enough' },
  portal_credits_not_enough: { id: 'ERR-062', status: 422, text: 'Credits are not enough in the portal' },
  invitation_already_enrolled: {
    id: 'ERR-063',
    status: 422,
    text: 'Unable to cancel invitation. This user has already been enrolled.',
  },
  invitation_already_cancelled: { id: 'ERR-064', status: 422, text: 'The invite has been already cancelled' },
  invitation_for_other: {
    id: 'ERR-135',
    status: 403,
    text: 'This invitation is for {email}. Sign in as {email} to accept it. It stays open until then.',
  },
  invitation_closed: {
    id: 'ERR-136',
    status: 422,
    text: 'This invitation is no longer open. Ask the person who invited you to send it again.',
  },
  user_has_progress: { id: 'ERR-065', status: 422, text: 'User has a progress' },
  course_not_completed: {
    id: 'ERR-066',
    status: 422,
    text: 'The {email} student has not yet completed the course',
  },
} as const
