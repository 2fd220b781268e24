/** What other slices may show of SCORM. */
export { PackageUpload, type UploadedPackage } from './components/package-upload.tsx'
export { ScormFrame } from './components/scorm-frame.tsx'
export { ScormPlayer } from './components/scorm-player.tsx'
