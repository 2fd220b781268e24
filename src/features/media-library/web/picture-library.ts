import type { ComponentType } from 'react'
import type { PageSession } from '#kernel/access/session.ts'
import type { PictureLibraryProps } from '#ui/app/form/picture-library.ts'
import { can } from '#ui/page/guard.ts'
import { later } from '#ui/page/later.tsx'

const SiteLibrary = later(() => import('./components/picture-picker.tsx').then((file) => file.RecordPicturePicker), {
  isRare: true,
})
/** Authors of courses find the same pictures in the library of the course builder. */
const MaterialLibrary = later(() => import('./components/material-picker.tsx').then((file) => file.MaterialPicker), {
  isRare: true,
})

/** The library of those who see it, for the pictures of records; null for everyone else (UPL-057). */
export const pictureLibraryOf = (session: PageSession): ComponentType<PictureLibraryProps> | null =>
  can(session, 'site-content.view') ? SiteLibrary : can(session, 'courses.update') ? MaterialLibrary : null
