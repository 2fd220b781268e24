import type { ReactNode } from 'react'
import styles from './history.module.css'

/** What two versions say differently at one field, in words that their editors know. */
export type Difference = { name: string; label: string; before: string; after: string }

export type ChangedItem = {
  key: string
  /** What it is called; left out where the group is about the whole. */
  title?: ReactNode
  icon?: ReactNode
  note?: string
  differences?: readonly Difference[]
}
export type ChangeGroup = { key: string; title: string; label?: string; items: readonly ChangedItem[] }

function Differences({ differences }: { differences: readonly Difference[] }) {
  if (differences.length === 0) return null
  return (
    <dl>
      {differences.map(({ name, label, before, after }) => (
        <div key={name}>
          <dt>{label}</dt>
          <dd>
            <span>
              <small>Before</small>
              <del>{before}</del>
            </span>
            <span>
              <small>After</small>
              <ins>{after}</ins>
            </span>
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** What differs between two versions: new, changed, moved and removed parts, each with the words before and after. */
export function ChangeGroups({ groups }: { groups: readonly ChangeGroup[] }) {
  return (
    <div className={styles.changes}>
      {groups
        .filter(({ items }) => items.length > 0)
        .map(({ key, title, label = title, items }) => (
          <section key={key} aria-label={label}>
            <h3>
              {title} <span className={styles.count}>{items.length}</span>
            </h3>
            <ul>
              {items.map((item) => (
                <li key={item.key}>
                  {(item.title || item.icon) && (
                    <span className={styles.item}>
                      {item.icon}
                      <span>
                        <span>{item.title}</span>
                        {item.note && <small>{item.note}</small>}
                      </span>
                    </span>
                  )}
                  <Differences differences={item.differences ?? []} />
                </li>
              ))}
            </ul>
          </section>
        ))}
    </div>
  )
}
