import { useSuspenseQuery } from '@tanstack/react-query'
import type { SeatItemType } from '#features/trade-rules/contract.ts'
import { useSeatTime } from '#features/trade-rules/web/public.ts'
import { useApi } from '#ui/calls/api.tsx'
import { PREVIEW } from '../rules/preview.ts'
import { learnerQueries } from './queries.ts'

type Place = {
  slug: string
  relatedId: number
  item: { type: SeatItemType; id: number }
  /** The item is a player that says itself when it is used. */
  isPlayer?: boolean
}

/** Counts the time of an item in a course that rules name, while it may be worked on; a preview counts nothing (TRD-060). */
export const useItemTime = ({ slug, relatedId, ...place }: Place) => {
  const { data: course } = useSuspenseQuery(learnerQueries(useApi()).course(slug, relatedId)).data
  const isOn = course.has_rules && course.learner.access === 'active' && relatedId !== PREVIEW
  return useSeatTime({ relatedId, ...place, isOn })
}
