import { formatFileSize } from '#kernel/format.ts'
import { Button } from '#ui/public/parts/button.tsx'
import { Checkbox } from '#ui/public/parts/field.tsx'
import { isExam, type KeptItem, keyOf, type OfferedItem } from '../../rules/kept.ts'
import { REASON_WORDS } from '../../rules/words.ts'
import styles from '../offline.module.css'

type Props = {
  items: readonly OfferedItem[]
  kept: readonly KeptItem[]
  /** Items that are not to be kept, by their keys. */
  left: ReadonlySet<string>
  isLocked: boolean
  onChoose: (item: OfferedItem, isOn: boolean) => void
  onRemove: (item: KeptItem) => void
}

/** Every item of a course: to be chosen with its size, kept, or why it needs a connection (OFF-001 to OFF-003). */
export function ItemChoice({ items, kept, left, isLocked, onChoose, onRemove }: Props) {
  const known = new Map(kept.map((item) => [keyOf(item), item]))
  return (
    <details className={styles.choice}>
      <summary>Choose single items</summary>
      <ul>
        {items.map((item) => {
          const here = known.get(keyOf(item))
          if (here?.is_complete && here.mark === item.mark)
            return (
              <li key={keyOf(item)}>
                <span>
                  {item.title}
                  <small>{isExam(item) ? 'On this device' : `On this device, ${formatFileSize(item.size)}`}</small>
                </span>
                <Button
                  size="sm"
                  variant="ghost"
                  disabled={isLocked}
                  aria-label={`Remove ${item.title} from this device`}
                  onClick={() => onRemove(here)}
                >
                  Remove
                </Button>
              </li>
            )
          if (item.reason !== null)
            return (
              <li key={keyOf(item)} className={styles.away}>
                <span>
                  {item.title}
                  <small>{REASON_WORDS[item.reason]}</small>
                </span>
              </li>
            )
          return (
            <li key={keyOf(item)}>
              <Checkbox
                label={item.title}
                hint={
                  isExam(item)
                    ? 'Until you give it back, it can be taken on this device only'
                    : formatFileSize(item.size)
                }
                checked={!left.has(keyOf(item))}
                disabled={isLocked}
                onChange={(event) => onChoose(item, event.currentTarget.checked)}
              />
            </li>
          )
        })}
      </ul>
    </details>
  )
}
