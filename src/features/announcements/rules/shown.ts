import type { Role } from '#kernel/roles.ts'

/** Who an announcement is for: a role's dashboard, or everybody on every page (PRT-051). */
export const AUDIENCES = ['learner', 'manager', 'banner'] as const
export type Audience = (typeof AUDIENCES)[number]

/** The audiences somebody belongs to: everybody sees banners, learners and managers those of their dashboard (PRT-052). */
export const audiencesOf = (role: Role | null): Audience[] =>
  role === 'learner' || role === 'manager' ? ['banner', role] : ['banner']
