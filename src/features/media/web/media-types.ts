import type { MediaType } from '#kernel/uploads/uploads.ts'
import { type Icon, IconFileText, IconFileTypePdf, IconMusic, IconPhoto, IconTable, IconVideo } from '#ui/icons.tsx'

/** The types of the library's filter as people read them (UPL-004). */
export const MEDIA_TYPE_NAMES: Record<MediaType, string> = {
  docs: 'Document',
  pdf: 'PDF',
  sheets: 'Table',
  img: 'Picture',
  audio: 'Sound',
  video: 'Video',
}

export const MEDIA_TYPE_ICONS: Record<MediaType, Icon> = {
  docs: IconFileText,
  pdf: IconFileTypePdf,
  sheets: IconTable,
  img: IconPhoto,
  audio: IconMusic,
  video: IconVideo,
}
