import { sql } from 'kysely'
import { displayPerson, loadShownPeople } from '#features/accounts/server/api.ts'
import type { Tx } from '#platform/db/db.ts'
import { overAllPortals } from '#platform/db/other-portals.ts'
import { keysetPage } from '#platform/db/paging.ts'
import type { Place } from '../rules/levels.ts'

type Request = { cursor?: string | undefined; per_page: number }
type Switch = { role: string; permission: string; is_allowed: boolean }

const readChanges = (tx: Tx, { kind, portal_id: portalId }: Place, request: Request) => {
  const switches = tx
    .selectFrom('activity_logs')
    .select(['id', 'user_id', 'changes', 'created_at'])
    .where('action', '=', 'permissions.switch')
    .where(sql`changes->>'kind'`, '=', kind)
  const here =
    portalId === null
      ? switches.where(sql`changes->>'portal_id'`, 'is', null)
      : switches.where('portal_id', '=', portalId).where(sql`changes->>'portal_id'`, '=', String(portalId))
  return keysetPage(here, { ...request, sort: '-id', keys: [], direction: 'desc' })
}

/** People by any of the portals that know them: who switches for all portals has a name in the one they belong to. */
const peopleOfAnyPortal = async (tx: Tx, ids: number[]) => {
  if (ids.length === 0) return new Map<number, ReturnType<typeof displayPerson>>()
  const rows = await tx
    .selectFrom('people')
    .select(['id', 'first_name', 'middle_name', 'last_name', 'username', 'email', 'avatar', 'avatar_changed_at'])
    .where('id', 'in', ids)
    .orderBy('portal_id', 'desc')
    .execute()
  return new Map(rows.map((row) => [row.id, displayPerson(row)]))
}

/** The switches that were made for a place, the newest first, with who made each (ROL-084). */
export const listChanges = async (tx: Tx, place: Place, request: Request) => {
  const read = async () => {
    const { data, meta } = await readChanges(tx, place, request)
    const ids = [...new Set(data.flatMap(({ user_id: id }) => (id === null ? [] : [id])))]
    const portalId = place.portal_id
    const people = portalId === null ? await peopleOfAnyPortal(tx, ids) : await loadShownPeople(tx, portalId, ids)
    return {
      data: data.map(({ id, user_id: userId, changes, created_at }) => {
        const { role, permission, is_allowed } = changes as unknown as Switch
        return { id, role, permission, is_allowed, created_at, actor: people.get(userId ?? 0) ?? null }
      }),
      meta,
    }
  }
  return place.portal_id === null ? overAllPortals(tx, read) : read()
}
