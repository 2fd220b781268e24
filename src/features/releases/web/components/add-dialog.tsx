import { Select } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listPages } from '#features/pages/contract.ts'
import { promoButtons, widgets } from '#features/widgets/contract.ts'
import { useApi } from '#ui/calls/api.tsx'
import { Dialog } from '#ui/public/dialogs/dialog.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import type { ReleaseKind } from '../../rules/releases.ts'
import styles from '../releases.module.css'
import { KIND_WORDS } from '../words.ts'

const KINDS = Object.entries(KIND_WORDS).map(([value, label]) => ({ value, label }))
const WITH_RECORDS: readonly ReleaseKind[] = ['page', 'widget', 'promo_button']
const LISTS = { page: listPages, widget: widgets.list, promo_button: promoButtons.list } as const

const HINTS: Readonly<Record<ReleaseKind, string>> = {
  page: 'The page goes live as it is saved now. What is saved later needs to be picked again.',
  widget: 'Next, write what the widget will say. It stays as it is until the release goes live.',
  promo_button: 'Next, write what the button will say. It stays as it is until the release goes live.',
  navigation: 'Next, change the navigation. It stays as it is until the release goes live.',
  theme: 'Next, change the colors. They stay as they are until the release goes live.',
}

type AddDialogProps = { onClose: () => void; onPick: (kind: ReleaseKind, recordId: number) => void; isPicking: boolean }

/** Which record a release changes as well. */
export function AddDialog({ onClose, onPick, isPicking }: AddDialogProps) {
  const api = useApi()
  const [kind, setKind] = useState<ReleaseKind>('page')
  const [id, setId] = useState<string | null>(null)
  const [search, setSearch] = useState('')
  const needsRecord = WITH_RECORDS.includes(kind)
  // The name of what is chosen stands in the box, and is no search.
  const query = { per_page: 100, ...(search && id === null && { search }) }
  const rows = useQuery({
    ...api.query(LISTS[needsRecord ? (kind as 'page') : 'page'], { query: query as never }),
    enabled: needsRecord,
    placeholderData: keepPreviousData,
  }).data?.data as { id: number; title: string }[] | undefined
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Add a change"
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button
            disabled={needsRecord && id === null}
            isLoading={isPicking}
            onClick={() => onPick(kind, needsRecord ? Number(id) : 0)}
          >
            {kind === 'page' ? 'Add page' : 'Continue'}
          </Button>
        </>
      }
    >
      <div className={styles.stack}>
        <Select
          label="What changes"
          openOnFocus={false}
          allowDeselect={false}
          data={KINDS}
          value={kind}
          description={HINTS[kind]}
          onChange={(next) => {
            setKind(next as ReleaseKind)
            setId(null)
            setSearch('')
          }}
        />
        {needsRecord && (
          <Select
            label={KIND_WORDS[kind]}
            openOnFocus={false}
            searchable
            data={(rows ?? []).map((row) => ({ value: String(row.id), label: row.title }))}
            value={id}
            onChange={setId}
            onSearchChange={setSearch}
            filter={({ options }) => options}
            nothingFoundMessage="Nothing found"
          />
        )}
      </div>
    </Dialog>
  )
}
