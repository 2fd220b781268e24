import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { KeepOnDevice, useAwayItems } from '#features/offline/web/public.ts'
import { HandsOnTasks, seatTimeQueries } from '#features/trade-rules/web/public.ts'
import { useApi } from '#ui/calls/api.tsx'
import { LinkButton } from '#ui/public/parts/button.tsx'
import { itemPath } from '../../rules/paths.ts'
import { PREVIEW } from '../../rules/preview.ts'
import { continueLabel } from '../../rules/status.ts'
import { CourseOutline } from '../components/course-outline.tsx'
import styles from '../learn.module.css'
import { learnerQueries } from '../queries.ts'
import { useOutline } from '../use-outline.ts'

/** Start of a course: where to go on, and everything that is in it. */
export function OutlineScreen({ slug, relatedId }: { slug: string; relatedId: number }) {
  const api = useApi()
  const queries = learnerQueries(api)
  const { data: course } = useSuspenseQuery(queries.course(slug, relatedId)).data
  const { outline } = useOutline(slug, relatedId)
  const isAway = useAwayItems(relatedId)
  const isRuled = course.has_rules && relatedId !== PREVIEW
  const seat = useQuery({ ...seatTimeQueries(api).standing(relatedId), enabled: isRuled })
  const place = { slug, related_id: relatedId }
  const { continue_item: next, items_done: done, items_total: total } = outline.meta
  const nextTitle = outline.data
    .flatMap((entry) => [entry, ...entry.items])
    .find((item) => item.itemable_type === next?.itemable_type && item.itemable_id === next.itemable_id)?.title
  return (
    <div className={styles.content}>
      <h1>{course.title}</h1>
      <p>
        {done} of {total} items done.
      </p>
      {next && (
        <p className={styles.start}>
          {!isAway?.(next) && (
            <LinkButton href={itemPath(place, next)} size="lg">
              {continueLabel(outline.meta.status)}
            </LinkButton>
          )}
          <span>
            Next: <strong>{nextTitle}</strong>
            {isAway?.(next) && ', when you are back online'}
          </span>
        </p>
      )}
      <CourseOutline place={place} outline={outline} />
      {relatedId !== PREVIEW && <KeepOnDevice slug={slug} relatedId={relatedId} />}
      <HandsOnTasks standing={seat.data?.data ?? null} />
    </div>
  )
}
