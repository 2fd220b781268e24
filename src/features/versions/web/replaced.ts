import type { Wire } from '#kernel/endpoint.ts'
import type { listReplacedPackages } from '../contract.ts'

/** A SCORM package that a move replaces. */
export type Replaced = Wire<typeof listReplacedPackages>['data'][number]
/** What becomes of the learners in a former package. */
export type Place = 'keep' | 'restart'
type FormerPackage = { module_id: number; package_id: number }

export const formerOf = ({ module, from }: Replaced): FormerPackage => ({ module_id: module.id, package_id: from.id })
export const keyOf = (one: Replaced): string => `${one.module.id}:${one.from.id}`
