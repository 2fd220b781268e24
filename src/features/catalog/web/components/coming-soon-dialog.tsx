import { formatPhone } from '#kernel/format.ts'
import { useSession } from '#ui/calls/api.tsx'
import { Dialog } from '#ui/public/dialogs/dialog.tsx'
import { Anchor } from '#ui/public/parts/anchor.tsx'
import { Button, LinkButton } from '#ui/public/parts/button.tsx'

/** Says that a course cannot be bought yet, and where to ask (CAT-005). */
export function ComingSoonDialog({ title, onClose }: { title: string; onClose: () => void }) {
  const { company } = useSession().portal
  const { support_email: email, support_phone: phone } = company
  return (
    <Dialog
      isOpen
      onClose={onClose}
      size="sm"
      title="Coming soon"
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            Close
          </Button>
          <LinkButton href="/course">See other courses</LinkButton>
        </>
      }
    >
      <p>
        <strong>{title}</strong> is being prepared and cannot be bought yet. Please come back soon.
      </p>
      {(email || phone) && (
        <p>
          Ask us to tell you when it opens:{' '}
          {email && <Anchor href={`mailto:${email}?subject=${encodeURIComponent(title)}`}>{email}</Anchor>}
          {email && phone && ' or '}
          {phone && <Anchor href={`tel:${phone}`}>{formatPhone(phone)}</Anchor>}.
        </p>
      )}
    </Dialog>
  )
}
