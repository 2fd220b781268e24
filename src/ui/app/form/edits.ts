import { isDirty } from '#kernel/schema.ts'

type Values = Record<string, unknown>

/** The version of a record as a call answers it, in the record or beside it (API-030). */
export const versionOf = (record: unknown): number | undefined => {
  const { version, data } = (record ?? {}) as { version?: unknown; data?: { version?: unknown } | null }
  const own = version ?? data?.version
  return typeof own === 'number' ? own : undefined
}

/** The version of a record, to be given to its form with other fields than the record's own. */
export const versioned = (record: unknown): { version?: number } => {
  const version = versionOf(record)
  return version === undefined ? {} : { version }
}

type Cache = {
  getQueryCache: () => { findAll: (filters: { type: 'active' }) => { state: { data: unknown } }[] }
}

/** A record that a list on the screen shows, at this version or a later one; null when no list has it. */
export const fromLists = (cache: Cache, record: unknown, version: number): Values | null => {
  const { id } = (record ?? {}) as Values
  if (id === undefined) return null
  const rows = cache
    .getQueryCache()
    .findAll({ type: 'active' })
    .flatMap(({ state }) => {
      const { data } = (state.data ?? {}) as { data?: unknown }
      return Array.isArray(data) ? (data as Values[]) : []
    })
  return rows.find((row) => row?.id === id && (versionOf(row) ?? -1) >= version) ?? null
}

const differs = (one: Values, other: Values, name: string) => isDirty({ [name]: one[name] }, { [name]: other[name] })

/** The fields whose values differ. */
export const changedFields = (one: Values, other: Values): string[] =>
  Object.keys(one).filter((name) => differs(one, other, name))

/** Whether two people mean the same for a field. */
export const fits = (theirs: Values, mine: Values, name: string): boolean => !differs(theirs, mine, name)

/** The own edits over what is saved now: fields that were not touched keep what the other person saved. */
export const mergeEdits = <V extends Values>(base: V, mine: V, theirs: V): V => {
  const touched = changedFields(mine, base)
  return { ...theirs, ...Object.fromEntries(touched.map((name) => [name, mine[name]])) }
}
