import { type ReactNode, useState } from 'react'
import { Dialog } from '../../public/dialogs/dialog.tsx'
import { Button } from '../../public/parts/button.tsx'
import { Field, Select } from '../../public/parts/field.tsx'
import styles from './history.module.css'

/** The number of a draft among versions. */
export const DRAFT = 0
/** The most versions to choose from; those before them are compared from their own row in the list. */
const MOST = 200

const nameOf = (number: number): string => (number === DRAFT ? 'Draft' : `Version ${number}`)

const titleOf = (from: number, to: number): string =>
  to !== DRAFT && from === to - 1
    ? `What version ${to} changed`
    : `${nameOf(to)} compared with ${nameOf(from).toLowerCase()}`

type CompareDialogProps = {
  newest: number
  /** The one to begin with, compared with the one before it. */
  version: number
  /** The one that visitors see, which is marked. */
  live?: number | null
  /** Whether a draft can be compared with versions. */
  hasDraft?: boolean
  children: (from: number, to: number) => ReactNode
  onClose: () => void
}

/** What a version changed of the one before it, or how any two differ. */
export function CompareDialog({ newest, version, live, hasDraft = false, children, onClose }: CompareDialogProps) {
  const [{ from, to }, setCompared] = useState({ from: Math.max(1, version - 1), to: version })
  const numbers = Array.from({ length: Math.min(newest, MOST) }, (_, at) => newest - at)
  const optionsOf = (all: readonly number[]) =>
    [...new Set(all)].map((number) => ({
      value: String(number),
      label: `${nameOf(number)}${live !== undefined && number === live ? ' (live)' : ''}`,
    }))
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={titleOf(from, to)}
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
              options={optionsOf([...numbers, from, to].filter((number) => number !== DRAFT))}
              value={String(from)}
              onChange={(event) => setCompared({ from: Number(event.target.value), to })}
            />
          </Field>
          <Field label="To">
            <Select
              options={optionsOf([...(hasDraft ? [DRAFT] : []), ...numbers, from, to])}
              value={String(to)}
              onChange={(event) => setCompared({ from, to: Number(event.target.value) })}
            />
          </Field>
        </div>
        {children(from, to)}
      </div>
    </Dialog>
  )
}
