/** What other slices, and where the product is put together, may use of cloud SCORM. */
export { previewCloudModule } from './actions/preview-module.ts'
export { CLOUD_SCORM_PURPOSE, receiveCloudUpload } from './actions/receive-upload.ts'
export { targetOf } from './service.ts'
