import { useSuspenseQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { coursePath, learnerQueries } from '#features/progress/web/public.ts'
import { StatusBadge } from '#ui/app/status-badge.tsx'
import { useApi } from '#ui/calls/api.tsx'
import { IconStar } from '#ui/icons.tsx'
import { EmptyState } from '#ui/public/lists/empty-state.tsx'
import { Alert } from '#ui/public/parts/alert.tsx'
import { Button, LinkButton } from '#ui/public/parts/button.tsx'
import { REVIEW_FROM_PROGRESS, REVIEW_STATUS, REVIEW_STATUS_NAMES } from '../../rules/reviews.ts'
import { LeaveReviewDialog } from '../components/leave-review-dialog.tsx'
import { ReviewCard } from '../components/review-card.tsx'
import { reviewQueries } from '../queries.ts'
import styles from '../reviews.module.css'

type FeedbackScreenProps = { slug: string; relatedId: number; isFinished: boolean }

/** The own review of a course, or the way to leave one (REV-001, REV-005). */
export function FeedbackScreen({ slug, relatedId, isFinished }: FeedbackScreenProps) {
  const api = useApi()
  const router = useRouter()
  const { data: own } = useSuspenseQuery(reviewQueries(api).own(slug, relatedId)).data
  const { data: course } = useSuspenseQuery(learnerQueries(api).course(slug, relatedId)).data
  const [isOpen, setOpen] = useState(isFinished && own.can_review)
  const base = coursePath({ slug, related_id: relatedId })
  // The dialog opens automatically only once: a reload finds the plain address.
  useEffect(() => {
    if (isFinished) void router.navigate({ href: `${base}/feedback`, replace: true, resetScroll: false })
  }, [isFinished, base, router])
  const isDone = course.learner.completed_at !== null
  const certificates = isDone && (
    <LinkButton href={`${base}/certificates`} variant="outline">
      Go to the certificate
    </LinkButton>
  )
  return (
    <div className={styles.page}>
      <h1>Feedback</h1>
      {isDone && !own.review && (
        <Alert tone="success" title="You have finished the course">
          Well done. Your review helps others to choose.
        </Alert>
      )}
      {own.review ? (
        <>
          <div className={styles.own}>
            <ReviewCard
              review={own.review}
              badge={
                own.review.status !== REVIEW_STATUS.approved && (
                  <StatusBadge
                    status={own.review.status === REVIEW_STATUS.pending ? 'pending' : 'draft'}
                    label={
                      own.review.status === REVIEW_STATUS.pending
                        ? 'Waits for approval'
                        : REVIEW_STATUS_NAMES[own.review.status]
                    }
                  />
                )
              }
            />
          </div>
          <div className={styles.actions}>{certificates}</div>
        </>
      ) : (
        <EmptyState
          icon={IconStar}
          title={own.can_review ? 'How was the course?' : 'Not there yet'}
          text={
            own.can_review
              ? 'Rate the course and tell others what it is like.'
              : `You can review the course from ${REVIEW_FROM_PROGRESS} percent on. You are at ${own.progress} percent.`
          }
          action={
            <>
              {certificates}
              {own.can_review && <Button onClick={() => setOpen(true)}>Leave a review</Button>}
            </>
          }
        />
      )}
      {isOpen && (
        <LeaveReviewDialog
          isOpen
          onClose={() => setOpen(false)}
          slug={slug}
          relatedId={relatedId}
          title={course.title}
        />
      )}
    </div>
  )
}
