import { loadShownPeople } from '#features/accounts/server/api.ts'
import { loadProviders } from '#features/courses/server/api.ts'
import { permissionName } from '#features/permissions/server/api.ts'
import { roleName } from '#kernel/access/permissions.ts'
import { formatDate } from '#kernel/format/date.ts'
import { formatDay } from '#kernel/format/day.ts'
import type { Tx } from '#platform/db/db.ts'
import { FIELDS, isItems, type Kind, PARTS_OF, type Part } from '../rules/fields.ts'
import { switchOf } from '../rules/roles.ts'
import { itemLabel, madeBy, shownPair, switchLabel, type ValueNames } from '../rules/words.ts'
import { asChange, type ChangeRow } from './store.ts'

/** What values name by id: people as teams or instructors, tags, terms, and providers. */
type Named = { field: string; value: unknown }

const idsIn = (values: readonly Named[], field: string): number[] => {
  const all = values.filter((each) => each.field === field).flatMap(({ value }): unknown => value)
  return [...new Set(all)].filter((value): value is number => typeof value === 'number')
}

const loadTags = async (tx: Tx, portalId: number, ids: readonly number[]): Promise<Map<number, string>> => {
  if (ids.length === 0) return new Map()
  const rows = await tx
    .selectFrom('terms')
    .select(['id', 'title'])
    .where('portal_id', '=', portalId)
    .where('id', 'in', [...ids])
    .execute()
  return new Map(rows.map(({ id, title }) => [id, title]))
}

/** The names that values need, read for all of them at once. */
export const namesFor = async (tx: Tx, portalId: number, values: readonly Named[]): Promise<ValueNames> => {
  const people = await loadShownPeople(tx, portalId, [...idsIn(values, 'manager_id'), ...idsIn(values, 'instructors')])
  const tags = await loadTags(tx, portalId, [...idsIn(values, 'tags'), ...idsIn(values, 'catalog_terms')])
  const providers = await loadProviders(tx, portalId, idsIn(values, 'partner_company_id'))
  return {
    person: (id) => people.get(id)?.display_name ?? null,
    tag: (id) => tags.get(id) ?? null,
    provider: (id) => providers.get(id)?.name ?? null,
  }
}

/** What a field is called; one that is recorded no longer keeps its name in the data. */
export const labelOf = (kind: Kind, field: string): { field: string; label: string; part: Part } => {
  const known = FIELDS[kind].get(field)
  if (kind === 'roles') {
    const named = switchOf(field)
    const part = (named?.role ?? field.split(' ')[0]) as Part
    return { field, label: named ? `${roleName(named.role)}: ${permissionName(named.permission)}` : field, part }
  }
  return {
    field,
    label: known?.label ?? field,
    part: known?.part ?? PARTS_OF[kind][0],
  }
}

const valuesIn = (row: ChangeRow): Named[] => {
  const { fields, changed } = asChange(row)
  return fields.flatMap((field) => (changed[field] ?? []).map((value) => ({ field, value })))
}

/** A permission that was given or taken. */
const switchInWords = (field: string, pair: readonly [unknown, unknown] | undefined) => {
  const named = switchOf(field)
  const words = labelOf('roles', field)
  if (!named || !pair) return { ...words, from: null, to: null, is_forgotten: false }
  return {
    ...words,
    label: switchLabel(named, pair),
    from: null,
    to: permissionName(named.permission),
    is_forgotten: false,
  }
}

/** Changes in words, with the names of everybody in them, read for all of them at once. */
export const inWords = async (
  tx: Tx,
  { portal_id: portalId, time_zone: zone }: { portal_id: number; time_zone: string },
  rows: readonly ChangeRow[],
) => {
  const ids = rows.flatMap((row) => [row.user_id, row.impersonator_id, row.kind === 'person' ? row.record_id : null])
  const people = await loadShownPeople(tx, portalId, [...new Set(ids.filter((id): id is number => id !== null))])
  const names = await namesFor(tx, portalId, rows.flatMap(valuesIn))
  const undone = new Map(
    (
      await tx
        .selectFrom('record_changes')
        .select(['id', 'created_at'])
        .where('portal_id', '=', portalId)
        .where('id', 'in', [0, ...rows.flatMap(({ restores_id: id }) => id ?? [])])
        .execute()
    ).map(({ id, created_at }) => [id, created_at]),
  )
  const restored = ({ restores_id: id, restores_day: day }: ChangeRow): string | null => {
    if (day !== null) return `As of ${formatDay(day)}`
    if (id === null) return null
    const at = undone.get(id)
    return at ? `The change of ${formatDate(at, 'short', zone)}` : 'An earlier change'
  }
  return rows.map((row) => {
    const kind = row.kind as Kind
    const { fields, changed } = asChange(row)
    const shown = (id: number | null) => (id === null ? null : (people.get(id) ?? null))
    const actor = shown(row.user_id)
    return {
      id: row.id,
      kind,
      created_at: row.created_at,
      person: kind === 'person' ? shown(row.record_id) : null,
      made_by: madeBy({
        // Whose account is gone still did it.
        actor: row.user_id === null ? null : (actor?.display_name ?? 'A former member'),
        impersonator:
          row.impersonator_id === null ? null : (shown(row.impersonator_id)?.display_name ?? 'A super admin'),
        token_name: row.token_name,
        origin: row.origin,
      }),
      actor,
      restored: restored(row),
      changes: fields.map((field) => {
        const pair = changed[field]
        if (kind === 'roles') return switchInWords(field, pair)
        return {
          ...labelOf(kind, field),
          ...(pair && isItems(field) && { label: itemLabel(field, pair) }),
          ...(pair ? shownPair(field, pair, names) : { from: null, to: null }),
          is_forgotten: pair === undefined,
        }
      }),
    }
  })
}
