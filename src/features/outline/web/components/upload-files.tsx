import { Select } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { FileDrop } from '#ui/app/form/file-drop.tsx'
import { useUnsavedGuard } from '#ui/app/form/use-unsaved-guard.ts'
import { IconX } from '#ui/icons.tsx'
import { Alert } from '#ui/public/parts/alert.tsx'
import { IconButton } from '#ui/public/parts/button.tsx'
import { DROPPED_UPLOADS } from '../../rules/dropped-files.ts'
import styles from '../outline.module.css'
import type { OutlineItem } from '../queries.ts'
import type { FileItems } from '../use-file-items.ts'

type UploadFilesProps = {
  modules: readonly OutlineItem[]
  uploads: FileItems
  onClose: () => void
}

const HINT =
  'PDF and text documents, slides, MP3, MP4 and WebM become items of a module. A .zip file becomes a SCORM module.'
const NEW_MODULE = 'A new module, “Uploaded files”'

/** Files that become items of the course: chosen here, or dropped anywhere on the outline (BLD-089). */
export function UploadFiles({ modules, uploads, onClose }: UploadFilesProps) {
  const { files, added, isRunning, add, remove, retry } = uploads
  const section = useRef<HTMLElement>(null)
  const last = modules.at(-1)?.itemable_id ?? null
  const [chosen, setChosen] = useState<number | null>(null)
  const moduleId = modules.some(({ itemable_id }) => itemable_id === chosen) ? chosen : last
  useUnsavedGuard(isRunning)
  useEffect(() => {
    section.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  const news = added.length === 1 ? `${added[0]} is added.` : `${added.length} files are added.`
  return (
    <section ref={section} className={styles.uploads} aria-labelledby="upload-files">
      <div className={styles.uploadsHead}>
        <h3 id="upload-files">Upload files</h3>
        <IconButton icon={IconX} label="Close the upload" size="sm" disabled={isRunning} onClick={onClose} />
      </div>
      {modules.length > 1 && (
        <Select
          label="Documents, audio and videos go to"
          data={modules.map(({ itemable_id, title }) => ({ value: String(itemable_id), label: title }))}
          value={moduleId === null ? null : String(moduleId)}
          allowDeselect={false}
          onChange={(value) => setChosen(Number(value))}
        />
      )}
      {modules.length === 0 && <p className={styles.nothing}>Documents, audio and videos go to: {NEW_MODULE}</p>}
      <FileDrop
        label="Drop files here"
        isMultiple
        isChecked={false}
        rule={DROPPED_UPLOADS}
        hint={HINT}
        files={files}
        onFiles={(all) => add(all, moduleId)}
        onRemove={remove}
        onRetry={retry}
      />
      <div role="status">{added.length > 0 && !isRunning && <Alert tone="success">{news}</Alert>}</div>
    </section>
  )
}
