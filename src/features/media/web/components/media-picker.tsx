import { Select } from '@mantine/core'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { MEDIA_TYPES, type MediaType, type UploadType } from '#kernel/uploads/uploads.ts'
import { FileDrop } from '#ui/app/form/file-drop.tsx'
import { useApi, useSession } from '#ui/calls/api.tsx'
import { useDebounced } from '#ui/hooks/use-debounced.ts'
import { IconUpload } from '#ui/icons.tsx'
import { can } from '#ui/page/guard.ts'
import { confirm } from '#ui/public/dialogs/confirm.tsx'
import { Dialog } from '#ui/public/dialogs/dialog.tsx'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import { EmptyState } from '#ui/public/lists/empty-state.tsx'
import { textOfError } from '#ui/public/lists/error-text.ts'
import { Pager } from '#ui/public/lists/pagination.tsx'
import { LoadingNote, Skeleton } from '#ui/public/lists/skeleton.tsx'
import { Alert } from '#ui/public/parts/alert.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import { deleteMaterial, listMaterials } from '../../contract-admin.ts'
import styles from '../media.module.css'
import { MEDIA_TYPE_NAMES } from '../media-types.ts'
import { FILTER_PAUSE, type LibraryFilter, libraryQuery, type MaterialRow } from '../queries.ts'
import { useUploads } from '../use-uploads.ts'
import { MaterialLine } from './material-line.tsx'

export type MediaPickerProps = {
  isOpen: boolean
  onClose: () => void
  onPick: (material: MaterialRow) => void
  /** What may be picked; without it every type (UPL-004). */
  types?: readonly MediaType[]
  /** The uuid of the file in use now. */
  current?: string | null
  title?: string
}

/** The materials library as a dialog: find a file, add one, and take it (UPL-003 to UPL-008, BLD-018). */
export function MediaPicker(props: MediaPickerProps) {
  return props.isOpen ? <OpenPicker {...props} /> : null
}

