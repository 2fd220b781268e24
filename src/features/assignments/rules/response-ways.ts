import { errorText, type FieldErrors } from '#kernel/errors.ts'

/** How learners may respond: `restrict_user_to_upload` closes files, `allow_text_response` opens text (ASG-004). */
export type ResponseWays = { restrict_user_to_upload: boolean; allow_text_response: boolean }

/** At least one of the two ways is allowed (ASG-004). */
export const checkResponseWays = (ways: ResponseWays): FieldErrors =>
  ways.restrict_user_to_upload && !ways.allow_text_response ? { allow_text_response: [errorText('required')] } : {}
