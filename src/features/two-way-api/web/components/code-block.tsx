import { useState } from 'react'
import { IconCheck, IconCopy } from '#ui/icons.tsx'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import styles from '../two-way-api.module.css'

/** Lines to take elsewhere, such as a call in a shell. */
export function CodeBlock({ label, text }: { label: string; text: string }) {
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
    } catch {
      toast.info('Select the lines and press Ctrl+C to copy them.')
    }
  }
  return (
    <div className={styles.block}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: lines that are cut off are scrolled to by keyboard. */}
      <section tabIndex={0} aria-label={label} className={styles.lines}>
        <pre className={styles.code}>{text}</pre>
      </section>
      <Button
        variant="outline"
        size="sm"
        icon={isCopied ? IconCheck : IconCopy}
        aria-label={`Copy: ${label}`}
        onClick={() => void copy()}
        onBlur={() => setCopied(false)}
      >
        <span aria-live="polite">{isCopied ? 'Copied' : 'Copy'}</span>
      </Button>
    </div>
  )
}
