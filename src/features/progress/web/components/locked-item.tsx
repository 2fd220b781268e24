import { useSuspenseQuery } from '@tanstack/react-query'
import { type ErrorComponentProps, useParams, useRouter } from '@tanstack/react-router'
import { useApi } from '#ui/calls/api.tsx'
import { LinkButton } from '#ui/public/parts/button.tsx'
import { coursePath, itemPath } from '../../rules/paths.ts'
import styles from '../learn.module.css'
import { learnerQueries } from '../queries.ts'

/** An item that was opened before its turn: says what to finish first and leads there (LRN-027, ERR-117). */
export function LockedItem({ slug, relatedId }: { slug: string; relatedId: number }) {
  const { data, meta } = useSuspenseQuery(learnerQueries(useApi()).outline(slug, relatedId)).data
  const place = { slug, related_id: relatedId }
  const { continue_item: next } = meta
  const title = data
    .flatMap((entry) => [entry, ...entry.items])
    .find((item) => item.itemable_type === next?.itemable_type && item.itemable_id === next.itemable_id)?.title
  return (
    <div className={styles.content}>
      <h1>This item is locked</h1>
      <p>{title ? `Finish “${title}” first.` : 'It opens later.'} The items of this course open in order.</p>
      <p className={styles.start}>
        {next && <LinkButton href={itemPath(place, next)}>Go to {title}</LinkButton>}
        <LinkButton href={`${coursePath(place)}/outline`} variant="outline">
          Back to the outline
        </LinkButton>
      </p>
    </div>
  )
}

export const isItemLocked = (error: unknown): boolean => (error as { code?: unknown } | null)?.code === 'item_locked'

/** The error page of an item in a course; everything but a locked item is left to the page that all errors have. */
export function ItemError(props: ErrorComponentProps) {
  const { slug, relatedId } = useParams({ strict: false })
  const OtherError = useRouter().options.defaultErrorComponent
  if (slug !== undefined && relatedId !== undefined && isItemLocked(props.error))
    return <LockedItem slug={slug} relatedId={Number(relatedId)} />
  return OtherError ? <OtherError {...props} /> : null
}
