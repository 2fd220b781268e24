import { IconCircleCheck, IconCircleDashed, IconCircleX, IconLoader2, IconWifiOff } from '../../icons.tsx'
import styles from './form.module.css'

export type SaveState = 'saved' | 'unsaved' | 'saving' | 'offline' | 'failed' | 'ready'

const MARKS = {
  // A new record that nobody has touched has nothing to say, but the place that is read aloud is there.
  ready: { icon: null, text: '' },
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
      {Drawing && <Drawing size={18} />}
      {text ?? words}
    </span>
  )
}
