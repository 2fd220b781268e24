/** What other slices may call of pictures in texts. */
export { requireTextPictures } from './require-pictures.ts'
