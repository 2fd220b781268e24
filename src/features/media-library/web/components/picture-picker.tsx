import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useUploads } from '#features/media/web/public.ts'
import type { Chooser } from '#features/text-pictures/web/public.ts'
import { FileDrop } from '#ui/app/form/file-drop.tsx'
import type { PictureLibraryProps } from '#ui/app/form/picture-library.ts'
import { CallFailure } from '#ui/app/list/part-state.tsx'
import { useApi, useSession } from '#ui/calls/api.tsx'
import { DEBOUNCE, useDebounced } from '#ui/hooks/use-debounced.ts'
import { IconUpload } from '#ui/icons.tsx'
import { can } from '#ui/page/guard.ts'
import { Dialog } from '#ui/public/dialogs/dialog.tsx'
import { EmptyState } from '#ui/public/lists/empty-state.tsx'
import { Pager } from '#ui/public/lists/pagination.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import { listLibrary } from '../../contract.ts'
import styles from '../media-library.module.css'
import { publicPictureOf } from '../public-picture.ts'
import { type LibraryFile, readAgain } from '../queries.ts'
import { FileGrid } from './file-grid.tsx'

/** The pictures of the library as a dialog: a press on one takes it for a public page (UPL-056). */
export const PicturePicker: Chooser = ({ onPick, onClose }) => {
  const api = useApi()
  return <LibraryDialog onOpen={({ id, name }) => onPick(name, () => publicPictureOf(api, id))} onClose={onClose} />
}

/** The same for a picture of a record, which the server copies itself (UPL-057). */
export const RecordPicturePicker = ({ onPick, onClose }: PictureLibraryProps) => (
  <LibraryDialog onOpen={({ id }) => onPick(id)} onClose={onClose} />
)

type LibraryDialogProps = { onOpen: (file: LibraryFile) => void; onClose: () => void }

function LibraryDialog({ onOpen, onClose }: LibraryDialogProps) {
  const api = useApi()
  const queryClient = useQueryClient()
  const mayAdd = can(useSession(), 'courses.update')
  const [isAdding, setAdding] = useState(false)
  const [filter, setFilter] = useState<{ search?: string; cursor?: string }>({})
  const search = useDebounced((text: string) => setFilter(text.trim() ? { search: text.trim() } : {}), DEBOUNCE.query)
  const { data, error, isPending, isFetching, refetch } = useQuery({
    ...api.query(listLibrary, { query: { type: 'img', per_page: 24, ...filter } }),
    placeholderData: keepPreviousData,
  })
  const uploads = useUploads(() => void readAgain(queryClient))
  return (
    <Dialog isOpen size="xl" title="Choose a picture" onClose={onClose}>
      <div className={styles.tools}>
        <input
          type="search"
          className={styles.search}
          aria-label="Search pictures"
          placeholder="Search names and alternative texts"
          onChange={({ currentTarget }) => search.call(currentTarget.value)}
        />
        {mayAdd && (
          <Button variant="outline" icon={IconUpload} aria-expanded={isAdding} onClick={() => setAdding(!isAdding)}>
            Upload
          </Button>
        )}
      </div>
      {(isAdding || uploads.files.length > 0) && (
        <FileDrop
          label="Drop pictures here"
          isMultiple
          rule={{ types: ['img'] }}
          files={uploads.files}
          onFiles={uploads.add}
          onRemove={uploads.remove}
          onRetry={uploads.retry}
        />
      )}
      {error && !data ? (
        <CallFailure error={error} refetch={refetch} />
      ) : data?.data.length === 0 ? (
        <EmptyState
          title={filter.search ? 'Nothing found' : 'No pictures yet'}
          text={filter.search ? 'No picture matches this search.' : 'Upload a picture to use it here.'}
        />
      ) : (
        <FileGrid files={isPending ? null : (data?.data ?? null)} onOpen={onOpen} />
      )}
      {(data?.meta.next_cursor || data?.meta.prev_cursor) && (
        <Pager
          meta={data.meta}
          isLoading={isFetching}
          onCursor={(cursor) => setFilter((now) => ({ ...now, cursor }))}
        />
      )}
    </Dialog>
  )
}
