/** What the composition serves of the gate. */
export { gateManifest, gatePage, gateWorker } from './page.ts'
