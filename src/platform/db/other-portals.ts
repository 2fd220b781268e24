import { executeSql, type Tx } from './db.ts'

const shared = new WeakSet<Tx>()

/** Says that several calls run in this transaction at once: none of them may change what the others see. */
export const markShared = (tx: Tx): void => {
  shared.add(tx)
}

/** Ends what `markShared` said; the same connection serves other transactions later. */
export const unmarkShared = (tx: Tx): void => {
  shared.delete(tx)
}

const requireOwn = (tx: Tx): void => {
  if (shared.has(tx)) throw new Error('A call that looks beyond its portal needs a transaction of its own')
}

// Both continue in the call's one transaction. After a failed statement nothing can be set any more, but then nothing
// is committed either; `set local` ends with the transaction in any case.

/**
 * Runs `work` over all portals inside the call's transaction. Only for what a super admin asks for (PRT-037), which the
 * caller checks and writes to the activity log, and for files that are public anyway.
 */
export const overAllPortals = async <T>(tx: Tx, work: () => Promise<T>): Promise<T> => {
  requireOwn(tx)
  await executeSql(tx, 'set local role portico_platform')
  try {
    return await work()
  } finally {
    await executeSql(tx, 'set local role none').catch(() => {})
  }
}

/** Runs `work` inside the call's transaction as if the call acted in another portal; the caller checks that it may. */
export const inPortal = async <T>(tx: Tx, portalId: number, work: () => Promise<T>): Promise<T> => {
  requireOwn(tx)
  const { rows } = await executeSql(tx, `select current_setting('app.portal_id', true) as id`)
  const setPortal = (id: unknown) => executeSql(tx, `select set_config('app.portal_id', $1, true)`, [String(id)])
  await setPortal(portalId)
  try {
    return await work()
  } finally {
    await setPortal(rows[0]?.id ?? '').catch(() => {})
  }
}
