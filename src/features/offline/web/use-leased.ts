import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { useSession } from '#ui/calls/api.tsx'
import { restored } from '#ui/kept/kept-storage.ts'
import type { Leased } from '../rules/leased.ts'
import { leasedText, onLeasesChange } from './kept/leases.ts'

/** The exam that this device has taken along, as its learner left it; null where it has none (OFF-016). */
export const useLeased = (relatedId: number, examId: number): Leased | null => {
  const userId = useSession().viewer?.user_id ?? 0
  const [isRestored, setRestored] = useState(false)
  useEffect(() => void restored().then(() => setRestored(true)), [])
  const text = useSyncExternalStore(
    onLeasesChange,
    () => (isRestored ? leasedText(userId, relatedId, examId) : null),
    () => null,
  )
  return useMemo(() => (text === null ? null : (JSON.parse(text) as Leased)), [text])
}
