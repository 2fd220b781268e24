import { useSession } from '#ui/calls/api.tsx'
import { IconPlus } from '#ui/icons.tsx'
import { can } from '#ui/page/guard.ts'
import { LinkButton } from '#ui/public/parts/button.tsx'
import { ReviewList } from '../components/review-list.tsx'

/** Every review of the portal, or those of the own courses (REV-009). */
export function PortalReviewsScreen() {
  const session = useSession()
  const isInstructor = session.viewer?.current_role === 'instructor'
  return (
    <ReviewList
      title="Reviews"
      text={
        isInstructor
          ? 'What learners say about your courses. Your answers are public.'
          : 'What learners say about the courses. Only approved reviews are public and counted.'
      }
      actions={
        can(session, 'reviews.create') &&
        !isInstructor && (
          <LinkButton icon={IconPlus} href="/portals/reviews/create">
            New review
          </LinkButton>
        )
      }
    />
  )
}
