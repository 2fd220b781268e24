import { formatPhone } from '#kernel/format.ts'
import { useSession } from '../../calls/api.tsx'
import { Alert } from '../parts/alert.tsx'
import { Anchor } from '../parts/anchor.tsx'

/** Says, in place of buying, that nothing new begins in this portal, what stays, and whom to ask (ORD-047). */
export function ClosedNote() {
  const { portal } = useSession()
  const { support_email: email, support_phone: phone } = portal.company
  return (
    <Alert tone="warning" title="No new enrollments right now">
      {portal.name} is not taking new enrollments or orders right now. Enrolled learners keep their courses and
      certificates.
      {(email || phone) && (
        <>
          {' '}
          Questions? {email && <Anchor href={`mailto:${email}`}>{email}</Anchor>}
          {email && phone && ' or '}
          {phone && <Anchor href={`tel:${phone.replace(/[^\d+]/g, '')}`}>{formatPhone(phone)}</Anchor>}
        </>
      )}
    </Alert>
  )
}
