import type { Tx } from '#platform/db/db.ts'

export type GrantKind = 'order' | 'credit' | 'subscription' | 'bundle' | 'manual'

export type StoredGrant = {
  id: number
  enrollment_id: number
  kind: string
  order_id: number | null
  credit_movement_id: number | null
  granted_by: number | null
  created_at: Date
  revoked_at: Date | null
  revoke_reason: string | null
}

const COLUMNS = [
  'id',
  'enrollment_id',
  'kind',
  'order_id',
  'credit_movement_id',
  'granted_by',
  'created_at',
  'revoked_at',
  'revoke_reason',
] as const

export const insertGrant = async (
  tx: Tx,
  values: {
    portal_id: number
    enrollment_id: number
    kind: GrantKind
    order_id?: number | null
    credit_movement_id?: number | null
    granted_by: number | null
    created_at: Date
  },
): Promise<void> => {
  await tx.insertInto('enrollment_grants').values(values).execute()
}

/** Every grant of these enrollments, revoked ones included, oldest first. */
export const loadGrants = (tx: Tx, portalId: number, enrollmentIds: readonly number[]): Promise<StoredGrant[]> =>
  enrollmentIds.length === 0
    ? Promise.resolve([])
    : tx
        .selectFrom('enrollment_grants')
        .select(COLUMNS)
        .where('portal_id', '=', portalId)
        .where('enrollment_id', 'in', [...enrollmentIds])
        .orderBy('id')
        .execute()

/** The live grants that an order gave. */
export const loadGrantsOfOrder = (tx: Tx, portalId: number, orderId: number): Promise<StoredGrant[]> =>
  tx
    .selectFrom('enrollment_grants')
    .select(COLUMNS)
    .where('portal_id', '=', portalId)
    .where('order_id', '=', orderId)
    .where('revoked_at', 'is', null)
    .orderBy('id')
    .execute()

/** Makes revoked grants count again. */
export const restoreGrants = async (tx: Tx, portalId: number, ids: readonly number[]): Promise<void> => {
  if (ids.length === 0) return
  await tx
    .updateTable('enrollment_grants')
    .set({ revoked_at: null, revoke_reason: null })
    .where('portal_id', '=', portalId)
    .where('id', 'in', [...ids])
    .execute()
}

export const revokeGrants = async (
  tx: Tx,
  portalId: number,
  ids: readonly number[],
  by: { now: Date; reason: string },
): Promise<void> => {
  if (ids.length === 0) return
  await tx
    .updateTable('enrollment_grants')
    .set({ revoked_at: by.now, revoke_reason: by.reason })
    .where('portal_id', '=', portalId)
    .where('id', 'in', [...ids])
    .where('revoked_at', 'is', null)
    .execute()
}
