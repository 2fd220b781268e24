/** What other slices may call of pages: blocks are checked, cleaned and shown alike wherever they stand (PGB-035). */

export { resolveBlocks } from '../rules/resolve.ts'
export { STARTING_POINTS, withArt } from '../rules/starting-points.ts'
export { storeBlockPicture, takeBlocks } from './actions/page-pictures.ts'
export { replacePicture } from './actions/replace-picture.ts'
export { createPage, updatePage } from './actions/save-page.ts'
export { namedRecords, readComponents } from './blocks.ts'
export { blockPages } from './kinds.ts'
export { releasablePages } from './releasable.ts'
export { hasPages, loadPage } from './store.ts'
export { openWaitingPages } from './version-store.ts'
