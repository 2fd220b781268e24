import { useCallback, useEffect, useRef, useState } from 'react'
import type { Upload } from 'tus-js-client'
import type { Wire } from '#kernel/endpoint.ts'
import { repeatJoining, resumableErrorText, ZIP_RULE, zipUploadOptions } from '#kernel/resumable-uploads.ts'
import { useApi, useSession } from '#ui/api.tsx'
import { FileDrop } from '#ui/app/file-drop.tsx'
import { Progress } from '#ui/app/progress.tsx'
import { useLive } from '#ui/live-context.ts'
import { Alert } from '#ui/public/alert.tsx'
import { Button } from '#ui/public/button.tsx'
import { listScormPackages } from '../../contract.ts'
import styles from '../scorm.module.css'

export type UploadedPackage = Wire<typeof listScormPackages>['data'][number]

type Step =
  | { kind: 'choose' }
  | { kind: 'sending'; percent: number }
  | { kind: 'paused' }
  | { kind: 'broken'; text: string }
  | { kind: 'unpacking'; upload_id: string; percent: number }
  | { kind: 'done'; package: UploadedPackage }
  | { kind: 'refused'; text: string }

type UnpackEvent = { upload_id: string | null; status: string; percent: number }

const ENDPOINT = '/api/v1/tus'
/** How often the package is asked for beside the live events, which may be missing (RTM-006). */
const ASK_EVERY_MS = 3000

const xsrfToken = (): string | undefined => {
  const found = document.cookie.split('; ').find((part) => part.startsWith('XSRF-TOKEN='))
  return found && decodeURIComponent(found.slice('XSRF-TOKEN='.length))
}

/** Follows the unpacking of an upload until it is over. */
const usePackage = (
  uploadId: string | null,
  onChange: (found: UploadedPackage) => void,
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

/**
 * Takes one SCORM package as a zip: five parts at once, resumed after any interruption, then unpacked on the server while
 * one looks on or goes away (SCO-017, UPL-022 to UPL-027).
 */
export function PackageUpload({ onReady }: { onReady?: (made: UploadedPackage) => void }) {
  const [step, setStep] = useState<Step>({ kind: 'choose' })
  const [file, setFile] = useState<File | null>(null)
  const upload = useRef<Upload | null>(null)
  const stopRepeating = useRef(() => {})
  const ready = useRef(onReady)
  useEffect(() => {
    ready.current = onReady
  })

  const stop = useCallback(() => {
    stopRepeating.current()
    void upload.current?.abort()
    upload.current = null
  }, [])
  useEffect(() => stop, [stop])

  const send = async (chosen: File) => {
    setFile(chosen)
    setStep({ kind: 'sending', percent: 0 })
    const { Upload } = await import('tus-js-client')
    const made = new Upload(chosen, {
      ...zipUploadOptions({ endpoint: ENDPOINT, filename: chosen.name, xsrfToken }),
      onProgress: (sent, total) => setStep({ kind: 'sending', percent: total ? Math.floor((100 * sent) / total) : 0 }),
      onSuccess: () => setStep({ kind: 'unpacking', upload_id: made.url?.split('/').at(-1) ?? '', percent: 0 }),
      onError: (error) => setStep({ kind: 'broken', text: resumableErrorText(error, chosen) }),
    })
    upload.current = made
    stopRepeating.current = repeatJoining(made)
    const [earlier] = await made.findPreviousUploads()
    if (earlier) made.resumeFromPreviousUpload(earlier)
    made.start()
  }
  const start = (chosen: File) =>
    void send(chosen).catch((error: unknown) => setStep({ kind: 'broken', text: resumableErrorText(error, chosen) }))

  const onChange = useCallback((found: UploadedPackage) => {
    if (found.status === 'SUCCESS') {
      setStep({ kind: 'done', package: found })
      ready.current?.(found)
    } else if (found.status === 'FAILED') setStep({ kind: 'refused', text: found.error ?? '' })
    else setStep((now) => (now.kind === 'unpacking' ? { ...now, percent: Math.max(now.percent, found.progress) } : now))
  }, [])
  const onPercent = useCallback(
    (percent: number) => setStep((now) => (now.kind === 'unpacking' ? { ...now, percent } : now)),
    [],
  )
  usePackage(step.kind === 'unpacking' ? step.upload_id : null, onChange, onPercent)

  const again = () => setStep({ kind: 'choose' })
  const pause = () => {
    stop()
    setStep({ kind: 'paused' })
  }
  return (
    <div className={styles.upload}>
      {step.kind === 'choose' && (
        <FileDrop
          label="SCORM 1.2 package"
          rule={ZIP_RULE}
          hint="One .zip file with imsmanifest.xml, up to 10 GiB"
          onFiles={([chosen]) => chosen && start(chosen)}
        />
      )}
      {step.kind !== 'choose' && (
        <div className={styles.step}>
          <div className={styles.stepHead}>
            <span className={styles.fileName}>{file?.name}</span>
            {step.kind === 'sending' && (
              <Button size="sm" variant="outline" onClick={pause}>
                Pause
              </Button>
            )}
            {(step.kind === 'paused' || step.kind === 'broken') && file && (
              <Button size="sm" onClick={() => start(file)}>
                Resume
              </Button>
            )}
            {(step.kind === 'done' || step.kind === 'refused') && (
              <Button size="sm" variant="outline" onClick={again}>
                Upload another package
              </Button>
            )}
          </div>
          {step.kind === 'sending' && <Progress value={step.percent} label="Sending" isLabelled />}
          {step.kind === 'unpacking' && <Progress value={step.percent} label="Unpacking" isLabelled />}
          <div role="status">
            {step.kind === 'paused' && 'Paused. What has been sent is kept for 24 hours.'}
            {step.kind === 'unpacking' && <span className="only-read">The package is being unpacked</span>}
          </div>
          {step.kind === 'broken' && (
            <Alert tone="danger" title="The upload was interrupted" isLive>
              {step.text}
            </Alert>
          )}
          {step.kind === 'refused' && (
            <Alert tone="danger" title="This package cannot be played" isLive>
              {step.text}
            </Alert>
          )}
          {step.kind === 'done' && (
            <Alert tone="success" title={step.package.title ?? step.package.file_name} isLive>
              The package is ready.
            </Alert>
          )}
        </div>
      )}
    </div>
  )
}
