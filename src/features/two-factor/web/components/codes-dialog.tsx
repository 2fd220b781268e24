import { useState } from 'react'
import { useSession } from '#ui/calls/api.tsx'
import { IconCheck, IconCopy, IconDownload, IconPrinter } from '#ui/icons.tsx'
import { Dialog } from '#ui/public/dialogs/dialog.tsx'
import { toast } from '#ui/public/dialogs/toast.ts'
import { Alert } from '#ui/public/parts/alert.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import styles from '../two-factor.module.css'

const download = (text: string) => {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
  link.download = 'recovery-codes.txt'
  link.click()
  URL.revokeObjectURL(link.href)
}

/** Prints the codes alone, from a frame that holds nothing else. */
const print = (text: string) => {
  const frame = document.createElement('iframe')
  frame.hidden = true
  document.body.append(frame)
  const page = frame.contentDocument
  if (!page || !frame.contentWindow) return
  const sheet = page.createElement('pre')
  sheet.textContent = text
  page.body.append(sheet)
  frame.contentWindow.addEventListener('afterprint', () => frame.remove())
  frame.contentWindow.print()
}

/** Recovery codes, this once: to copy, download or print (AUT-063). */
export function CodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const { portal, viewer } = useSession()
  const [isCopied, setCopied] = useState(false)
  const text = `Recovery codes of ${viewer?.email ?? ''} for ${portal.name}\nEach code works once.\n\n${codes.join('\n')}\n`
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(codes.join('\n'))
      setCopied(true)
    } catch {
      toast.info('Select the codes and press Ctrl+C to copy them.')
    }
  }
  return (
    <Dialog
      isOpen
      isStrict
      onClose={onClose}
      title="Save your recovery codes"
      footer={<Button onClick={onClose}>I have saved them</Button>}
    >
      <div className={styles.setUp}>
        <Alert tone="warning" title="This is the only time you see them">
          With one of these codes you can sign in when you do not have your phone or passkey. Each code works once.
        </Alert>
        <ul className={styles.codes} aria-label="Recovery codes">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <div className={styles.buttons}>
          <Button variant="outline" icon={isCopied ? IconCheck : IconCopy} onClick={() => void copy()}>
            <span aria-live="polite">{isCopied ? 'Copied' : 'Copy'}</span>
          </Button>
          <Button variant="outline" icon={IconDownload} onClick={() => download(text)}>
            Download
          </Button>
          <Button variant="outline" icon={IconPrinter} onClick={() => print(text)}>
            Print
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
