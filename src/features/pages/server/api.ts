/** What other slices may call of pages: blocks are checked, cleaned and shown alike wherever they stand (PGB-035). */

export { resolveBlocks } from '../rules/resolve.ts'
export { storeBlockPicture, takeBlocks } from './actions/page-pictures.ts'
export { replacePicture } from './actions/replace-picture.ts'
export { createPage, updatePage } from './actions/save-page.ts'
export { namedRecords, readComponents } from './blocks.ts'
export { blockPages } from './kinds.ts'
export { loadPage } from './store.ts'
