/** What the composition serves of courses on devices. */
export { DEVICE_MANIFEST_PATH, DEVICE_WORKER_PATH, deviceManifest, deviceWorker, signedOutPage } from './app-files.ts'
export type { OfflineExams } from './ports.ts'
