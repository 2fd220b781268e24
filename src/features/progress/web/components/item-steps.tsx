import type { Wire } from '#kernel/endpoint.ts'
import { LinkButton } from '#ui/public/parts/button.tsx'
import type { listLearnerModules } from '../../contract.ts'
import type { OutlineType } from '../../rules/course.ts'
import { itemPath } from '../../rules/paths.ts'
import { isDone } from '../../rules/status.ts'
import styles from '../learn.module.css'
import { useOutline } from '../use-outline.ts'
import { usePreload } from '../use-preload.ts'

type Entry = Wire<typeof listLearnerModules>['data'][number]
type Stop = Pick<Entry, 'itemable_id' | 'title' | 'status' | 'is_locked'> & {
  itemable_type: string
  module_id: number | null
}
type Props = {
  slug: string
  relatedId: number
  type: OutlineType
  id: number
  /** Below content that fills the window, such as a player, instead of over its end. */
  isBelow?: boolean
}

/** From an item of the outline to the previous and the next one (LRN-035). */
export function ItemSteps({ slug, relatedId, type, id, isBelow = false }: Props) {
  const { data: outline } = useOutline(slug, relatedId).outline
  const stops = outline.flatMap((entry): Stop[] =>
    entry.items.length > 0 ? entry.items : [{ ...entry, module_id: null }],
  )
  const at = stops.findIndex((item) => item.itemable_type === type && item.itemable_id === id)
  const [previous, next] = at === -1 ? [] : [stops[at - 1], stops[at + 1]]
  const place = { slug, related_id: relatedId }
  usePreload(place, next)
  if (!previous && !next) return null
  const isOver = isDone(stops[at]?.status ?? 4)
  return (
    <nav className={isBelow ? `${styles.steps} ${styles.below}` : styles.steps} aria-label="Previous and next item">
      {previous ? (
        <LinkButton href={itemPath(place, previous)} variant="outline" aria-label={`Previous: ${previous.title}`}>
          Previous
        </LinkButton>
      ) : (
        <span />
      )}
      {next?.is_locked && <p>The next item opens when this one is done.</p>}
      {next && !next.is_locked && (
        <LinkButton
          href={itemPath(place, next)}
          variant={isOver ? 'primary' : 'outline'}
          aria-label={`Next: ${next.title}`}
        >
          Next
        </LinkButton>
      )}
    </nav>
  )
}
