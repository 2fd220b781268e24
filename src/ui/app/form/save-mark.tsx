import {
  IconCircleCheck,
  IconCircleDashed,
  IconCircleX,
  IconCloudCheck,
  IconLoader2,
  IconWifiOff,
} from '../../icons.tsx'
import styles from './form.module.css'

export type SaveState = 'saved' | 'unsaved' | 'saving' | 'offline' | 'failed' | 'ready'

const MARKS = {
  ready: { icon: IconCloudCheck, text: 'No changes' },
  saved: { icon: IconCircleCheck, text: 'Saved' },
  unsaved: { icon: IconCircleDashed, text: 'Unsaved changes' },
  saving: { icon: IconLoader2, text: 'Saving…' },
  offline: { icon: IconWifiOff, text: 'Offline: you cannot save right now' },
  failed: { icon: IconCircleX, text: 'Not saved' },
} as const

/** Says whether work is saved, in words and aloud; `text` replaces the words, as for learning that is kept offline. */
export function SaveMark({ state, text }: { state: SaveState; text?: string }) {
  const { icon: Drawing, text: words } = MARKS[state]
  return (
    <span className={styles.mark} data-state={state} role="status">
      <Drawing size={18} />
      {text ?? words}
    </span>
  )
}
