/** What the composition serves of the gate. */
export { gateIcon, ICON_SIZES, iconPath } from './icon.ts'
export { gateManifest, gatePage, gateWorker } from './page.ts'
