import { later } from '#ui/page/later.tsx'

/** Blocks as visitors see them, loaded when they are asked for. */
export const BlocksPreview = later(() => import('./blocks-preview.tsx').then((file) => file.BlocksPreview), {
  isRare: true,
})
