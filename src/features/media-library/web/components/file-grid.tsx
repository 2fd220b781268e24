import { formatFileSize } from '#kernel/format.ts'
import { Skeleton } from '#ui/public/lists/skeleton.tsx'
import styles from '../media-library.module.css'
import type { LibraryFile } from '../queries.ts'
import { FilePicture, typeName } from './file-picture.tsx'

type Props = { files: readonly LibraryFile[] | null; onOpen: (file: LibraryFile) => void }

/** The files as tiles; a press on one opens it. */
export function FileGrid({ files, onOpen }: Props) {
  if (!files)
    return (
      <div className={styles.grid}>
        {Array.from({ length: 8 }, (_, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the tiles are all alike
          <Skeleton key={at} height={190} />
        ))}
      </div>
    )
  return (
    <ul className={styles.grid} aria-label="Files">
      {files.map((file) => (
        <li key={file.id}>
          <button type="button" className={styles.tile} onClick={() => onOpen(file)}>
            <FilePicture file={file} />
            <span className={styles.name}>{file.name}</span>
            <span className={styles.facts}>
              {typeName(file.type)}, {formatFileSize(file.size)}
              {file.type === 'img' && file.alt === null && <span className={styles.lacks}>No alternative text</span>}
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}
