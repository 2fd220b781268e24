import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ServiceError } from '#features/integrations/web/public.ts'
import type { Wire } from '#kernel/endpoint.ts'
import { ZipUpload } from '#ui/app/form/zip-upload.tsx'
import { Progress } from '#ui/app/progress.tsx'
import { useApi } from '#ui/calls/api.tsx'
import { useLive } from '#ui/calls/live-context.ts'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import { Alert } from '#ui/public/parts/alert.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import { IMPORT_UPDATED, listCloudScormImports, retryCloudScormImport } from '../../contract.ts'

export type Import = Wire<typeof listCloudScormImports>['data'][number]

/** How often the import is requested in addition to live events, which may get lost (RTM-006). */
const ASK_EVERY_MS = 3000
const isOverNow = (upload: Import | undefined) => upload?.status === 'SUCCESS' || upload?.status === 'FAILED'

/** Takes a package and follows it to the cloud SCORM service (SCO-018, SCO-031, UPL-022 to UPL-027). */
export function ImportUpload({ onReady }: { onReady: (made: Import) => void }) {
  const api = useApi()
  const client = useQueryClient()
  const [uploadId, setUploadId] = useState<string | null>(null)
  const query = api.query(listCloudScormImports, { query: { upload_id: uploadId ?? '' } })
  const { data } = useQuery({
    ...query,
    enabled: uploadId !== null,
    refetchInterval: ({ state }) => !isOverNow(state.data?.data[0]) && ASK_EVERY_MS,
  })
  const upload = uploadId === null ? undefined : data?.data[0]
  const read = () => void client.invalidateQueries({ queryKey: query.queryKey })
  useLive(upload && !isOverNow(upload) ? `cloud-scorm-progress.${upload.uuid}` : null, { [IMPORT_UPDATED]: read })

  const ready = useRef(onReady)
  useEffect(() => {
    ready.current = onReady
  })
  const imported = upload?.status === 'SUCCESS' ? upload : null
  const announced = useRef<number | null>(null)
  useEffect(() => {
    if (!imported || announced.current === imported.id) return
    announced.current = imported.id
    ready.current(imported)
  }, [imported])

  const retry = (id: number) => api.call(retryCloudScormImport, { params: { id } }).then(read).catch(toast.error)
  return (
    <ZipUpload
      label="Package for the cloud SCORM service"
      hint="One .zip file, up to 10 GiB"
      purpose="cloud-scorm"
      onSent={setUploadId}
      isOver={isOverNow(upload)}
      onAgain={() => setUploadId(null)}
    >
      {!isOverNow(upload) && (
        <>
          <Progress value={upload?.percent ?? 0} label="Importing" isLabeled />
          <span className="only-read" role="status">
            The service is importing the package
          </span>
        </>
      )}
      {upload?.status === 'TEMPORARY_FAILURE' && <Alert tone="warning">{upload.error} It is tried again soon.</Alert>}
      {upload?.status === 'FAILED' && (
        <Alert
          tone="danger"
          title="The package was not imported"
          isLive
          action={
            <Button size="sm" variant="outline" onClick={() => void retry(upload.id)}>
              Try again
            </Button>
          }
        >
          <ServiceError text={upload.error ?? ''} />
        </Alert>
      )}
      {imported && (
        <Alert tone="success" title={imported.title ?? imported.file_name} isLive>
          The package is ready.
        </Alert>
      )}
    </ZipUpload>
  )
}
