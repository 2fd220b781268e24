/** What other slices may call of the materials library. */
export { type ByteRange, parseRange } from '../rules/range.ts'
export { storeAttachments, storeCheckedAttachments } from './attachments.ts'
export { picturedRoutes } from './content-pictures.ts'
export { courseFile } from './course-files.ts'
export { fetchPicture } from './fetch-picture.ts'
export { type SentPicture, storePicture } from './from-library.ts'
export { addMaterial, type CheckedMaterial, storeMaterial } from './library.ts'
export {
  loadLibraryPictures,
  loadMaterials,
  loadPicturesOfSize,
  type Material,
  type MaterialRequest,
  materialNames,
  requireMaterials,
} from './materials.ts'
export { narrowPictures } from './narrow-pictures.ts'
export {
  copyPublicFile,
  findPublicFile,
  findPublicFileNamed,
  type PublicFile,
  publicUrl,
  readStoredFile,
  removePublicFile,
  requireUpload,
  storePublicFile,
  uuidOfUrl,
} from './public-files.ts'
export { loadSharedFiles, receiveFiles, receivePictures, type SharedFile, takePictures } from './received-files.ts'
