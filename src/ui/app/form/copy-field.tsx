import { type ReactNode, useId, useRef, useState } from 'react'
import { IconCheck, IconCopy } from '../../icons.tsx'
import { toast } from '../../public/dialogs/toasts.tsx'
import { Button } from '../../public/parts/button.tsx'
import styles from '../parts.module.css'

/** A value to take elsewhere: an address, a token that is shown once. */
export function CopyField({ label, value, hint }: { label: string; value: string; hint?: ReactNode }) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value)
      setCopied(true)
    } catch {
      // Without access to the clipboard, the text is selected and the person copies it.
      input.current?.select()
      toast.info('Press Ctrl+C to copy.')
    }
  }
  return (
    <div className={styles.copy}>
      <label htmlFor={id}>{label}</label>
      <div className={styles.copyRow}>
        <input ref={input} id={id} readOnly value={value} onFocus={(event) => event.currentTarget.select()} />
        <Button
          variant="outline"
          icon={isCopied ? IconCheck : IconCopy}
          onClick={() => void copy()}
          onBlur={() => setCopied(false)}
        >
          <span aria-live="polite">{isCopied ? 'Copied' : 'Copy'}</span>
        </Button>
      </div>
      {hint && <div className={styles.hint}>{hint}</div>}
    </div>
  )
}
