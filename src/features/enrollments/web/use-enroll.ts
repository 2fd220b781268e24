import { useQueryClient } from '@tanstack/react-query'
import { besideField, refreshCredits } from '#features/credits/web/public.ts'
import type { Wire } from '#kernel/endpoint.ts'
import { lastMomentOf, startOfDay } from '#kernel/format/day.ts'
import { useApi, useSession } from '#ui/calls/api.tsx'
import { useOnce } from '#ui/hooks/use-idempotency-key.ts'
import { type COURSE_ROLES, createEnrollments } from '../contract.ts'
import type { NewPerson } from '../rules/new-people.ts'

type EnrollRequest = {
  course_id: number
  role_id: (typeof COURSE_ROLES)[number]
  user_ids: number[]
  emails?: string[]
  /** Without an e-mail (BDG-004). */
  new_people?: NewPerson[]
  /** Days of the portal, for learners; empty for none. */
  starts_on?: string | undefined
  due_on?: string | undefined
}

/** Refusals that belong beside the field with the people. */
const OF_PEOPLE = [
  'user_id',
  'user_ids',
  'emails',
  'new_people',
  'badge_number',
  'own_credits_not_enough',
  'portal_credits_not_enough',
  'plan_not_enough',
  'role_not_held',
] as const

/** Enrolls people, once for the same request; a refusal is shown at the field `beside`, that of the course too where it has no field. */
export const useEnroll = () => {
  const api = useApi()
  const zone = useSession().portal.setting.time_zone
  const once = useOnce()
  const queryClient = useQueryClient()
  return async (
    { starts_on: startsOn, due_on: dueOn, ...request }: EnrollRequest,
    { beside, has_course: hasCourse }: { beside: string; has_course: boolean },
  ): Promise<Wire<typeof createEnrollments>['data']> => {
    const isLearner = request.role_id === 'learner'
    const body = {
      ...request,
      ...(isLearner && startsOn && { starts_at: startOfDay(startsOn, zone).toISOString() }),
      ...(isLearner && dueOn && { due_at: lastMomentOf(dueOn, zone).toISOString() }),
    }
    try {
      const { data } = await once(body, (options) => api.call(createEnrollments, { body }, options))
      void refreshCredits(queryClient)
      return data
    } catch (error) {
      throw besideField(error, beside, hasCourse ? OF_PEOPLE : [...OF_PEOPLE, 'course_id'])
    }
  }
}
