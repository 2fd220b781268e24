import { useEffect, useState } from 'react'
import { uploadErrorText } from '#features/media/web/public.ts'
import type { UploadType } from '#kernel/uploads/uploads.ts'
import { FileDrop } from '#ui/app/form/file-drop.tsx'
import { useCall } from '#ui/calls/api.tsx'
import { Dialog } from '#ui/public/dialogs/dialog.tsx'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import { Alert } from '#ui/public/parts/alert.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import { replaceLibraryFile } from '../../contract.ts'
import styles from '../media-library.module.css'
import type { LibraryFileDetail } from '../queries.ts'
import { UsesList } from './uses-list.tsx'

type Props = { file: LibraryFileDetail; onClose: () => void; onReplaced: (id: number) => void }

/** Every use but published courses, which keep what they show. */
const touched = ({ uses }: LibraryFileDetail) => uses.filter(({ place }) => place !== 'Published course')

const buttonText = (count: number) =>
  count === 0 ? 'Replace' : count === 1 ? 'Replace in 1 place' : `Replace in ${count.toLocaleString('en-US')} places`

/** Chooses the file that takes the place of one, and says first what that changes (UPL-054). */
export function ReplaceDialog({ file, onClose, onReplaced }: Props) {
  const [chosen, setChosen] = useState<File | null>(null)
  const [error, setError] = useState<string | undefined>()
  const address = useObjectUrl(file.type === 'img' ? chosen : null)
  const uses = touched(file)
  const replace = useCall(replaceLibraryFile, {
    onSuccess: ({ data }) => {
      toast.success(`${data.name} has taken the place of ${file.name}.`)
      onClose()
      onReplaced(data.id)
    },
    onError: (refused) => setError(uploadErrorText(refused)),
  })
  const send = () => {
    if (!chosen) return
    setError(undefined)
    const files = new FormData()
    files.append('file', chosen)
    replace.mutate({ params: { id: file.id }, options: { files } })
  }
  return (
    <Dialog
      isOpen
      size="lg"
      title={`Replace ${file.name}`}
      onClose={onClose}
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button disabled={!chosen} isLoading={replace.isPending} onClick={send}>
            {buttonText(uses.length)}
          </Button>
        </>
      }
    >
      <p>The new file takes its place everywhere at once. The present one is kept, so that you can put it back.</p>
      {file.uses.length > uses.length && (
        <Alert tone="info">Published courses keep the present file until they are published again.</Alert>
      )}
      {address && (
        <div className={styles.pair}>
          <figure className={styles.whole}>
            <img src={file.url} alt="" />
            <figcaption>Now: {file.name}</figcaption>
          </figure>
          <figure className={styles.whole}>
            <img src={address} alt="" />
            <figcaption>New: {chosen?.name}</figcaption>
          </figure>
        </div>
      )}
      <FileDrop
        label={chosen ? 'Choose another file' : 'Drop the new file here'}
        rule={{ types: [file.type as UploadType] }}
        files={chosen ? [{ id: 1, name: chosen.name, size: chosen.size, error, isRefused: true }] : []}
        onFiles={([next]) => {
          setError(undefined)
          setChosen(next ?? null)
        }}
        onRemove={() => setChosen(null)}
      />
      <section aria-label="What changes">
        <h3>What changes</h3>
        <UsesList uses={uses} />
      </section>
    </Dialog>
  )
}

/** An address of a chosen file for this page, given back when another is chosen. */
const useObjectUrl = (file: File | null): string | null => {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (!file) return setUrl(null)
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return url
}
