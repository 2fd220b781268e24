import { Dialog } from '#ui/public/dialogs/dialog.tsx'
import { SendLinkForm } from './send-link-form.tsx'

type PasswordResetDialogProps = { email?: string; onClose: () => void }

/** Asks for a reset link without leaving the screen one is on (AUT-042, UIX-025). */
export function PasswordResetDialog({ email, onClose }: PasswordResetDialogProps) {
  return (
    <Dialog isOpen size="sm" title="Reset your password" onClose={onClose}>
      <p>We will send you a link to set a new password. It is valid for 60 minutes.</p>
      <SendLinkForm {...(email && { email })} />
    </Dialog>
  )
}
