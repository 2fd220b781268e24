import { useState } from 'react'
import { Dialog } from '#ui/public/dialogs/dialog.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import { Field, Select } from '#ui/public/parts/field.tsx'
import { Compared } from './compared.tsx'
import styles from './versions.module.css'

type CompareDialogProps = {
  pageId: number
  newest: number
  live: number | null
  version: number
  onClose: () => void
}

/** The most versions to choose from; those before them are compared from their own row in the list. */
const MOST = 200

/** What a version changed of the one before it, or how any two differ (PGB-047). */
export function CompareDialog({ pageId, newest, live, version, onClose }: CompareDialogProps) {
  const [{ from, to }, setCompared] = useState({ from: Math.max(1, version - 1), to: version })
  const numbers = Array.from({ length: Math.min(newest, MOST) }, (_, at) => newest - at)
  const options = [...new Set([...numbers, from, to])].map((number) => ({
    value: String(number),
    label: `Version ${number}${number === live ? ' (live)' : ''}`,
  }))
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={from === to - 1 ? `What version ${to} changed` : `Version ${to} compared with version ${from}`}
      size="lg"
      footer={
        <Button variant="outline" onClick={onClose}>
          Close
        </Button>
      }
    >
      <div className={styles.stack}>
        <div className={styles.pair}>
          <Field label="From">
            <Select
              options={options}
              value={String(from)}
              onChange={(event) => setCompared({ from: Number(event.target.value), to })}
            />
          </Field>
          <Field label="To">
            <Select
              options={options}
              value={String(to)}
              onChange={(event) => setCompared({ from, to: Number(event.target.value) })}
            />
          </Field>
        </div>
        <Compared pageId={pageId} from={from} to={to} />
      </div>
    </Dialog>
  )
}
