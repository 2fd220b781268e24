import { type ChangeEvent, type DragEvent, useId, useState } from 'react'
import { useHydrated } from '#ui/hooks/use-hydrated.ts'
import { IconCertificate } from '#ui/icons.tsx'
import { Alert } from '#ui/public/parts/alert.tsx'
import { canHash, fingerprintOf, LARGEST_FILE } from '../fingerprint.ts'
import styles from '../verify.module.css'

type Result =
  | { kind: 'idle' }
  | { kind: 'reading'; name: string }
  | { kind: 'same' | 'other' | 'too-large' | 'unreadable'; name: string }

const compare = async (file: File, sha256: string): Promise<Result> => {
  const { name } = file
  if (file.size > LARGEST_FILE) return { kind: 'too-large', name }
  try {
    return { kind: (await fingerprintOf(await file.arrayBuffer())) === sha256 ? 'same' : 'other', name }
  } catch {
    return { kind: 'unreadable', name }
  }
}

function Answer({ result }: { result: Result }) {
  switch (result.kind) {
    case 'idle':
      return null
    case 'reading':
      return <p className={styles.note}>Reading {result.name} …</p>
    case 'same':
      return (
        <Alert tone="success" title="This file is the original">
          {result.name} is, bit by bit, the document that was issued.
        </Alert>
      )
    case 'other':
      return (
        <Alert tone="danger" title="This file is not the original">
          {result.name} differs from the document that was issued. It may have been altered, or printed or saved again.
          Trust the details on this page.
        </Alert>
      )
    case 'too-large':
      return (
        <Alert tone="danger" title="This file is too large">
          No certificate is as big as {result.name}.
        </Alert>
      )
    case 'unreadable':
      return (
        <Alert tone="danger" title="The file could not be read">
          Please choose {result.name} again.
        </Alert>
      )
  }
}

/** Compares a chosen PDF with the fingerprint of the original, in the browser: the file is sent nowhere (CER-025). */
export function FileCheck({ sha256 }: { sha256: string }) {
  const id = useId()
  const isHydrated = useHydrated()
  const [result, setResult] = useState<Result>({ kind: 'idle' })
  const [isOver, setIsOver] = useState(false)
  const take = async (file: File | undefined) => {
    if (!file) return
    setResult({ kind: 'reading', name: file.name })
    setResult(await compare(file, sha256))
  }
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    void take(event.target.files?.[0])
    // The same file may be chosen again after it was changed.
    event.target.value = ''
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(false)
    void take(event.dataTransfer.files[0])
  }
  if (isHydrated && !canHash())
    return (
      <p className={styles.note}>
        Your browser compares files only over a secure connection. Please open this page with an address that begins
        with https.
      </p>
    )
  return (
    <div className={styles.check}>
      <label
        htmlFor={id}
        className={styles.drop}
        data-over={isOver || undefined}
        onDragOver={(event) => {
          event.preventDefault()
          setIsOver(true)
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={drop}
      >
        <IconCertificate size={24} />
        <span>
          <span className={styles.choose}>Choose the PDF</span> or drop it here
        </span>
        <input id={id} type="file" accept=".pdf,application/pdf" onChange={choose} disabled={!isHydrated} />
      </label>
      <div role="status" aria-live="polite">
        <Answer result={result} />
      </div>
    </div>
  )
}
