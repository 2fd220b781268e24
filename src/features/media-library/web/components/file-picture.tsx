import type { MediaType } from '#kernel/uploads/uploads.ts'
import { type Icon, IconFileText, IconFileTypePdf, IconMusic, IconPhoto, IconTable, IconVideo } from '#ui/icons.tsx'
import styles from '../media-library.module.css'

export const TYPE_NAMES: Record<MediaType, string> = {
  img: 'Picture',
  docs: 'Document',
  pdf: 'PDF',
  sheets: 'Table',
  audio: 'Sound',
  video: 'Video',
}
const ICONS: Record<MediaType, Icon> = {
  img: IconPhoto,
  docs: IconFileText,
  pdf: IconFileTypePdf,
  sheets: IconTable,
  audio: IconMusic,
  video: IconVideo,
}

export const typeName = (type: string): string => TYPE_NAMES[type as MediaType] ?? 'File'

/** What a file looks like in small: the picture itself, or the sign of its kind. */
export function FilePicture({ file }: { file: { type: string; preview: string | null } }) {
  const Drawing = ICONS[file.type as MediaType] ?? IconFileText
  return (
    <span className={styles.picture}>
      {/* Its name stands beside it. */}
      {file.preview ? <img src={file.preview} alt="" loading="lazy" decoding="async" /> : <Drawing size={32} />}
    </span>
  )
}
