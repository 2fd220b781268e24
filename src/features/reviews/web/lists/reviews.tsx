import { redirect } from '@tanstack/react-router'
import { PersonField } from '#features/accounts/web/public.ts'
import { CourseField } from '#features/courses/web/public.ts'
import type { Wire } from '#kernel/endpoint.ts'
import type { ContentForm } from '#ui/app/content/content-form.tsx'
import { contentKind } from '#ui/app/content/content-kind.ts'
import { FormSection, Wide } from '#ui/app/form/detail-form.tsx'
import { IdSelectField, TextAreaField } from '#ui/app/form/fields.tsx'
import { StatusBadge } from '#ui/app/status-badge.tsx'
import { needs } from '#ui/page/guard.ts'
import { Anchor } from '#ui/public/parts/anchor.tsx'
import * as contract from '../../contract.ts'
import { RATINGS, REVIEW_STATUS, REVIEW_STATUS_NAMES, REVIEW_STATUSES } from '../../rules/reviews.ts'
import { ReviewCard } from '../components/review-card.tsx'
import { BADGES } from '../components/review-list.tsx'

type Review = Wire<typeof contract.showReview>['data']

/** Reviews to look after; their list has actions of its own (REV-009, REV-012). */
const reviews = contentKind<Review>({
  calls: {
    list: contract.listReviews,
    create: contract.enterReview,
    show: contract.showReview,
    update: contract.updateReview,
    remove: contract.deleteReview,
  },
  resource: 'reviews',
  path: '/portals/reviews',
  title: 'Reviews',
  text: '',
  noun: 'review',
  nouns: 'reviews',
  sorts: ['id'],
  nameOf: ({ user }) => `Review by ${user.display_name}`,
  columns: [],
  empty: '',
  // Instructors answer reviews, and enter none (REV-027).
  opens: (permission) => (opening) => {
    needs(permission)(opening)
    if (permission === 'reviews.create' && opening.context.session.viewer?.current_role === 'instructor')
      throw redirect({ href: '/portals/reviews', statusCode: 302 })
  },
})

const DEFAULTS = {
  user_id: '',
  course_id: null as number | null,
  rating: 5,
  text: '',
  status: REVIEW_STATUS.pending as number,
  reply: '',
}

const STATUSES = REVIEW_STATUSES.map((status) => ({ value: status, label: REVIEW_STATUS_NAMES[status] }))
const StatusField = () => (
  <IdSelectField
    name="status"
    label="Status"
    description="Only approved reviews are public and counted."
    allowDeselect={false}
    data={STATUSES}
  />
)

/** A review that staff enter for a learner (REV-033). */
const NewReview = () => (
  <FormSection
    title="Review"
    text="For what a learner told you on paper or by e-mail. Enter their own words; the activity log says that you entered them."
  >
    <Wide>
      <PersonField name="user_id" label="Learner" required />
    </Wide>
    <Wide>
      <CourseField name="course_id" label="Course" chosen={[]} />
    </Wide>
    <IdSelectField
      name="rating"
      label="Rating"
      allowDeselect={false}
      data={[...RATINGS].reverse().map((stars) => ({ value: stars, label: stars === 1 ? '1 star' : `${stars} stars` }))}
    />
    <StatusField />
    <Wide>
      <TextAreaField name="text" label="Review text" minRows={4} maxLength={4000} />
    </Wide>
  </FormSection>
)

/** A learner's review with what staff decide and answer; the learner's words stay as they are. */
const ShownReview = ({ review }: { review: Review }) => (
  <>
    <FormSection
      title="Review"
      text={<Anchor href={`/courses/builder/${review.course.slug}/overview/reviews`}>{review.course.title}</Anchor>}
    >
      <Wide>
        <ReviewCard review={{ ...review, reply: null }} />
      </Wide>
      {review.abilities.moderate && <StatusField />}
    </FormSection>
    <FormSection title="Answer" text="Everyone who reads the review sees it. Leave it empty to remove it.">
      <Wide>
        <TextAreaField name="reply" label="Your answer" minRows={4} maxLength={4000} />
      </Wide>
    </FormSection>
  </>
)

export const reviewForm: ContentForm<Review, typeof DEFAULTS> = {
  kind: reviews,
  nameOf: reviews.nameOf,
  defaults: DEFAULTS,
  read: ({ reply, user }) => ({ reply: reply?.text ?? '', user_id: String(user.id) }),
  write: ({ reply, user_id, status, ...payload }, review) =>
    review
      ? { ...(reply !== undefined && { reply }), ...(review.abilities.moderate && { status }) }
      : { ...payload, status, user_id: Number(user_id) },
  badge: ({ status }) => <StatusBadge status={BADGES[status]} label={REVIEW_STATUS_NAMES[status]} />,
  fields: (_, review) => (review ? <ShownReview review={review} /> : <NewReview />),
}
