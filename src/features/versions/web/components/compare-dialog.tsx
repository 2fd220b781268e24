import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { CallFailure } from '#ui/app/list/part-state.tsx'
import { useApi } from '#ui/calls/api.tsx'
import { Dialog } from '#ui/public/dialogs/dialog.tsx'
import { SkeletonText } from '#ui/public/lists/skeleton.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import { Field, Select } from '#ui/public/parts/field.tsx'
import { listVersionChanges } from '../../contract.ts'
import styles from '../versions.module.css'
import { ChangeList } from './change-list.tsx'

/** The number of the draft among versions. */
const DRAFT = 0

type CompareDialogProps = { slug: string; newest: number; version: number; onClose: () => void }

const nameOf = (number: number): string => (number === DRAFT ? 'Draft' : `Version ${number}`)

const titleOf = (from: number, to: number): string => {
  if (to !== DRAFT && from === to - 1) return `What version ${to} changed`
  return `${nameOf(to)} compared with ${nameOf(from).toLowerCase()}`
}

/** What makes a version of the one before it, or of any other, the draft among them (VER-006, VER-020). */
export function CompareDialog({ slug, newest, version, onClose }: CompareDialogProps) {
  const [{ from, to }, setCompared] = useState({ from: Math.max(1, version - 1), to: version })
  const result = useQuery({
    ...useApi().query(listVersionChanges, { params: { slug }, query: { from, to } }),
    placeholderData: keepPreviousData,
  })
  const options = [DRAFT, ...Array.from({ length: newest }, (_, at) => newest - at)].map((number) => ({
    value: String(number),
    label: nameOf(number),
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
              options={options.filter(({ value }) => value !== String(DRAFT))}
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
        <div
          aria-live="polite"
          aria-busy={result.isFetching}
          className={styles.compared}
          data-former={result.isPlaceholderData || undefined}
        >
          {result.data?.data.length === 0 ? (
            <p>Both are the same.</p>
          ) : result.data ? (
            <ChangeList changes={result.data.data} />
          ) : result.error ? (
            <CallFailure error={result.error} refetch={result.refetch} />
          ) : (
            <SkeletonText lines={4} />
          )}
        </div>
      </div>
    </Dialog>
  )
}
