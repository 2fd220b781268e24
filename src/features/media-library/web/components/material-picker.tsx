import { MediaPicker } from '#features/media/web/public.ts'
import type { PictureLibraryProps } from '#ui/app/form/picture-library.ts'

/** The pictures of the course builder's library, for the pictures of a course (UPL-057). */
export const MaterialPicker = ({ onPick, onClose }: PictureLibraryProps) => (
  <MediaPicker isOpen title="Choose a picture" types={['img']} onPick={({ id }) => onPick(id)} onClose={onClose} />
)
