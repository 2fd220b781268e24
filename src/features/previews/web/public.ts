/** What other slices, and the frame of learners, may use of previews. */
export { PreviewFrame } from './components/preview-frame.tsx'
export { previewApi } from './lazy-preview.ts'
export { previewedSlug, previewPath } from './preview-path.ts'
