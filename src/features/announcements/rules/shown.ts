import type { Role } from '#kernel/access/roles.ts'

/** The audience of an announcement: a role's dashboard, or everyone on every page (PRT-051). */
export const AUDIENCES = ['learner', 'manager', 'banner'] as const
export type Audience = (typeof AUDIENCES)[number]

/** The audiences of a person: everyone sees banners, learners and managers see those of their dashboard (PRT-052). */
export const audiencesOf = (role: Role | null): Audience[] =>
  role === 'learner' || role === 'manager' ? ['banner', role] : ['banner']

type Term = { is_active: boolean; starts_at: string | Date | null; ends_at: string | Date | null }

/** Whether an announcement is shown now, will be, was, or is switched off, as its badge says it (PRT-052). */
export const stateOf = ({ is_active, starts_at, ends_at }: Term, now: Date): 'active' | 'planned' | 'over' | 'off' => {
  if (!is_active) return 'off'
  if (ends_at && new Date(ends_at) <= now) return 'over'
  return starts_at && new Date(starts_at) > now ? 'planned' : 'active'
}
