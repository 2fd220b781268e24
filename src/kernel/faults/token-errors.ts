/** What systems of the customer are answered (INT-029 to INT-040). */
export const TOKEN_ERRORS = {
  scope_missing: {
    id: 'ERR-146',
    status: 403,
    text: 'This token does not have the scope {scope}. Nothing was changed. Create a token with it under Two-way API.',
  },
  not_for_portal_tokens: {
    id: 'ERR-147',
    status: 403,
    text: 'Tokens of the portal cannot make this call. They can make the calls below /sync.',
  },
  idempotency_key_reused: {
    id: 'ERR-148',
    status: 422,
    text: 'This Idempotency-Key was used for another call. Nothing was changed. Use a new key for each new call.',
  },
  idempotency_key_running: {
    id: 'ERR-149',
    status: 409,
    text: 'The first call with this Idempotency-Key is still running. Send it again in a moment with the same key to get its answer.',
  },
  external_id_unknown: {
    id: 'ERR-150',
    status: 422,
    text: 'Nobody in this portal has the ID {person}. Add the person first, or check the ID.',
  },
  external_id_taken: {
    id: 'ERR-151',
    status: 422,
    text: 'The external ID {external_id} belongs to another person in this portal. Nothing was changed.',
  },
  course_unknown: {
    id: 'ERR-152',
    status: 422,
    text: 'This portal has no course {course}. Use the ID or the slug of a course.',
  },
} as const
