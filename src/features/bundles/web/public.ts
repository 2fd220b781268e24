export type { StoreBundle } from './bundles.ts'
