import type { App } from '../app.ts'
import type { DemoClient } from './client.ts'

/** Uploads and unpacks the demo's SCORM package once for a portal, and answers its id. */
export const scormPackage = (_app: App, _client: DemoClient, _portalId: number): (() => Promise<number>) => {
  throw new Error('not yet')
}
