import { OwnFrame } from '#features/portals/web/public.ts'
import { HistoryList } from '../components/history-list.tsx'

/** What changed in the settings of the portal (HIS-007). */
export function SettingsHistoryScreen() {
  return (
    <OwnFrame>
      <HistoryList subject={{ kind: 'settings' }} name="Portal settings" />
    </OwnFrame>
  )
}
