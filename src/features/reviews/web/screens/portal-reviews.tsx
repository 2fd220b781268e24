import { useSession } from '#ui/calls/api.tsx'
import { ReviewList } from '../components/review-list.tsx'

/** Every review of the portal, or those of the own courses (REV-009). */
export function PortalReviewsScreen() {
  const { viewer } = useSession()
  return (
    <ReviewList
      title="Reviews"
      text={
        viewer?.current_role === 'instructor'
          ? 'What learners say about your courses. Your answers are public.'
          : 'What learners say about the courses. Only approved reviews are public and counted.'
      }
    />
  )
}
