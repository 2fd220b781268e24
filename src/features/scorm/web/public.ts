/** What other slices may show of SCORM. */

export { resultOfStatus } from '../rules/result.ts'
export { PackageUpload, type UploadedPackage } from './components/package-upload.tsx'
export { RehearsalFrame } from './components/rehearsal-frame.tsx'
export { ScormFrame } from './components/scorm-frame.tsx'
export { ScormPlayer } from './components/scorm-player.tsx'
