import type { ReactNode } from 'react'
import { CopyField } from '#ui/app/form/copy-field.tsx'
import { Dialog } from '#ui/public/dialogs/dialog.tsx'
import { Alert } from '#ui/public/parts/alert.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import styles from '../callbacks.module.css'

type Props = { name: string; secret: string; children?: ReactNode; onClose: () => void }

/** Shows a new secret, this once. */
export function SecretDialog({ name, secret, children, onClose }: Props) {
  return (
    <Dialog
      isOpen
      isStrict
      onClose={onClose}
      title={`Signing secret for ${name}`}
      footer={<Button onClick={onClose}>Done</Button>}
    >
      <div className={styles.parts}>
        <Alert tone="warning" title="Copy it now">
          This is the only time the secret is shown. If you lose it, create a new one.
        </Alert>
        <CopyField
          label="Secret"
          value={secret}
          hint="Your system uses it to verify that a message is from this portal."
        />
        {children}
      </div>
    </Dialog>
  )
}
