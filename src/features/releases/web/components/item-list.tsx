import { IconList, IconPencil, IconRefresh, IconTrash } from '#ui/icons.tsx'
import { Badge } from '#ui/public/parts/badge.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import { TimeText } from '#ui/public/parts/time.tsx'
import type { ReleaseItem } from '../queries.ts'
import styles from '../releases.module.css'
import { KIND_WORDS, STANDING_WORDS } from '../words.ts'

const versionIn = (value: ReleaseItem['live']): string => {
  const version = (value as { version?: number | null } | null)?.version
  return version == null ? 'not published' : `version ${version}`
}

type ItemListProps = {
  items: readonly ReleaseItem[]
  /** Parts whose live value is no longer what the release put there. */
  changedSince: readonly string[]
  isLive: boolean
  mayEdit: boolean
  onCompare: (item: ReleaseItem) => void
  onEdit: (item: ReleaseItem) => void
  onRefresh: (item: ReleaseItem) => void
  onRemove: (item: ReleaseItem) => void
}

/** What a release changes, and how each part stands to what visitors see now. */
export function ItemList({
  items,
  changedSince,
  isLive,
  mayEdit,
  onCompare,
  onEdit,
  onRefresh,
  onRemove,
}: ItemListProps) {
  return (
    <ul className={styles.items} aria-label="Changes">
      {items.map((item) => {
        const { kind, record_id: id, title, standing } = item
        const isPage = kind === 'page'
        return (
          <li key={`${kind} ${id}`} aria-label={`${KIND_WORDS[kind]}: ${title}`}>
            <div className={styles.what}>
              <h3>
                {title}
                {!isLive && standing !== 'ready' && (
                  <Badge tone={standing === 'same' ? 'neutral' : 'danger'}>{STANDING_WORDS[standing]}</Badge>
                )}
                {isLive && changedSince.includes(title) && <Badge tone="danger">Changed since</Badge>}
              </h3>
              <p>
                {KIND_WORDS[kind]}
                {isPage && `, ${versionIn(item.value)}${isLive ? '' : ` (visitors see: ${versionIn(item.live)})`}`}
              </p>
              <p>
                Picked <TimeText value={item.picked_at} />
                {item.picked_by && ` by ${item.picked_by.display_name}`}
              </p>
            </div>
            <div className={styles.actions}>
              {!isLive && (
                <Button
                  size="sm"
                  variant="ghost"
                  icon={IconList}
                  aria-label={`What changes: ${title}`}
                  onClick={() => onCompare(item)}
                >
                  What changes
                </Button>
              )}
              {mayEdit &&
                (isPage ? (
                  <Button
                    size="sm"
                    variant="ghost"
                    icon={IconRefresh}
                    aria-label={`Use newest version of ${title}`}
                    onClick={() => onRefresh(item)}
                  >
                    Use newest version
                  </Button>
                ) : (
                  <Button
                    size="sm"
                    variant="ghost"
                    icon={IconPencil}
                    aria-label={`Edit ${title}`}
                    onClick={() => onEdit(item)}
                  >
                    Edit
                  </Button>
                ))}
              {mayEdit && (
                <Button
                  size="sm"
                  variant="ghost"
                  icon={IconTrash}
                  aria-label={`Take out ${title}`}
                  onClick={() => onRemove(item)}
                >
                  Take out
                </Button>
              )}
            </div>
          </li>
        )
      })}
    </ul>
  )
}
