import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ListScreen } from '#ui/app/list/list-screen.tsx'
import type { ListScreenProps, RowAction } from '#ui/app/list/list-types.ts'
import { useListState } from '#ui/app/list/use-list-state.ts'
import { StatusBadge } from '#ui/app/status-badge.tsx'
import { useApi, useSession } from '#ui/calls/api.tsx'
import { IconCheck, IconMessageCircle, IconPencil, IconTrash, IconX } from '#ui/icons.tsx'
import { can } from '#ui/page/guard.ts'
import { confirm } from '#ui/public/dialogs/confirm.tsx'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import { DateText } from '#ui/public/parts/time.tsx'
import { Rating } from '#ui/public/products/rating.tsx'
import { deleteReview, updateReview } from '../../contract.ts'
import { RATINGS, REVIEW_STATUS, REVIEW_STATUS_NAMES, REVIEW_STATUSES, type ReviewStatus } from '../../rules/reviews.ts'
import { type ListedReview, REVIEWS_SPEC, refreshReviews, reviewQueries } from '../queries.ts'
import styles from '../reviews.module.css'
import { ReplyDialog } from './reply-dialog.tsx'

export const BADGES: Record<ReviewStatus, string> = { 1: 'rejected', 2: 'pending', 3: 'approved', 4: 'draft' }
const FILTERS = [
  {
    name: 'status',
    label: 'Status',
    options: REVIEW_STATUSES.map((status) => ({ value: String(status), label: REVIEW_STATUS_NAMES[status] })),
  },
  {
    name: 'rating',
    label: 'Rating',
    options: [...RATINGS]
      .reverse()
      .map((rating) => ({ value: String(rating), label: rating === 1 ? '1 star' : `${rating} stars` })),
  },
]

const reviewPath = ({ id }: ListedReview) => `/portals/reviews/${id}`

type ReviewListProps = Pick<ListScreenProps<ListedReview>, 'title' | 'text' | 'crumbs' | 'badge' | 'actions'> & {
  /** The one course whose reviews are shown. */
  courseId?: number
}

/** Reviews to approve, reject and answer (REV-009, REV-012, REV-027). */
export function ReviewList({ courseId, ...head }: ReviewListProps) {
  const api = useApi()
  const session = useSession()
  const queryClient = useQueryClient()
  const address = useListState(REVIEWS_SPEC)
  const query = reviewQueries(api).list({ ...address.query }, courseId)
  const result = useQuery({ ...query, placeholderData: keepPreviousData })
  const [answered, setAnswered] = useState<ListedReview | null>(null)
  const isModerator = can(session, 'reviews.update') && session.viewer?.current_role !== 'instructor'

  const decide = async (reviews: readonly ListedReview[], status: ReviewStatus) => {
    try {
      for (const { id } of reviews) await api.call(updateReview, { params: { id }, body: { status } })
      toast.success('Save Successful')
    } catch (error) {
      void toast.error(error)
    }
    await refreshReviews(queryClient)
  }
  const remove = async ({ id }: ListedReview) => {
    if (!(await confirm('delete'))) return
    try {
      await api.call(deleteReview, { params: { id } })
    } catch (error) {
      void toast.error(error)
    }
    await refreshReviews(queryClient)
  }
  const actionsOf = (review: ListedReview): RowAction[] => {
    const { status, abilities } = review
    const { approved, not_approved: rejected } = REVIEW_STATUS
    return [
      ...(abilities.moderate && status !== approved
        ? [{ label: 'Approve', icon: IconCheck, run: () => void decide([review], approved) }]
        : []),
      ...(abilities.moderate && status !== rejected
        ? [{ label: 'Reject', icon: IconX, run: () => void decide([review], rejected) }]
        : []),
      ...(abilities.moderate ? [{ label: 'Open', icon: IconPencil, href: reviewPath(review) }] : []),
      ...(abilities.reply
        ? [
            {
              label: review.reply ? 'Change the answer' : 'Answer',
              icon: IconMessageCircle,
              run: () => setAnswered(review),
            },
          ]
        : []),
      ...(abilities.moderate
        ? [{ label: 'Delete', icon: IconTrash, isDanger: true, run: () => void remove(review) }]
        : []),
    ]
  }
  return (
    <>
      <ListScreen<ListedReview>
        {...head}
        label="Reviews"
        address={address}
        result={result}
        rowKey={(review) => review.id}
        rowName={(review) => `the review of ${review.user.display_name}`}
        rowHref={reviewPath}
        rowActions={can(session, 'reviews.update') ? actionsOf : undefined}
        bulkActions={
          isModerator
            ? [
                { label: 'Approve', icon: IconCheck, run: (rows) => decide(rows, REVIEW_STATUS.approved) },
                { label: 'Reject', icon: IconX, run: (rows) => decide(rows, REVIEW_STATUS.not_approved) },
              ]
            : undefined
        }
        searchLabel="Search in reviews"
        filters={FILTERS}
        columns={[
          {
            key: 'rating',
            title: 'Review',
            role: 'main',
            isSortable: true,
            cell: (review) => <Words review={review} />,
          },
          { key: 'user', title: 'Learner', cell: ({ user }) => user.display_name },
          ...(courseId === undefined
            ? [{ key: 'course', title: 'Course', cell: ({ course }: ListedReview) => course.title }]
            : []),
          {
            key: 'status',
            title: 'Status',
            cell: ({ status }) => <StatusBadge status={BADGES[status]} label={REVIEW_STATUS_NAMES[status]} />,
          },
          { key: 'created_at', title: 'Written', cell: (review) => <DateText value={review.created_at} /> },
        ]}
        empty={{
          title: 'No reviews yet',
          text: 'Learners can review a course after reaching 50%. Reviews are public after you approve them.',
        }}
      />
      {answered && (
        <ReplyDialog
          review={answered}
          onClose={() => setAnswered(null)}
          onSaved={() => void refreshReviews(queryClient)}
        />
      )}
    </>
  )
}

function Words({ review: { rating, text, reply } }: { review: ListedReview }) {
  return (
    <span className={styles.cell}>
      <Rating value={rating} />
      <span className={styles.excerpt}>{text ?? <span className={styles.muted}>Without words</span>}</span>
      {reply && <span className={styles.muted}>Answered by {reply.user.display_name}</span>}
    </span>
  )
}
