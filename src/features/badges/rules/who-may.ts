import type { Role } from '#kernel/access/roles.ts'

type Holder = { roles: readonly Role[]; has_email: boolean }

/**
 * Whether a manager may give a start code to one of the own people (BDG-013): to act as somebody who looks after others, or whose
 * e-mail opens more than this portal, is not a manager's.
 */
export const mayManagerStart = ({ roles, has_email: hasEmail }: Holder): boolean =>
  !hasEmail && roles.length > 0 && roles.every((role) => role === 'learner')
