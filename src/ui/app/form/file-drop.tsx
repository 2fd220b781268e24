import { type DragEvent, type ReactNode, useId, useRef, useState } from 'react'
import { formatFileSize } from '#kernel/format.ts'
import {
  acceptAttribute,
  allowedExtensions,
  checkUploads,
  maxSizeOf,
  type UploadRefusal,
  type UploadRule,
} from '#kernel/uploads/uploads.ts'
import { IconAlertCircle, IconFile, IconRefresh, IconUpload, IconX } from '../../icons.tsx'
import { Alert } from '../../public/parts/alert.tsx'
import { Button, IconButton } from '../../public/parts/button.tsx'
import styles from '../parts.module.css'
import { Progress } from '../progress.tsx'

/** A file on its way or already there. */
export type DroppedFile = {
  id: string | number
  name: string
  /** Bytes. */
  size?: number
  /** Whole percent while it is sent. */
  progress?: number | undefined
  /** Why it failed; marks the file as an error (UPL-017). */
  error?: string | undefined
  /** What it waits for. */
  note?: string | undefined
  /** Sending it again would not help. */
  isRefused?: boolean | undefined
}

type FileDropProps = {
  label: string
  rule?: UploadRule
  isMultiple?: boolean
  isDisabled?: boolean
  files?: readonly DroppedFile[]
  /** Gets the files that may be taken; refused ones are shown here (UPL-009). */
  onFiles: (files: File[]) => void
  onRemove?: (file: DroppedFile) => void
  /** Sends a failed file again. */
  onRetry?: (file: DroppedFile) => void
  hint?: ReactNode
  /** Offers the camera as well, on devices that are used by touch. */
  hasCamera?: boolean
  /** Whether files are checked by the rule here; otherwise `onFiles` gets all of them, and says itself what it refuses. */
  isChecked?: boolean
  /** Path of the form field that it fills. */
  'data-path'?: string
}

type Measured = { file: File; name: string; size: number; width?: number; height?: number }

/** Measures of a picture in pixels; none for a file that the browser cannot draw. */
const measure = async (file: File): Promise<Measured> => {
  const facts = { file, name: file.name, size: file.size }
  const address = URL.createObjectURL(file)
  try {
    const picture = new Image()
    picture.src = address
    await picture.decode()
    return { ...facts, width: picture.naturalWidth, height: picture.naturalHeight }
  } catch {
    return facts
  } finally {
    URL.revokeObjectURL(address)
  }
}

