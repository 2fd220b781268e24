import { useId, useRef, useState } from 'react'
import { formatFileSize } from '#kernel/format.ts'
import { acceptAttribute, checkUploads } from '#kernel/uploads/uploads.ts'
import { IconFile, IconUpload, IconX } from '#ui/icons.tsx'
import { Alert } from '#ui/public/parts/alert.tsx'
import { Button, IconButton } from '#ui/public/parts/button.tsx'
import { FILES_MAX } from '../../rules/questions.ts'
import styles from '../questions.module.css'

type FileFieldProps = { files: readonly File[]; onChange: (files: File[]) => void }

/** The files of a message, to choose and to take back; what cannot be taken is said before anything is sent (UPL-009). */
export function FileField({ files, onChange }: FileFieldProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [refused, setRefused] = useState<readonly string[]>([])
  const take = (chosen: FileList | null) => {
    const { accepted, shown } = checkUploads([...(chosen ?? [])])
    const all = [...files, ...accepted]
    const isTooMany = all.length > FILES_MAX
    setRefused([
      ...shown.map(({ message }) => message),
      ...(isTooMany ? [`A message can have ${FILES_MAX} files at most.`] : []),
    ])
    onChange(all.slice(0, FILES_MAX))
  }
  return (
    <div className={styles.attached}>
      {files.length > 0 && (
        <ul className={styles.files} aria-label="Files to send">
          {files.map((file, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two files may have the same name, and none changes its place
            <li key={`${at} ${file.name}`}>
              <IconFile size={16} />
              <span>
                {file.name} ({formatFileSize(file.size)})
              </span>
              <IconButton
                icon={IconX}
                size="sm"
                label={`Remove ${file.name}`}
                onClick={() => onChange(files.filter((_, other) => other !== at))}
              />
            </li>
          ))}
        </ul>
      )}
      {refused.length > 0 && (
        <Alert tone="danger" isLive>
          {refused.map((message) => (
            <p key={message}>{message}</p>
          ))}
        </Alert>
      )}
      <div className={styles.row}>
        <input
          ref={input}
          id={id}
          type="file"
          multiple
          hidden
          accept={acceptAttribute({})}
          aria-label="Add files"
          onChange={(event) => {
            take(event.target.files)
            event.target.value = ''
          }}
        />
        <Button
          variant="outline"
          size="sm"
          icon={IconUpload}
          disabled={files.length >= FILES_MAX}
          aria-describedby={`${id}-hint`}
          onClick={() => input.current?.click()}
        >
          Add files
        </Button>
        <span id={`${id}-hint`} className={styles.facts}>
          Up to {FILES_MAX}, 20 MB each
        </span>
      </div>
    </div>
  )
}
