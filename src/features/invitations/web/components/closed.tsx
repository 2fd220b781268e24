import { LinkButton } from '#ui/public/parts/button.tsx'
import { INVITATION } from '../../rules/status.ts'
import styles from '../screens/invitation.module.css'
import { coursePath, type Invitation } from './answer.tsx'

const ENDS: Readonly<Record<number, string>> = {
  [INVITATION.accepted]: 'This invitation was accepted',
  [INVITATION.cancelled]: 'This invitation was canceled',
  [INVITATION.declined]: 'This invitation was declined',
}

/** What became of an invitation that is no longer open, and where to go from there. */
export function Closed({ invitation: { status, inviter, course, related_id: id } }: { invitation: Invitation }) {
  const isAccepted = status === INVITATION.accepted
  return (
    <>
      <h1>{ENDS[status] ?? 'This invitation has expired'}</h1>
      <p className={styles.lead}>
        {isAccepted
          ? `Your course ${course.title} is waiting for you.`
          : `It was for the course ${course.title}. If you would like to take it, ask ${inviter} to invite you again.`}
      </p>
      <LinkButton
        href={isAccepted && id ? coursePath({ course_slug: course.slug, related_id: id }) : '/login'}
        isBlock
        size="lg"
        variant={isAccepted ? 'primary' : 'outline'}
      >
        {isAccepted && id ? 'Open the course' : 'Sign in'}
      </LinkButton>
    </>
  )
}
