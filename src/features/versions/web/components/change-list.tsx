import { KINDS } from '#features/outline/web/public.ts'
import styles from '../versions.module.css'
import type { Change } from '../words.ts'
import { changeTitle, fieldsInWords } from '../words.ts'

const TITLES = { added: 'New', changed: 'Changed', removed: 'Removed' } as const
type Kind = keyof typeof KINDS

/** What differs between two versions, item by item: new, changed and removed ones (VER-006). */
export function ChangeList({ changes }: { changes: readonly Change[] }) {
  return (
    <div className={styles.changes}>
      {(['added', 'changed', 'removed'] as const).map((kind) => {
        const own = changes.filter((change) => change.kind === kind)
        return own.length === 0 ? null : (
          <section key={kind} aria-label={TITLES[kind]}>
            <h3>
              {TITLES[kind]} <span className={styles.count}>{own.length}</span>
            </h3>
            <ul>
              {own.map((change) => {
                const { name, icon: Drawing } = KINDS[change.item_type as Kind]
                return (
                  <li key={`${change.item_type} ${change.item_id}`}>
                    <Drawing size={18} />
                    <span className={styles.item}>
                      <span>{changeTitle(change)}</span>
                      <small>
                        {name}
                        {change.fields.length > 0 && `: ${fieldsInWords(change.fields)}`}
                      </small>
                    </span>
                  </li>
                )
              })}
            </ul>
          </section>
        )
      })}
    </div>
  )
}
