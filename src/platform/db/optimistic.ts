import {
  afterCommit,
  ask,
  assume,
  dbOf,
  mayAssume,
  type Statement,
  type StatementCall,
  statement,
  type Tx,
} from './db.ts'
import { perDatabase } from './process-memory.ts'

// Optimistic writing: a call decides from what this process has last written, and the database proves that it still stands.
//
// A call that changes a row locks it, reads it, decides and writes: two round trips, the first only to be told what stands
// there. The steps of a learner follow each other in one process, which wrote that itself a moment before. So it keeps what it
// wrote, decides from that, and sends the proof, the writes and COMMIT as one piece. Nothing that is kept is trusted: where the
// proof fails, nothing of the transaction happens, and its work runs once more, which then locks and reads. A feature gives
//
// - the lock: a statement that locks the rows until the transaction ends and answers `TRANSACTION` and the stamps of rows.
//   The stamp of a row is its xmin, the number of the transaction that wrote it last.
// - the read: asks for the value behind the lock, in the same round trip. It is given the kept value, which may be out of
//   date, so that what never changes in it need not be read again.
// - the proof: SQL that finds the rows by their stamps and locks them. The stamps come behind the values of `provedBy`: first
//   that of the row which every decision writes, then those of rows that are only seen (`seen`).
// - the decision: everything between `hold` and the end of the call. It tells `remember` what it has made of the value; that
//   is kept once the transaction is committed, under the number of this transaction. `null` means that nothing is known.
//
// Three things have to be true of a feature:
// 1. Everyone who changes the value writes a row whose stamp is compared, also where nothing in that row changes.
// 2. All of them lock the rows in the same order.
// 3. The decision may run twice: it does nothing outside of its transaction, and asks for nothing that differs then.
//
// Example: visitors of a hall, counted up to its number of seats.
//
//   type Hall = { id: number; visitors: number; seats: number }
//   const LOCK = statement<Locked>(`select ${TRANSACTION} from halls where id = $1 for no key update`)
//   const READ = statement<Hall>('select id, visitors, seats from halls where id = $1')
//   const WRITE = statement('update halls set visitors = $2 where id = $1')
//   const halls = optimistic<Hall>({
//     keyOf: ({ id }) => `${id}`,
//     provedBy: ({ id }) => [id],
//     proof: 'select from halls where id = $1 and xmin = $2::xid for no key update',
//     most: 1_000,
//   })
//   const enter = async (tx: Tx, id: number) => {
//     const read = async () => (await ask(tx, READ, [id]))[0] ?? null
//     const hall = await halls.hold(tx, { key: `${id}`, lock: [LOCK, [id]], read })
//     if (!hall) throw fail('not_found')
//     const next = addVisitor(hall.value) // a pure function; it throws when the hall is full
//     askWithCommit(tx, WRITE, [id, next.visitors])
//     hall.remember(next)
//   }

/** SQL of the running transaction: the stamp of what it writes. */
export const TRANSACTION = 'pg_current_xact_id()::xid::text as transaction'
export type Locked = { transaction: string }

type Contract<Value, Lock extends Locked> = {
  /** The name under which a value is found again. */
  keyOf: (value: Value) => string
  proof: string
  provedBy: (value: Value) => readonly unknown[]
  seen?: (lock: Lock) => readonly string[]
  /** How much each process keeps: this many values, or as many as `sizeOf` adds up to. */
  most: number
  sizeOf?: (value: Value) => number
}

type Call<Value, Lock extends Locked> = {
  /** Undefined if it is not known before the row is read. */
  key: string | undefined
  lock: [Statement<Lock>, StatementCall[1]]
  read: (known: Value | undefined) => Promise<Value | null>
  /** Whether this call may go on from this value; one that may not run twice never does. */
  mayKnow?: (value: Value) => boolean
}

/** A value that is locked until the transaction ends, or whose proof is on its way. */
export type LockedValue<Value> = { value: Value; remember: (next: Value | null) => void }

/** `stamp` is null while somebody in this process is writing, or when the value was found to be out of date. */
type StoredValue<Value> = { value: Value; stamp: string | null; seen: readonly string[] }

export const optimistic = <Value, Lock extends Locked = Locked>({
  keyOf,
  proof,
  provedBy,
  seen: seenBy = () => [],
  most,
  sizeOf = () => 1,
}: Contract<Value, Lock>) => {
  const PROOF = statement<Locked>(`select must_still_hold(exists (${proof})), ${TRANSACTION}`)

  const memoryOf = perDatabase(() => {
    const known = new Map<string, StoredValue<Value>>()
    let size = 0
    const forget = (key: string): void => {
      const former = known.get(key)
      if (former) size -= sizeOf(former.value)
      known.delete(key)
    }
    const keep = (key: string, next: StoredValue<Value>): void => {
      forget(key)
      known.set(key, next)
      size += sizeOf(next.value)
      for (const oldest of known.keys()) {
        if (size <= most) break
        forget(oldest)
      }
    }
    return { find: (key: string) => known.get(key), keep, forget }
  })

  const lockedValue = (
    tx: Tx,
    value: Value,
    seen: readonly string[],
    stamp: string | Promise<string>,
  ): LockedValue<Value> => ({
    value,
    remember: (next) => {
      const memory = memoryOf(dbOf(tx))
      const known = memory.find(keyOf(value))
      if (known) known.stamp = null
      if (next === null) memory.forget(keyOf(value))
      else afterCommit(tx, async () => memory.keep(keyOf(next), { value: next, stamp: await stamp, seen }))
    },
  })

  return {
    /**
     * The value of a row, with the row locked: without a round trip if this process knows the value, with one if not.
     */
    hold: async (tx: Tx, call: Call<Value, Lock>): Promise<LockedValue<Value> | null> => {
      const { key, lock, read, mayKnow = () => true } = call
      const known = key === undefined ? undefined : memoryOf(dbOf(tx)).find(key)
      if (known?.stamp && mayAssume(tx) && mayKnow(known.value)) {
        const proved = assume(tx, PROOF, [...provedBy(known.value), known.stamp, ...known.seen])
        const stamp = proved.then((locked) => locked?.transaction ?? '')
        stamp.catch(() => {})
        return lockedValue(tx, known.value, known.seen, stamp)
      }
      if (known && !mayAssume(tx)) known.stamp = null
      const [[locked], value] = await Promise.all([ask(tx, ...lock), read(known?.value)])
      return locked && value !== null ? lockedValue(tx, value, seenBy(locked), locked.transaction) : null
    },
  }
}
