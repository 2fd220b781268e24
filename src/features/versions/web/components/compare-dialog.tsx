import { useQuery } from '@tanstack/react-query'
import { CallFailure } from '#ui/app/list/part-state.tsx'
import { useApi } from '#ui/calls/api.tsx'
import { Dialog } from '#ui/public/dialogs/dialog.tsx'
import { SkeletonText } from '#ui/public/lists/skeleton.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import { listVersionChanges } from '../../contract.ts'
import { ChangeList } from './change-list.tsx'

type CompareDialogProps = { slug: string; from: number; to: number; onClose: () => void }

/** What makes a version of the one before it (VER-006). */
export function CompareDialog({ slug, from, to, onClose }: CompareDialogProps) {
  const result = useQuery(useApi().query(listVersionChanges, { params: { slug }, query: { from, to } }))
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={`What version ${to} changed`}
      size="lg"
      footer={
        <Button variant="outline" onClick={onClose}>
          Close
        </Button>
      }
    >
      {result.data?.data.length === 0 ? (
        <p>Both versions are the same.</p>
      ) : result.data ? (
        <ChangeList changes={result.data.data} />
      ) : result.error ? (
        <CallFailure error={result.error} refetch={result.refetch} />
      ) : (
        <SkeletonText lines={4} />
      )}
    </Dialog>
  )
}
