import type { Wire } from '#kernel/endpoint.ts'
import { Dialog } from '#ui/public/dialogs/dialog.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import form from '#ui/public/parts/card-form.module.css'
import { DateText } from '#ui/public/parts/time.tsx'
import type { giveStartCode } from '../../contract.ts'
import styles from '../badges.module.css'

type StartCode = Wire<typeof giveStartCode>['data']

const QUIET = 4

/** A QR code as the server has computed it, with the quiet zone that cameras need. */
function QrCode({ qr, label }: { qr: StartCode['qr']; label: string }) {
  const side = qr.size + 2 * QUIET
  return (
    <svg className={styles.qr} viewBox={`0 0 ${side} ${side}`} role="img" aria-label={label}>
      <path d={qr.path} fill="currentColor" transform={`translate(${QUIET} ${QUIET})`} shapeRendering="crispEdges" />
    </svg>
  )
}

/** A start code, which is shown this once (BDG-012, BDG-032). */
export function StartCodeDialog({ name, code, onClose }: { name: string; code: StartCode; onClose: () => void }) {
  return (
    <Dialog
      isOpen
      isStrict
      onClose={onClose}
      title={`Start code for ${name}`}
      footer={<Button onClick={onClose}>Done</Button>}
    >
      <div className={form.form}>
        <p>
          Give it to {name} in person. It is shown only now, works once, and ends on{' '}
          <DateText value={code.ends_at} format="long" />.
        </p>
        <div className={styles.code}>
          <QrCode qr={code.qr} label={`Code that opens the page to set a PIN for badge ${code.number}`} />
          <strong data-start-code={code.start_code}>{code.start_code}</strong>
          <span>Badge {code.number}</span>
        </div>
        <p>They scan the code with a phone, or open the sign-in page and choose “Sign in with a badge”.</p>
      </div>
    </Dialog>
  )
}
