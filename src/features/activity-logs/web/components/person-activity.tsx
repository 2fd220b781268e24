import { useQuery } from '@tanstack/react-query'
import { PartState } from '#ui/app/list/part-state.tsx'
import { Row, Rows } from '#ui/app/list/rows.tsx'
import { useApi } from '#ui/calls/api.tsx'
import { Badge } from '#ui/public/parts/badge.tsx'
import { TimeText } from '#ui/public/parts/time.tsx'
import { listUserActivity } from '../../contract.ts'

/** The last things that somebody did in the portal (USR-055). */
export function PersonActivity({ userId, most = 6 }: { userId: number; most?: number }) {
  const api = useApi()
  const query = useQuery(api.query(listUserActivity, { params: { id: userId }, query: { per_page: most } }))
  const { data } = query
  if (!data) return <PartState query={query} label="the activity" lines={6} />
  if (data.data.length === 0) return <p>No activity in this portal yet.</p>
  return (
    <Rows label="Activity">
      {data.data.map((entry) => (
        <Row
          key={entry.id}
          title={
            <>
              {entry.text} {entry.is_impersonated && <Badge tone="warning">On their behalf</Badge>}
            </>
          }
          note={<TimeText value={entry.created_at} />}
        />
      ))}
    </Rows>
  )
}
