import { Input, Select } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type CSSProperties, useState } from 'react'
import { formatFileSize } from '#kernel/format.ts'
import { useField } from '#ui/app/form/form-context.ts'
import { useApi } from '#ui/calls/api.tsx'
import { IconList, IconPlayerPlay } from '#ui/icons.tsx'
import { Skeleton } from '#ui/public/lists/skeleton.tsx'
import { Alert } from '#ui/public/parts/alert.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import { listScormPackages, showScormPackage } from '../../contract.ts'
import styles from '../scorm.module.css'
import { PackageListDialog } from './package-list.tsx'
import { PackageNotes } from './package-notes.tsx'
import { PackagePreview } from './package-preview.tsx'
import { PackageUpload } from './package-upload.tsx'

/** The package of a SCORM module: one that is there already, or one that is uploaded now (SCO-001, SCO-015, SCO-017). */
export function PackageField({ name }: { name: string }) {
  const client = useQueryClient()
  const { value, onChange, error, isReadOnly } = useField<number | null>(name)
  const [isListOpen, setListOpen] = useState(false)
  return (
    <Input.Wrapper label="Package" labelElement="div" error={error}>
      <div className={styles.choice}>
        {value ? (
          <ChosenPackage key={value} id={value} />
        ) : (
          <p className={styles.none}>No package yet. Learners cannot start the module.</p>
        )}
        {!isReadOnly && (
          <>
            <Earlier name={name} value={value} onChange={onChange} />
            <Button variant="ghost" size="sm" icon={IconList} aria-haspopup="dialog" onClick={() => setListOpen(true)}>
              Manage packages
            </Button>
            <PackageUpload
              onReady={(uploaded) => {
                void client.invalidateQueries({ queryKey: [listScormPackages.path] })
                onChange(uploaded.id)
              }}
            />
          </>
        )}
      </div>
      {isListOpen && (
        <PackageListDialog
          onClose={() => setListOpen(false)}
          onDeleted={(id) => {
            if (id === value) onChange(null)
          }}
        />
      )}
    </Input.Wrapper>
  )
}

type Line = { identifier: string; parent: string | null }

/** How deep a line of an outline stands. */
const depthOf = (lines: readonly Line[], line: Line): number => {
  let depth = 0
  let parent = line.parent
  while (parent !== null && depth < lines.length) {
    depth += 1
    parent = lines.find((each) => each.identifier === parent)?.parent ?? null
  }
  return depth
}

function ChosenPackage({ id }: { id: number }) {
  const { data, error } = useQuery(useApi().query(showScormPackage, { params: { id } }))
  const [isPlaying, setPlaying] = useState(false)
  if (error) return <p className={styles.none}>The package belongs to someone else. You can still use it.</p>
  if (!data) return <Skeleton height={96} />
  const { title, file_name, version, status, error: refused, size, notes, items } = data.data
  return (
    <div className={styles.chosen}>
      <h3>{title ?? file_name}</h3>
      <p>
        {[file_name, version && `SCORM ${version}`, size !== null && formatFileSize(size)].filter(Boolean).join(', ')}
      </p>
      {status !== 'SUCCESS' && (
        <Alert tone={refused ? 'danger' : 'info'}>{refused ?? 'The package is still being unpacked.'}</Alert>
      )}
      <PackageNotes notes={notes} />
      {status === 'SUCCESS' && !refused && (
        <Button
          variant="outline"
          size="sm"
          icon={IconPlayerPlay}
          aria-haspopup="dialog"
          onClick={() => setPlaying(true)}
        >
          Preview
        </Button>
      )}
      {isPlaying && <PackagePreview id={id} onClose={() => setPlaying(false)} />}
      {items.length > 0 && (
        <ol className={styles.lines} aria-label="Outline of the package">
          {items.map((item) => (
            <li key={item.identifier} style={{ '--depth': depthOf(items, item) } as CSSProperties}>
              {item.title}
            </li>
          ))}
        </ol>
      )}
    </div>
  )
}

type EarlierProps = { name: string; value: number | null; onChange: (id: number) => void }

function Earlier({ name, value, onChange }: EarlierProps) {
  const { data } = useQuery(useApi().query(listScormPackages, { query: { status: 'SUCCESS', per_page: 100 } }))
  const packages = data?.data ?? []
  return (
    <Select
      label="Use a package that is already here"
      placeholder={packages.length === 0 ? 'None yet' : 'Choose a package'}
      disabled={packages.length === 0}
      data-path={name}
      searchable
      allowDeselect={false}
      data={packages.map(({ id, title, file_name }) => ({
        value: String(id),
        label: title && title !== file_name ? `${title} (${file_name})` : file_name,
      }))}
      value={value === null ? null : String(value)}
      nothingFoundMessage="No package found"
      onChange={(chosen) => chosen && onChange(Number(chosen))}
    />
  )
}
