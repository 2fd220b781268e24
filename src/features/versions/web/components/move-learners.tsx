import { type ComponentProps, lazy, Suspense } from 'react'
import { Dialog } from '#ui/public/dialogs/dialog.tsx'
import { SkeletonText } from '#ui/public/lists/skeleton.tsx'

// It plays packages, which nobody needs who only looks at lists.
const MoveDialog = lazy(() => import('./move-dialog.tsx').then((file) => ({ default: file.MoveDialog })))

/** The dialog that moves learners, behind a dialog that waits for its script. */
export function MoveLearners(props: ComponentProps<typeof MoveDialog>) {
  const opening = (
    <Dialog isOpen size="lg" title="Move learners" onClose={props.onClose}>
      <SkeletonText lines={6} />
    </Dialog>
  )
  return (
    <Suspense fallback={opening}>
      <MoveDialog {...props} />
    </Suspense>
  )
}
