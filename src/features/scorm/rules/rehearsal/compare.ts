import { samePartsOf } from '#features/scorm/rules/carry.ts'
import type { ScormItem } from '#features/scorm/rules/manifest.ts'

export const DIFFERENCES = [
  'version',
  'gone',
  'new',
  'renamed',
  'start_file',
  'mastery_score',
  'time_limit',
  'prerequisites',
  'launch_data',
  'order',
] as const

/** What differs between two packages in one of their parts; `version` concerns the package and names no part. */
export type PackageDifference = {
  kind: (typeof DIFFERENCES)[number]
  title: string | null
  before: string | null
  after: string | null
}

type Package = { version: string | null; items: readonly ScormItem[] }

const COMPARED: readonly [PackageDifference['kind'], (item: ScormItem) => string | null][] = [
  ['start_file', ({ href }) => href],
  ['mastery_score', ({ mastery_score: score }) => (score === null ? null : String(score))],
  ['time_limit', ({ max_time_allowed: time }) => time],
  ['prerequisites', ({ prerequisites: text }) => text || null],
  ['launch_data', ({ data_from_lms: data }) => data],
]

/** Prerequisites name parts by identifier; those of a renamed part are read by its new name. */
const withNewNames = (text: string | null, same: ReadonlyMap<string, string>): string | null =>
  text?.replaceAll(/[^&|~=<>(){},*"\s]+/g, (word) => same.get(word) ?? word) ?? null

/**
 * What a new package changes for those who are in the former one: parts that are gone, new or renamed, and for each part
 * that both have its start file, mastery score, time limit, prerequisites and launch data, and whether the order changed.
 */
export const comparePackages = (before: Package, after: Package): PackageDifference[] => {
  const same = samePartsOf(before.items, after.items)
  const next = new Map(after.items.map((item) => [item.identifier, item]))
  const isOpened = ({ kind }: ScormItem) => kind !== null
  const version: PackageDifference[] =
    before.version === after.version
      ? []
      : [{ kind: 'version', title: null, before: before.version, after: after.version }]
  const parts = before.items.filter(isOpened).flatMap((item): PackageDifference[] => {
    const { title, identifier } = item
    const other = next.get(same.get(identifier) ?? '')
    if (!other) return [{ kind: 'gone', title, before: identifier, after: null }]
    const renamed: PackageDifference[] =
      other.identifier === identifier ? [] : [{ kind: 'renamed', title, before: identifier, after: other.identifier }]
    const changed = COMPARED.flatMap(([kind, read]): PackageDifference[] => {
      const [was, is] = [kind === 'prerequisites' ? withNewNames(read(item), same) : read(item), read(other)]
      return was === is ? [] : [{ kind, title, before: was, after: is }]
    })
    return [...renamed, ...changed]
  })
  const taken = new Set(same.values())
  const added = after.items
    .filter((item) => isOpened(item) && !taken.has(item.identifier))
    .map(({ title, identifier }): PackageDifference => ({ kind: 'new', title, before: null, after: identifier }))
  const order = after.items.map(({ identifier }) => identifier).filter((identifier) => taken.has(identifier))
  const former = before.items.flatMap(({ identifier }) => same.get(identifier) ?? [])
  const hasMoved = former.some((identifier, at) => order[at] !== identifier)
  return [
    ...version,
    ...parts,
    ...added,
    ...(hasMoved ? [{ kind: 'order' as const, title: null, before: null, after: null }] : []),
  ]
}
