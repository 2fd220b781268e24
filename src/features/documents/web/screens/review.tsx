import { useSuspenseQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { ComplianceFrame, REVIEW } from '#features/compliance/web/public.ts'
import { formatDay } from '#kernel/format/day.ts'
import { Row, Rows } from '#ui/app/list/rows.tsx'
import { useApi } from '#ui/calls/api.tsx'
import { IconCircleCheck } from '#ui/icons.tsx'
import { EmptyState } from '#ui/public/lists/empty-state.tsx'
import { LoadingNote } from '#ui/public/lists/skeleton.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import { TimeText } from '#ui/public/parts/time.tsx'
import styles from '../documents.module.css'
import { documentQueries } from '../queries.ts'

const ReviewDrawer = lazy(() =>
  import('../components/review-drawer.tsx').then((file) => ({ default: file.ReviewDrawer })),
)

/** The documents that wait for a decision, the oldest first (CMP-027). */
export function ReviewScreen() {
  const { documents, count } = useSuspenseQuery(documentQueries(useApi()).toReview()).data.data
  const [openedId, setOpenedId] = useState<number | null>(null)
  const opened = documents.find(({ id }) => id === openedId)
  return (
    <ComplianceFrame current={REVIEW} counts={{ documents: count }}>
      {documents.length === 0 ? (
        <EmptyState
          icon={IconCircleCheck}
          title="Nothing to review"
          text="Licenses and documents that people upload are listed here until someone accepts or rejects them."
        />
      ) : (
        <Rows label="Documents to review">
          {documents.map(({ id, person, requirement, until_day: until, created_at }) => (
            <Row
              key={id}
              title={<strong>{person.name}</strong>}
              note={
                <>
                  {requirement.title}
                  {until && ` · expires ${formatDay(until)}`} · uploaded <TimeText value={created_at} />
                </>
              }
            >
              <Button
                size="sm"
                variant="soft"
                aria-haspopup="dialog"
                aria-label={`Review ${requirement.title} of ${person.name}`}
                onClick={() => setOpenedId(id)}
              >
                Review
              </Button>
            </Row>
          ))}
        </Rows>
      )}
      {count > documents.length && (
        <p className={styles.note}>
          These are the oldest {documents.length} of {count}. The others follow when these are decided.
        </p>
      )}
      {opened && (
        <Suspense fallback={<LoadingNote text="Loading the document" />}>
          <ReviewDrawer document={opened} onClose={() => setOpenedId(null)} />
        </Suspense>
      )}
    </ComplianceFrame>
  )
}
