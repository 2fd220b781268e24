import { lazy, Suspense, useState } from 'react'
import { IconCertificate } from '#ui/icons.tsx'
import { LoadingNote } from '#ui/public/lists/skeleton.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import type { EvidenceSubject } from './evidence-dialog.tsx'

const EvidenceDialog = lazy(() => import('./evidence-dialog.tsx').then((file) => ({ default: file.EvidenceDialog })))

/** Opens the dialog that makes a signed file about a record (EVD-010). */
export function EvidenceButton({ subject }: { subject: EvidenceSubject }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="outline" icon={IconCertificate} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Inspector’s file
      </Button>
      {isOpen && (
        <Suspense fallback={<LoadingNote text="Loading" />}>
          <EvidenceDialog subject={subject} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
