import { useState } from 'react'
import { useSession } from '#ui/calls/api.tsx'
import { IconHistory } from '#ui/icons.tsx'
import { can } from '#ui/page/guard.ts'
import { later } from '#ui/page/later.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import type { HistoryView } from './history-view.ts'

const HistoryDrawer = later(() => import('./history-drawer.tsx').then((file) => file.HistoryDrawer), { isRare: true })

type HistoryButtonProps = {
  view: HistoryView
  /** The record's id; 0 for what a portal has one of. */
  id: number
  title: string
  /** Reads the record again after a version was restored. */
  onRestored: () => unknown
}

/** Opens the versions of a record (PGB-063). */
export function HistoryButton(props: HistoryButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const isReadOnly = !can(useSession(), 'site-content.update')
  return (
    <>
      <Button variant="outline" icon={IconHistory} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Versions
      </Button>
      {isOpen && <HistoryDrawer {...props} isReadOnly={isReadOnly} onClose={() => setOpen(false)} />}
    </>
  )
}
