import { later } from '../../page/later.tsx'

/** Says, in place of buying, that nothing new begins in this portal; hardly any page shows it (ORD-047). */
export const ClosedNote = later(() => import('./closed-note-part.tsx').then((file) => file.ClosedNote), {
  isRare: true,
})
