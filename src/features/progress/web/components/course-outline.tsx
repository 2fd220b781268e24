import { Link, useRouterState } from '@tanstack/react-router'
import type { Wire } from '#kernel/endpoint.ts'
import { ITEM_WORDS } from '#kernel/format/learning-words.ts'
import type { listLearnerModules } from '../../contract.ts'
import { itemPath } from '../../rules/paths.ts'
import styles from '../learn.module.css'
import { StatusMark } from './status-mark.tsx'

type Outline = Wire<typeof listLearnerModules>
type Entry = Outline['data'][number]
type Inner = Entry['items'][number]
type Place = { slug: string; related_id: number }

function Step({ place, item, moduleId }: { place: Place; item: Entry | Inner; moduleId?: number }) {
  const path = itemPath(place, {
    itemable_type: item.itemable_type,
    itemable_id: item.itemable_id,
    module_id: moduleId ?? null,
  })
  const pathname = useRouterState({ select: (state) => state.location.pathname })
  const words = (
    <>
      <StatusMark status={item.status} isLocked={item.is_locked} />
      <span>
        {item.title}
        <small>{ITEM_WORDS[item.itemable_type]}</small>
      </span>
    </>
  )
  // What a sequential course keeps closed is named, but leads nowhere (LRN-027).
  if (item.is_locked) return <div className={`${styles.entry} ${styles.closed}`}>{words}</div>
  return (
    <Link to={path as '/'} className={styles.entry} aria-current={pathname === path ? 'page' : undefined}>
      {words}
    </Link>
  )
}

/** The outline of a course with the status of every item, in its order (LRN-006, LRN-033). */
export function CourseOutline({ place, outline }: { place: Place; outline: Outline }) {
  const hasLocked = outline.data.some((entry) => [entry, ...entry.items].some((item) => item.is_locked))
  return (
    <>
      {hasLocked && <p className={styles.hint}>Locked items open in order, each after the one before it is done.</p>}
      <ol className={styles.outline} aria-label="Course outline">
        {outline.data.map((entry) =>
          entry.itemable_type === 'Module' ? (
            <li key={entry.id}>
              <div className={styles.module}>
                <span>{entry.title}</span>
                <StatusMark status={entry.status} isLocked={entry.is_locked} />
              </div>
              <ol className={styles.inner}>
                {entry.items.map((item) => (
                  <li key={item.id}>
                    <Step place={place} item={item} moduleId={entry.itemable_id} />
                  </li>
                ))}
              </ol>
            </li>
          ) : (
            <li key={entry.id}>
              <Step place={place} item={entry} />
            </li>
          ),
        )}
      </ol>
    </>
  )
}
