import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Wire } from '#kernel/endpoint.ts'
import { formatFileSize } from '#kernel/format.ts'
import { Row, Rows } from '#ui/app/list/rows.tsx'
import { useApi, useCall } from '#ui/calls/api.tsx'
import { IconTrash } from '#ui/icons.tsx'
import { confirm } from '#ui/public/dialogs/confirm.tsx'
import { Dialog } from '#ui/public/dialogs/dialog.tsx'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import { textOfError } from '#ui/public/lists/error-text.ts'
import { LoadingNote } from '#ui/public/lists/skeleton.tsx'
import { Alert } from '#ui/public/parts/alert.tsx'
import { IconButton } from '#ui/public/parts/button.tsx'
import { DateText } from '#ui/public/parts/time.tsx'
import { deleteScormPackage, listScormPackages } from '../../contract.ts'

type Package = Wire<typeof listScormPackages>['data'][number]

const nameOf = ({ title, file_name: file }: Package) => title ?? file

/** The newest packages with their sizes; those that no course uses can be deleted, which frees their storage (SCO-036). */
export function PackageListDialog({ onClose, onDeleted }: { onClose: () => void; onDeleted: (id: number) => void }) {
  const client = useQueryClient()
  const { data, error } = useQuery(useApi().query(listScormPackages, { query: { per_page: 100 } }))
  const remove = useCall(deleteScormPackage, {
    onSuccess: (_, { params }) => {
      onDeleted(params.id)
      void client.invalidateQueries({ queryKey: [listScormPackages.path] })
    },
    onError: (failure) => void toast.error(failure),
  })
  const ask = async (one: Package) => {
    const isSure = await confirm({
      title: 'Delete this package?',
      text: `“${nameOf(one)}” and its files are deleted for good. A package that a course uses is kept.`,
      yes: 'Delete',
      isDanger: true,
    })
    if (isSure) remove.mutate({ params: { id: one.id } })
  }
  return (
    <Dialog isOpen onClose={onClose} size="lg" title="SCORM packages">
      {error && (
        <Alert tone="danger" isLive>
          {textOfError(error)}
        </Alert>
      )}
      {!data && !error && <LoadingNote text="Loading the packages" />}
      {data?.data.length === 0 && <p>No packages yet. Upload one to a SCORM module.</p>}
      {data && data.data.length > 0 && (
        <Rows isInset label="SCORM packages">
          {data.data.map((one) => (
            <Row
              key={one.id}
              title={<strong>{nameOf(one)}</strong>}
              note={
                <>
                  {one.file_name}
                  {one.size !== null && `, ${formatFileSize(one.size)}`}, <DateText value={one.created_at} />
                </>
              }
            >
              <IconButton icon={IconTrash} label={`Delete ${nameOf(one)}`} onClick={() => void ask(one)} />
            </Row>
          ))}
        </Rows>
      )}
    </Dialog>
  )
}
