import { Link, useRouterState } from '@tanstack/react-router'
import { useAwayItems } from '#features/offline/web/public.ts'
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

type StepProps = { place: Place; item: Entry | Inner; moduleId?: number; isAway: boolean }

function Step({ place, item, moduleId, isAway }: StepProps) {
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
        <small>
          {ITEM_WORDS[item.itemable_type]}
          {isAway && ': needs a connection'}
        </small>
      </span>
    </>
  )
  // What a sequential course keeps closed, or only a connection brings, is named, but leads nowhere (LRN-027, OFF-007).
  if (item.is_locked || isAway) return <div className={`${styles.entry} ${styles.closed}`}>{words}</div>
  return (
    <Link to={path as '/'} className={styles.entry} aria-current={pathname === path ? 'page' : undefined}>
      {words}
    </Link>
  )
}

/** The outline of a course with the status of every item, in its order (LRN-006, LRN-033). */
export function CourseOutline({ place, outline }: { place: Place; outline: Outline }) {
  const isAway = useAwayItems(place.related_id)
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
                    <Step place={place} item={item} moduleId={entry.itemable_id} isAway={isAway?.(item) ?? false} />
                  </li>
                ))}
              </ol>
            </li>
          ) : (
            <li key={entry.id}>
              <Step place={place} item={entry} isAway={isAway?.(entry) ?? false} />
            </li>
          ),
        )}
      </ol>
    </>
  )
}