function OpenPicker({ onClose, onPick, types = MEDIA_TYPES, current, title = 'Materials library' }: MediaPickerProps) {
  const api = useApi()
  const client = useQueryClient()
  const mayAdd = can(useSession(), 'courses.update')
  const isLimited = types.length < MEDIA_TYPES.length
  const [filter, setFilter] = useState<LibraryFilter>({
    type: isLimited ? (types[0] ?? null) : null,
    search: '',
    cursor: null,
  })
  const [chosen, setChosen] = useState<MaterialRow | null>(null)
  const [isAdding, setAdding] = useState(false)
  const { data, error, isPending, isFetching, refetch } = useQuery({
    ...libraryQuery(api, filter),
    placeholderData: keepPreviousData,
  })
  const read = () => client.invalidateQueries({ queryKey: [listMaterials.path] })
  const narrow = (next: Partial<LibraryFilter>) => setFilter((now) => ({ ...now, cursor: null, ...next }))
  const uploads = useUploads((material) => {
    setChosen(material)
    narrow({ search: '', type: isLimited ? (material.type as MediaType) : null })
    toast.success(`${material.name} is in the library.`)
    void read()
  })
  const remove = async (material: MaterialRow) => {
    if (!(await confirm('delete'))) return
    try {
      await api.call(deleteMaterial, { params: { id: material.id } })
      if (chosen?.id === material.id) setChosen(null)
      await read()
    } catch (caught) {
      toast.error(caught)
    }
  }
  const pick = (material: MaterialRow | null) => {
    if (!material) return
    onPick(material)
    onClose()
  }
  const rows = data?.data
  const isNarrowed = filter.search !== '' || (!isLimited && filter.type !== null)
  const chosenId = chosen?.uuid ?? current ?? null
  return (
    <Dialog
      isOpen
      size="lg"
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button disabled={!chosen} onClick={() => pick(chosen)}>
            Use this file
          </Button>
        </>
      }
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dragging a file here is the same as pressing the button */}
      <div className={styles.picker} onDragEnter={() => mayAdd && setAdding(true)}>
        <Toolbar
          types={types}
          isLimited={isLimited}
          filter={filter}
          onChange={narrow}
          extra={
            mayAdd && (
              <Button variant="outline" icon={IconUpload} aria-expanded={isAdding} onClick={() => setAdding(!isAdding)}>
                Upload
              </Button>
            )
          }
        />
        {(isAdding || uploads.files.length > 0) && (
          <FileDrop
            label="Drop files here"
            isMultiple
            rule={{ types: uploadTypesOf(types) }}
            files={uploads.files}
            onFiles={uploads.add}
            onRemove={uploads.remove}
            onRetry={uploads.retry}
          />
        )}
        {isPending && <LoadingNote text="Loading the library" />}
        {error && !rows ? (
          <Alert
            tone="danger"
            isLive
            action={
              <Button size="sm" variant="outline" onClick={() => void refetch()}>
                Try again
              </Button>
            }
          >
            {textOfError(error)}
          </Alert>
        ) : rows?.length === 0 ? (
          <EmptyState
            title={isNarrowed ? 'Nothing found' : 'No files yet'}
            text={isNarrowed ? 'No file matches this search.' : 'Documents, pictures and audio for courses.'}
          />
        ) : (
          <fieldset className={styles.files} aria-busy={isFetching}>
            <legend className="only-read">Files</legend>
            {rows
              ? rows.map((material) => (
                  <MaterialLine
                    key={material.id}
                    material={material}
                    isChosen={material.uuid === chosenId}
                    onChoose={() => setChosen(material)}
                    onPick={() => pick(material)}
                    onRemove={mayAdd ? () => void remove(material) : undefined}
                  />
                ))
              : Array.from({ length: 6 }, (_, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike
                  <Skeleton key={at} height={56} />
                ))}
          </fieldset>
        )}
        {(data?.meta.next_cursor || data?.meta.prev_cursor) && (
          <Pager meta={data.meta} isLoading={isFetching} onCursor={(cursor) => setFilter({ ...filter, cursor })} />
        )}
      </div>
    </Dialog>
  )
}

/** What may be uploaded where these types are picked. */
const uploadTypesOf = (types: readonly MediaType[]): UploadType[] =>
  types.flatMap((type): UploadType[] => (type === 'img' ? ['img', 'icon'] : [type]))

type ToolbarProps = {
  types: readonly MediaType[]
  isLimited: boolean
  filter: LibraryFilter
  onChange: (next: Partial<LibraryFilter>) => void
  extra: React.ReactNode
}

function Toolbar({ types, isLimited, filter, onChange, extra }: ToolbarProps) {
  const id = useId()
  const [words, setWords] = useState(filter.search)
  const search = useDebounced((text: string) => onChange({ search: text.trim() }), FILTER_PAUSE)
  const [known, setKnown] = useState(filter.search)
  // The search is emptied when a new file is to be shown.
  if (known !== filter.search) {
    setKnown(filter.search)
    if (filter.search === '') setWords('')
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    search.flush()
  }
  return (
    <search>
      <form className={styles.toolbar} onSubmit={submit}>
        <input
          id={id}
          type="search"
          className={styles.search}
          aria-label="Search files"
          placeholder="Search files"
          value={words}
          onChange={(event) => {
            setWords(event.currentTarget.value)
            search.call(event.currentTarget.value)
          }}
        />
        {types.length > 1 && (
          <Select
            className={styles.type}
            aria-label="Type"
            placeholder="Every type"
            data={types.map((type) => ({ value: type, label: MEDIA_TYPE_NAMES[type] }))}
            value={filter.type}
            clearable={!isLimited}
            allowDeselect={!isLimited}
            onChange={(type) => onChange({ type: type as MediaType | null })}
          />
        )}
        {extra}
      </form>
    </search>
  )
}
