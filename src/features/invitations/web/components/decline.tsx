import { Button } from '#ui/public/parts/button.tsx'
import { declineInvite } from '../../contract.ts'
import styles from '../screens/invitation.module.css'
import { type PartProps, Refusal, useAnswer } from './answer.tsx'

/** Asks before an invitation is declined: a link in a mail may be opened by a program. */
export function Decline({ token, invitation, onBack, onDone }: PartProps & { onBack: () => void; onDone: () => void }) {
  const { run, isBusy, error } = useAnswer()
  const decline = () =>
    run(async (call) => {
      await call(declineInvite, { params: { token } })
      onDone()
    })
  return (
    <div className={styles.form}>
      <h2>Decline the invitation?</h2>
      <Refusal error={error} />
      <p className={styles.mail}>
        {invitation.inviter} will see that you declined. You can take the course later only if you are invited again.
      </p>
      <Button isBlock size="lg" variant="danger" isLoading={isBusy} onClick={() => void decline()}>
        Decline the invitation
      </Button>
      <Button variant="outline" isBlock onClick={onBack}>
        Go back
      </Button>
    </div>
  )
}

/** What there is to read once an invitation is declined. */
export const Declined = ({ invitation: { inviter, course } }: Pick<PartProps, 'invitation'>) => (
  <>
    <h1>You declined the invitation</h1>
    <p className={styles.lead} role="status">
      {inviter} will see that you do not take {course.title}. There is nothing else to do.
    </p>
  </>
)
