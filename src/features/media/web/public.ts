/** What other features may show of the materials library. */
export { MaterialField } from './components/material-field.tsx'
export { MediaPicker, type MediaPickerProps } from './components/media-picker.tsx'
export type { MaterialRow } from './queries.ts'
export { sendToLibrary, uploadErrorText, useUploads } from './use-uploads.ts'
