import { useQuery } from '@tanstack/react-query'
import type { Api } from '#kernel/client.ts'
import { Stats } from '#ui/app/list/data-list.tsx'
import { useApi } from '#ui/calls/api.tsx'
import { showPortalCredits } from '../contract.ts'

const figure = (value: number) => value.toLocaleString('en-US')

export const portalCreditsQuery = (api: Api) => api.query(showPortalCredits)

/** What the portal has of credits, as figures; nothing while they cannot be read. */
export function PortalCredits() {
  const { data } = useQuery(portalCreditsQuery(useApi()))
  if (!data) return null
  const { remaining, distributed, used } = data.data
  return (
    <Stats
      items={[
        { label: 'Credits left', value: figure(remaining), note: 'of the portal, for enrollments and managers' },
        { label: 'Handed out', value: figure(distributed), note: 'to managers and by enrollments' },
        { label: 'Used', value: figure(used), note: 'one for each enrollment' },
      ]}
    />
  )
}
