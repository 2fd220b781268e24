import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { resumableErrorText, ZIP_RULE } from '#kernel/uploads/resumable-uploads.ts'
import { sendResumable } from '../../calls/send-resumable.ts'
import { Alert } from '../../public/parts/alert.tsx'
import { Button } from '../../public/parts/button.tsx'
import { Progress } from '../progress.tsx'
import { FileDrop } from './file-drop.tsx'
import styles from './zip-upload.module.css'

type Step =
  | { kind: 'choose' }
  | { kind: 'sending'; percent: number }
  | { kind: 'paused' }
  | { kind: 'broken'; text: string }
  | { kind: 'sent' }

type ZipUploadProps = {
  label: string
  hint: string
  /** What the server does with the archive, if it does not unpack it. */
  purpose?: string
  /** The whole file has arrived; `uploadId` is the last part of its address (UPL-021). */
  onSent: (uploadId: string) => void
  /** Whether what follows is over, so that another file may be chosen. */
  isOver: boolean
  onAgain: () => void
  /** What becomes of the file after it was sent. */
  children: ReactNode
}

/** Uploads one zip file: five parts at a time, resumed after any interruption, can be paused (UPL-022 to UPL-027). */
export function ZipUpload({ label, hint, purpose, onSent, isOver, onAgain, children }: ZipUploadProps) {
  const [step, setStep] = useState<Step>({ kind: 'choose' })
  const [file, setFile] = useState<File | null>(null)
  const running = useRef<() => void>(() => {})
  const sent = useRef(onSent)
  useEffect(() => {
    sent.current = onSent
  })

  const stop = useCallback(() => running.current(), [])
  useEffect(() => stop, [stop])

  const start = (chosen: File) => {
    setFile(chosen)
    setStep({ kind: 'sending', percent: 0 })
    const sending = sendResumable(chosen, { purpose, onProgress: (percent) => setStep({ kind: 'sending', percent }) })
    running.current = sending.stop
    sending.done
      .then((id) => {
        setStep({ kind: 'sent' })
        sent.current(id)
      })
      .catch((error: unknown) => setStep({ kind: 'broken', text: resumableErrorText(error, chosen) }))
  }
  const pause = () => {
    stop()
    setStep({ kind: 'paused' })
  }
  const again = () => {
    setStep({ kind: 'choose' })
    onAgain()
  }
  if (step.kind === 'choose')
    return <FileDrop label={label} rule={ZIP_RULE} hint={hint} onFiles={([chosen]) => chosen && start(chosen)} />
  return (
    <div className={styles.step}>
      <div className={styles.head}>
        <span className={styles.name}>{file?.name}</span>
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
        {step.kind === 'sent' && isOver && (
          <Button size="sm" variant="outline" onClick={again}>
            Upload another package
          </Button>
        )}
      </div>
      {step.kind === 'sending' && <Progress value={step.percent} label="Sending" isLabeled />}
      <div role="status">{step.kind === 'paused' && 'Paused. We keep what you have sent for 24 hours.'}</div>
      {step.kind === 'broken' && (
        <Alert tone="danger" title="The upload was interrupted" isLive>
          {step.text}
        </Alert>
      )}
      {step.kind === 'sent' && children}
    </div>
  )
}
