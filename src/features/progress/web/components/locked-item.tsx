import { type ErrorComponentProps, useParams, useRouter } from '@tanstack/react-router'
import { LinkButton } from '#ui/public/parts/button.tsx'
import { coursePath, itemPath } from '../../rules/paths.ts'
import styles from '../learn.module.css'
import { useOutline } from '../use-outline.ts'

/** An item that was opened before its turn: says what to finish first and leads there (LRN-027, ERR-117). */
export function LockedItem({ slug, relatedId }: { slug: string; relatedId: number }) {
  const { data, meta } = useOutline(slug, relatedId).outline
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

/** An item that this device does not keep, opened without a connection (OFF-007, ERR-211). */
function AwayItem({ slug, relatedId, text }: { slug: string; relatedId: number; text: string }) {
  return (
    <div className={styles.content}>
      <h1>Not on this device</h1>
      <p>{text}</p>
      <p className={styles.start}>
        <LinkButton href={`${coursePath({ slug, related_id: relatedId })}/outline`} variant="outline">
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
  const { code, message } = props.error as { code?: string; message: string }
  if (slug !== undefined && code === 'not_on_device')
    return <AwayItem slug={slug} relatedId={Number(relatedId)} text={message} />
  return OtherError ? <OtherError {...props} /> : null
}
