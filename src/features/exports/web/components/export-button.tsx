import { useState } from 'react'
import { IconDownload } from '#ui/icons.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import { ExportsDialog, type ShownList } from './exports-dialog.tsx'

/**
 * Opens the exports dialog (UIX-029). `shown` is the list that it stands beside: narrowed by search or filters, the list
 * can be exported as it is.
 */
export function ExportButton({ shown }: { shown?: ShownList }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="outline" icon={IconDownload} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Export
      </Button>
      {isOpen && <ExportsDialog shown={shown} onClose={() => setOpen(false)} />}
    </>
  )
}
