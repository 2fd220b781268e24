import type { SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import { addMonthsToDay, dayOf, endOfDay } from '#kernel/format/day.ts'
import type { Tx } from '#platform/db/db.ts'
import { FIELDS, type Kind } from '../rules/fields.ts'
import { type Line, planRestore, restorable } from '../rules/plan.ts'
import { isSameValue, type Past, stateBefore, type Values, withoutChange } from '../rules/state.ts'
import { shownAlone, shownPair } from '../rules/words.ts'
import { loadFacts } from './facts.ts'
import { labelOf, namesFor } from './present.ts'
import { fieldsOfRoles, planOfRoles } from './roles.ts'
import { asChange, changesSince, createdAt, findChange, newestChange, type RecordKey, valuesNow } from './store.ts'

/** How long changes are kept (HIS-004). */
export const KEPT_YEARS = 5

/** The end of a past day, within the years that are kept (HIS-010). */
const endOfPast = ({ portal, now }: Pick<SignedIn, 'portal' | 'now'>, on: string): Date => {
  const zone = portal.setting.time_zone
  const today = dayOf(now, zone)
  if (on >= today) throw fail('invalid', { field: 'on', message: 'Please choose a day before today.' })
  if (on < addMonthsToDay(today, -12 * KEPT_YEARS))
    throw fail('invalid', {
      field: 'on',
      message: `Changes are kept for ${KEPT_YEARS} years. Please choose a later day.`,
    })
  return endOfDay(on, zone)
}

const present = async (tx: Tx, key: RecordKey): Promise<Values> => {
  const values = await valuesNow(tx, key)
  if (!values) throw fail('not_found')
  return values
}

/** How a record was at the end of a day. */
const pastOn = async (
  tx: Tx,
  ctx: SignedIn,
  key: RecordKey,
  now: Values,
  on: string,
): Promise<Past & { existed: boolean }> => {
  const end = endOfPast(ctx, on)
  const past = stateBefore(now, await changesSince(tx, key, end))
  const existed = key.kind === 'person' ? past.values['is_member'] === true : (await createdAt(tx, key)) < end
  return { ...past, existed }
}

/** A record as of the end of a day, beside how it is now (HIS-010). */
export const showState = async (tx: Tx, ctx: SignedIn, key: RecordKey, on: string) => {
  const now = await present(tx, key)
  const { values, forgotten, existed } = await pastOn(tx, ctx, key, now, on)
  if (key.kind === 'roles') return { on, existed, fields: existed ? fieldsOfRoles(ctx, values, now) : [] }
  const fields = [...FIELDS[key.kind].keys()]
  const names = await namesFor(
    tx,
    key.portal_id,
    fields.flatMap((field) => [
      { field, value: values[field] },
      { field, value: now[field] },
    ]),
  )
  return {
    on,
    existed,
    fields: existed
      ? fields.map((field) => {
          const isForgotten = forgotten.includes(field)
          return {
            ...labelOf(key.kind, field),
            before: isForgotten ? null : shownAlone(field, values[field], names),
            now: shownAlone(field, now[field], names),
            differs: isForgotten || !isSameValue(field, values[field], now[field]),
            is_forgotten: isForgotten,
          }
        })
      : [],
  }
}

export type RestoreTarget = { change_id?: number | undefined; on?: string | undefined }
export type Plan = { seen_id: number; fields: string[]; lines: Line[] }

/** What a restore would change now (HIS-011). */
export const planOf = async (tx: Tx, ctx: SignedIn, key: RecordKey, target: RestoreTarget): Promise<Plan> => {
  const seenId = await newestChange(tx, key)
  const now = await present(tx, key)
  const past =
    target.on === undefined
      ? await undone(tx, key, now, target.change_id ?? 0)
      : await existing(tx, ctx, key, now, target.on)
  const lines =
    key.kind === 'roles'
      ? planOfRoles(ctx, now, past)
      : planRestore({ kind: key.kind, now, past, facts: await loadFacts(tx, ctx, key, now, past) })
  return { seen_id: seenId, fields: restorable(lines), lines }
}

const undone = async (tx: Tx, key: RecordKey, now: Values, id: number) => {
  const change = await findChange(tx, key, id)
  if (!change) throw fail('not_found')
  return withoutChange(now, asChange(change))
}

const NOT_THERE: Record<Kind, string> = {
  person: 'This person was not in the portal on that day.',
  course: 'The course did not exist on that day.',
  settings: 'The portal did not exist on that day.',
  roles: 'The portal did not exist on that day.',
}

const existing = async (tx: Tx, ctx: SignedIn, key: RecordKey, now: Values, on: string): Promise<Past> => {
  const { existed, ...past } = await pastOn(tx, ctx, key, now, on)
  if (existed) return past
  throw fail('invalid', { field: 'on', message: NOT_THERE[key.kind] })
}

/** A plan in words. */
export const showPlan = async (tx: Tx, key: RecordKey, { seen_id, fields, lines }: Plan) => {
  const names = await namesFor(
    tx,
    key.portal_id,
    lines.flatMap(({ field, from, to }) => [
      { field, value: from },
      { field, value: to },
    ]),
  )
  return {
    seen_id,
    fields,
    lines: lines.map(({ field, from, to, ...line }) => ({
      ...labelOf(key.kind, field),
      ...shownPair(field, [from, to], names),
      ...line,
    })),
  }
}
