import type { PortalContext } from '#kernel/context.ts'
import type { Files } from '#platform/files/files.ts'
import type { Uploads } from '#platform/files/tus/uploads.ts'
import type { MapsTarget } from '#platform/maps.ts'
import type { CloudScormTarget } from '#platform/packages/cloud-scorm.ts'
import type { Payments } from '#platform/payments/payments.ts'
import type { Config } from '#platform/process/config.ts'

/**
 * What features need apart from the transaction, made once for the process: every feature's `routes` and `jobs` receive
 * it. A feature that needs something from one above it declares a field here, in its own `server/` (`declare module
 * '#platform/services.ts'`), and the composition fills it in; without that, the program does not compile.
 */
export interface Services {
  config: Config
  /** Signs addresses and seals keys; the one of the configuration. */
  secret: string
  files: Files
  payments: Payments
  /** Replaces the cloud SCORM service for portals without a key; null if there is none. */
  cloudScorm: CloudScormTarget | null
  /** Checks addresses; null where no key is configured and stand-ins do not run. */
  maps: MapsTarget | null
  /** Resumable uploads, shared by all processes. */
  uploads: Uploads
  /** For what happens without a call: jobs, messages of outside services. */
  portalById: (id: number) => Promise<PortalContext | null>
}
