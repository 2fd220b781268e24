import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { useUploads } from '#features/media/web/public.ts'
import { formatFileSize } from '#kernel/format.ts'
import { MEDIA_TYPES } from '#kernel/uploads/uploads.ts'
import { FileDrop } from '#ui/app/form/file-drop.tsx'
import { ListScreen } from '#ui/app/list/list-screen.tsx'
import type { Column } from '#ui/app/list/list-types.ts'
import { useListState } from '#ui/app/list/use-list-state.ts'
import { PageHeader } from '#ui/app/page-header.tsx'
import { useApi, useSession } from '#ui/calls/api.tsx'
import { useChangeSearch } from '#ui/hooks/use-change-search.ts'
import { IconLayoutGrid, IconList, IconUpload } from '#ui/icons.tsx'
import { can } from '#ui/page/guard.ts'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import { Button, IconButton } from '#ui/public/parts/button.tsx'
import { DateText } from '#ui/public/parts/time.tsx'
import { listLibrary } from '../../contract.ts'
import { FileGrid } from '../components/file-grid.tsx'
import { FilePicture, TYPE_NAMES, typeName } from '../components/file-picture.tsx'
import { MediaTabs } from '../components/media-tabs.tsx'
import styles from '../media-library.module.css'
import { LIBRARY_PATH, LIBRARY_SPEC, type LibraryFile, readAgain, tagsQuery } from '../queries.ts'

const FileDialog = lazy(() => import('../components/file-dialog.tsx').then((file) => ({ default: file.FileDialog })))

const COLUMNS: readonly Column<LibraryFile>[] = [
  {
    key: 'name',
    title: 'File',
    role: 'main',
    isSortable: true,
    cell: (file) => (
      <span className={styles.row}>
        <FilePicture file={file} />
        {file.name}
      </span>
    ),
  },
  { key: 'type', title: 'Kind', role: 'secondary', cell: (file) => typeName(file.type) },
  { key: 'size', title: 'Size', isSortable: true, align: 'right', cell: (file) => formatFileSize(file.size) },
  { key: 'tags', title: 'Tags', role: 'secondary', cell: (file) => file.tags.join(', ') },
  { key: 'uses_count', title: 'Uses', align: 'right', cell: (file) => file.uses_count.toLocaleString('en-US') },
  { key: 'created_at', title: 'Added', isSortable: true, cell: (file) => <DateText value={file.created_at} /> },
]

const SORTS = [
  { value: '-created_at', label: 'Newest first' },
  { value: 'created_at', label: 'Oldest first' },
  { value: 'name', label: 'By name' },
  { value: '-size', label: 'Largest first' },
  { value: 'size', label: 'Smallest first' },
]

/** The pictures and files of the portal, as tiles or as rows, with everything one needs to know of each (UPL-048). */
export function MediaScreen() {
  const api = useApi()
  const queryClient = useQueryClient()
  const session = useSession()
  const changeSearch = useChangeSearch()
  const { file: open, view } = useSearch({ strict: false }) as { file?: number; view?: string }
  const address = useListState(LIBRARY_SPEC)
  const result = useQuery({
    ...api.query(listLibrary, { query: address.query as never }),
    placeholderData: keepPreviousData,
  })
  const { data: known } = useQuery(tagsQuery(api))
  const tags = known?.data.tags ?? []
  const refresh = () => readAgain(queryClient)
  const [isAdding, setAdding] = useState(false)
  const uploads = useUploads((file) => {
    toast.success(`${file.name} is in the library.`)
    void refresh()
  })
  const mayAdd = can(session, 'courses.update') && can(session, 'site-content.create')
  const set = (changes: Record<string, unknown>) =>
    void changeSearch((before) => ({ ...before, ...changes }), { replace: true })
  usePastedFiles(mayAdd && !open, (files) => {
    setAdding(true)
    uploads.add(files)
  })
  const isList = view === 'list'
  const show = (file: LibraryFile) => set({ file: file.id })
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dragging a file here is the same as pressing the button
    <div onDragEnter={() => mayAdd && setAdding(true)}>
      <PageHeader
        title="Media library"
        text="Every picture and file of this portal, what each shows, and where it is used."
        actions={
          mayAdd && (
            <Button icon={IconUpload} aria-expanded={isAdding} onClick={() => setAdding(!isAdding)}>
              Upload files
            </Button>
          )
        }
      />
      <MediaTabs current={LIBRARY_PATH} />
      {(isAdding || uploads.files.length > 0) && (
        <div className={styles.drop}>
          <FileDrop
            label="Drop files here, or paste a picture with Ctrl+V"
            isMultiple
            files={uploads.files}
            onFiles={uploads.add}
            onRemove={uploads.remove}
            onRetry={uploads.retry}
          />
        </div>
      )}
      <ListScreen<LibraryFile>
        label="Files"
        address={address}
        result={result}
        rowKey={(file) => file.id}
        rowName={(file) => file.name}
        rowActions={(file) => [{ label: 'Open', run: () => show(file) }]}
        columns={COLUMNS}
        tiles={isList ? undefined : (files) => <FileGrid files={files} onOpen={show} />}
        searchLabel="Search names and alternative texts"
        filters={[
          {
            name: 'type',
            label: 'Kind',
            options: MEDIA_TYPES.map((type) => ({ value: type, label: TYPE_NAMES[type] })),
          },
          ...(tags.length > 0
            ? [
                {
                  name: 'tag',
                  label: 'Tag',
                  isSearchable: true,
                  options: tags.map(({ tag, count }) => ({ value: tag, label: `${tag} (${count})` })),
                },
              ]
            : []),
          {
            name: 'use',
            label: 'Use',
            options: [
              { value: 'used', label: 'Used' },
              { value: 'unused', label: 'Not used' },
            ],
          },
        ]}
        toolbar={
          <>
            {!isList && (
              <select
                className={styles.sort}
                aria-label="Order"
                value={address.state.sort}
                onChange={({ currentTarget }) =>
                  address.change({ ...address.state, sort: currentTarget.value, cursor: null })
                }
              >
                {SORTS.map(({ value, label }) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
              </select>
            )}
            <IconButton
              icon={isList ? IconLayoutGrid : IconList}
              label={isList ? 'Show as tiles' : 'Show as a list'}
              onClick={() => set({ view: isList ? undefined : 'list' })}
            />
          </>
        }
        empty={{
          title: 'No files yet',
          text: 'Pictures and files that you upload here, in pages, lists and courses come together in this library.',
        }}
      />
      {open && (
        <Suspense>
          <FileDialog
            id={Number(open)}
            tags={tags.map(({ tag }) => tag)}
            onClose={() => set({ file: undefined })}
            onChanged={() => void refresh()}
            onReplaced={(id) => {
              set({ file: id })
              void refresh()
            }}
          />
        </Suspense>
      )}
    </div>
  )
}

/** Files that are pasted anywhere on the screen; what is pasted into a field stays there. */
const usePastedFiles = (isOn: boolean, onFiles: (files: File[]) => void) => {
  const take = useEffectEvent((event: ClipboardEvent) => {
    const files = [...(event.clipboardData?.files ?? [])]
    if (files.length === 0) return
    event.preventDefault()
    onFiles(files)
  })
  useEffect(() => {
    if (!isOn) return
    const onPaste = (event: ClipboardEvent) => take(event)
    document.addEventListener('paste', onPaste)
    return () => document.removeEventListener('paste', onPaste)
  }, [isOn])
}
