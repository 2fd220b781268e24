import { PersonFrame } from '#features/users/web/public.ts'
import { HistoryList } from '../components/history-list.tsx'

/** What changed in the record of somebody (HIS-007). */
export function PersonHistoryScreen({ id, name }: { id: number; name: string }) {
  return (
    <PersonFrame id={id}>
      <HistoryList subject={{ kind: 'person', user_id: id }} name={name} />
    </PersonFrame>
  )
}