/** A place to drop files on, or to choose them with; checks type, size and measures before anything is sent. */
export function FileDrop({
  label,
  rule = {},
  isMultiple,
  isDisabled,
  files = [],
  onFiles,
  onRemove,
  onRetry,
  hint,
  hasCamera,
  isChecked = true,
  ...rest
}: FileDropProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const camera = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const [refused, setRefused] = useState<readonly UploadRefusal[]>([])

  const take = async (list: FileList | null) => {
    const files = [...(list ?? [])].slice(0, isMultiple ? undefined : 1)
    if (files.length === 0 || isDisabled) return
    if (!isChecked) return onFiles(files)
    const needsMeasures = rule.width !== undefined && rule.height !== undefined
    const facts = needsMeasures
      ? await Promise.all(files.map(measure))
      : files.map((file) => ({ file, name: file.name, size: file.size }))
    const { accepted, shown } = checkUploads<Measured>(facts, rule)
    setRefused(shown)
    if (accepted.length > 0) onFiles(accepted.map(({ file }) => file))
  }
  const onDrag = (event: DragEvent) => {
    event.preventDefault()
    setOver(!isDisabled)
  }
  return (
    <div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same by keyboard */}
      <div
        className={styles.drop}
        data-over={isOver || undefined}
        data-off={isDisabled || undefined}
        onDragEnter={onDrag}
        onDragOver={onDrag}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault()
          setOver(false)
          void take(event.dataTransfer.files)
        }}
      >
        <IconUpload size={24} />
        <p>
          <strong>{label}</strong>
        </p>
        {hasCamera && (
          <Button
            variant="outline"
            size="sm"
            className={styles.camera}
            disabled={isDisabled}
            onClick={() => camera.current?.click()}
          >
            Take a photo
          </Button>
        )}
        <Button
          variant="outline"
          size="sm"
          disabled={isDisabled}
          aria-describedby={`${id}-rules`}
          onClick={() => input.current?.click()}
          {...rest}
        >
          {isMultiple ? 'Choose files' : 'Choose a file'}
        </Button>
        <input
          ref={input}
          type="file"
          hidden
          aria-label={label}
          multiple={isMultiple}
          accept={acceptAttribute(rule)}
          onChange={(event) => {
            void take(event.currentTarget.files)
            // The same file may be chosen again after it was removed.
            event.currentTarget.value = ''
          }}
        />
        {hasCamera && (
          <input
            ref={camera}
            type="file"
            hidden
            aria-label={`${label}, with the camera`}
            // Phones save a photo as JPEG where nothing else is taken.
            accept="image/jpeg"
            capture="environment"
            onChange={(event) => {
              void take(event.currentTarget.files)
              event.currentTarget.value = ''
            }}
          />
        )}
        <div id={`${id}-rules`} className={styles.hint}>
          {hint ?? rulesText(rule)}
        </div>
      </div>
      <div role="status" className={styles.files}>
        {refused.map((refusal) => (
          <Alert key={`${refusal.name}-${refusal.code}`} tone="danger" title={refusal.title}>
            {refusal.message}
          </Alert>
        ))}
      </div>
      {files.length > 0 && (
        <ul className={styles.files} aria-label="Files">
          {files.map((file) => (
            <FileLine key={file.id} file={file} onRemove={onRemove} onRetry={onRetry} />
          ))}
        </ul>
      )}
    </div>
  )
}

/** What may be dropped, in one line. */
export const rulesText = (rule: UploadRule): string => {
  const extensions = allowedExtensions(rule)
  const sizes = [...new Set(extensions.map((extension) => maxSizeOf(`a.${extension}`, rule)))]

  const measures = rule.width !== undefined && rule.height !== undefined ? `, ${rule.width}x${rule.height} pixels` : ''
  return sizes
    .map((size) => {
      const types = extensions.filter((extension) => maxSizeOf(`a.${extension}`, rule) === size)
      return `${types.join(', ')}; up to ${formatFileSize(size)}${measures}`
    })
    .join('. ')
}

type FileLineProps = { file: DroppedFile } & Pick<FileDropProps, 'onRemove' | 'onRetry'>

function FileLine({ file, onRemove, onRetry }: FileLineProps) {
  const isOnItsWay = file.progress !== undefined && !file.error
  return (
    <li className={styles.file} data-failed={file.error ? true : undefined}>
      {file.error ? <IconAlertCircle size={18} /> : <IconFile size={18} />}
      <span className={styles.fileName}>
        {file.name}
        {file.size !== undefined && <span className={styles.hint}> {formatFileSize(file.size)}</span>}
      </span>
      {file.error && !file.isRefused && onRetry && (
        <IconButton icon={IconRefresh} label={`Send ${file.name} again`} size="sm" onClick={() => onRetry(file)} />
      )}
      {onRemove && <IconButton icon={IconX} label={`Remove ${file.name}`} size="sm" onClick={() => onRemove(file)} />}
      {isOnItsWay && (
        <div className={styles.fileMore}>
          <Progress value={file.progress ?? 0} label={`Sending ${file.name}`} />
          {file.note && <div className={styles.hint}>{file.note}</div>}
        </div>
      )}
      {file.error && <div className={`${styles.fileMore} ${styles.fileError}`}>{file.error}</div>}
    </li>
  )
}
