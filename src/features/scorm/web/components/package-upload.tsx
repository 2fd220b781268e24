import { useCallback, useEffect, useRef, useState } from 'react'
import type { Wire } from '#kernel/endpoint.ts'
import { ZipUpload } from '#ui/app/form/zip-upload.tsx'
import { Progress } from '#ui/app/progress.tsx'
import { useApi, useSession } from '#ui/calls/api.tsx'
import { useLive } from '#ui/calls/live-context.ts'
import { Alert } from '#ui/public/parts/alert.tsx'
import { listScormPackages } from '../../contract.ts'
import { PackageNotes } from './package-notes.tsx'

export type UploadedPackage = Wire<typeof listScormPackages>['data'][number]

type UnpackEvent = { upload_id: string | null; status: string; percent: number }

/** How often the package is requested in addition to live events, which may get lost (RTM-006). */
const ASK_EVERY_MS = 3000

/** Follows the unpacking of an upload until it is over. */
const usePackage = (
  uploadId: string | null,
  onChange: (scormPackage: UploadedPackage) => void,
  onPercent: (n: number) => void,
) => {
  const api = useApi()
  const { viewer } = useSession()
  const ask = useCallback(async () => {
    if (uploadId === null) return
    const { data } = await api.call(listScormPackages, { query: { upload_id: uploadId } })
    if (data[0]) onChange(data[0])
  }, [api, uploadId, onChange])
  useEffect(() => {
    if (uploadId === null) return
    const again = () => void ask().catch(() => {})
    again()
    const timer = setInterval(again, ASK_EVERY_MS)
    return () => clearInterval(timer)
  }, [uploadId, ask])
  useLive(uploadId !== null && viewer ? `notifications.${viewer.user_id}` : null, {
    'unpack.updated': (event: UnpackEvent) => {
      if (event.upload_id !== uploadId) return
      if (event.status === 'PENDING') onPercent(event.percent)
      else void ask().catch(() => {})
    },
  })
}

type Unpacking = { upload_id: string | null; percent: number; result: UploadedPackage | null }
const NOTHING: Unpacking = { upload_id: null, percent: 0, result: null }

/**
 * Takes one SCORM package as a zip, then unpacked on the server while one looks on or goes away (SCO-017, UPL-022 to
 * UPL-027).
 */
export function PackageUpload({ onReady }: { onReady?: (made: UploadedPackage) => void }) {
  const [{ upload_id: uploadId, percent, result }, setState] = useState(NOTHING)
  const ready = useRef(onReady)
  useEffect(() => {
    ready.current = onReady
  })
  const onChange = useCallback((scormPackage: UploadedPackage) => {
    if (scormPackage.status === 'SUCCESS' || scormPackage.status === 'FAILED') {
      setState((now) => ({ ...now, result: scormPackage }))
      if (scormPackage.status === 'SUCCESS') ready.current?.(scormPackage)
    } else setState((now) => ({ ...now, percent: Math.max(now.percent, scormPackage.progress) }))
  }, [])
  const onPercent = useCallback((next: number) => setState((now) => ({ ...now, percent: next })), [])
  usePackage(result ? null : uploadId, onChange, onPercent)
  return (
    <ZipUpload
      label="SCORM 1.2 package"
      hint="One .zip file with imsmanifest.xml, up to 10 GiB"
      onSent={(id) => setState({ ...NOTHING, upload_id: id })}
      isOver={result !== null}
      onAgain={() => setState(NOTHING)}
    >
      {!result && (
        <>
          <Progress value={percent} label="Unpacking" isLabeled />
          <span className="only-read" role="status">
            The package is being unpacked
          </span>
        </>
      )}
      {result?.status === 'FAILED' && (
        <Alert tone="danger" title="This package cannot be played" isLive>
          {result.error}
        </Alert>
      )}
      {result?.status === 'SUCCESS' && (
        <>
          <Alert tone="success" title={result.title ?? result.file_name} isLive>
            The package is ready.
          </Alert>
          <PackageNotes notes={result.notes} />
        </>
      )}
    </ZipUpload>
  )
}
