import { lazy, Suspense, useState } from 'react'
import { Button } from '#ui/public/parts/button.tsx'
import type { CertificateShown } from '../queries.ts'

// Learners, who see the same cards, never revoke one.
const RevokeDialog = lazy(() => import('./revoke-dialog.tsx').then((file) => ({ default: file.RevokeDialog })))

/** Revokes a certificate, where the viewer may (CER-024). */
export function RevokeButton({ certificate }: { certificate: CertificateShown }) {
  const [isOpen, setOpen] = useState(false)
  if (!certificate.abilities.revoke) return null
  return (
    <>
      <Button
        size="sm"
        variant="danger-outline"
        aria-haspopup="dialog"
        aria-label={`Revoke the certificate for ${certificate.course_title}`}
        onClick={() => setOpen(true)}
      >
        Revoke
      </Button>
      {isOpen && (
        <Suspense>
          <RevokeDialog certificate={certificate} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
