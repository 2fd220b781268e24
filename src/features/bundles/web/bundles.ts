import type { Wire } from '#kernel/endpoint.ts'
import type { listBundles, showBundle } from '../contract.ts'

export type BundlePage = Wire<typeof listBundles>
export type StoreBundle = BundlePage['data'][number]
export type StoreBundleDetails = Wire<typeof showBundle>['data']
