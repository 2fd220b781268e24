/** What other slices may call of pictures in texts. */
export { requireTextPictures, unseenPictures } from './require-pictures.ts'
