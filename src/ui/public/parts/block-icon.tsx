import { later } from '../../page/later.tsx'

/** The drawing of an icon's name, for pages that do not wait for all the drawings there may be. */
export const BlockIcon = later(() => import('./block-icon-part.tsx').then((file) => file.BlockIcon))
