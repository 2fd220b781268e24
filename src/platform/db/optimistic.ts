import { LRUCache } from 'lru-cache'
import { afterCommit, ask, assume, dbOf, mayAssume, statement, type Tx } from './db.ts'
import { perDatabase } from './process-memory.ts'

// Optimistic writing: a call decides from what this process wrote last, and the database proves that it is still true.
//
// A call that changes a row normally takes two round trips: lock and read, then write. A learner's calls follow each other in
// one process, which wrote the row a moment ago. So the process keeps what it wrote, decides from that, and sends the proof,
// the writes, and COMMIT in one round trip. It trusts nothing it keeps: if the proof fails, the transaction changes nothing,
// and its work runs a second time, which locks and reads. A feature supplies four things:
//
// - Lock and read: a statement that locks the row until the transaction ends, and statements that read the value after it, all
//   sent together. They receive the kept value, which may be out of date, to skip reading parts that never change.
// - Stamp: the xmin of a row, which is the number of the transaction that wrote it last. The module keeps the stamp of the row
//   that every decision writes. The stamps of other rows that the value depends on are part of the value.
// - Proof: SQL that finds those rows by their stamps, and locks the ones that are written.
// - Decision: the code between `hold` and the end of the call. It passes the new value to `remember`, which keeps it once the
//   transaction has committed, or passes null if only the database knows the new value.
//
// Three rules make it correct:
// 1. Everyone who changes the value writes a row whose stamp the proof compares, even if nothing in that row changes.
// 2. Everyone locks the rows in the same order.
// 3. A decision may run twice: it does nothing outside its transaction.
//
// Example: count the visitors of a hall up to its number of seats.
//
//   type Hall = { id: number; visitors: number; seats: number }
//   const LOCK = statement<Hall>('select id, visitors, seats from halls where id = $1 for no key update')
//   const WRITE = statement('update halls set visitors = $2 where id = $1')
//   const halls = optimistic<Hall>({
//     keyOf: ({ id }) => `${id}`,
//     proof: 'select from halls where id = $1 and xmin = $2::xid for no key update',
//     proofValues: ({ id }, stamp) => [id, stamp],
//     maxSize: 1_000,
//   })
//   const enter = async (tx: Tx, id: number) => {
//     const hall = await halls.hold(tx, { key: `${id}`, read: async () => (await ask(tx, LOCK, [id]))[0] ?? null })
//     if (!hall) throw fail('not_found')
//     const next = addVisitor(hall.value) // A pure function. It throws when the hall is full.
//     askWithCommit(tx, WRITE, [id, next.visitors])
//     hall.remember(next)
//   }

type Contract<Value> = {
  keyOf: (value: Value) => string
  proof: string
  proofValues: (value: Value, stamp: string) => unknown[]
  /** How much each process keeps: this many values, or as many as `sizeOf` adds up to. */
  maxSize: number
  sizeOf?: (value: Value) => number
}

type Call<Value> = {
  key: string
  /** Locks the row, then reads the value. Returns null if there is no such row. */
  read: (known: Value | undefined) => Promise<Value | null>
  /** Whether this call can decide from this kept value. A call whose work must not run twice never can. */
  accepts?: (known: Value) => boolean
}

/** A value that is locked until the transaction ends, or whose proof is on its way. */
export type LockedValue<Value> = { value: Value; remember: (next: Value | null) => void }

/** The stamp of everything that the transaction writes. */
type Stamped = { stamp: string }
const STAMP = 'pg_current_xact_id()::xid::text as stamp'
const READ_STAMP = statement<Stamped>(`select ${STAMP}`)

export const optimistic = <Value>({ keyOf, proof, proofValues, maxSize, sizeOf = () => 1 }: Contract<Value>) => {
  const PROOF = statement<Stamped>(`select must_still_hold(exists (${proof})), ${STAMP}`)
  const memoryOf = perDatabase(
    () => new LRUCache<string, Stamped & { value: Value }>({ maxSize, sizeCalculation: ({ value }) => sizeOf(value) }),
  )

  const lockedValue = (tx: Tx, value: Value, written: Promise<Stamped | undefined>): LockedValue<Value> => ({
    value,
    remember: (next) => {
      const memory = memoryOf(dbOf(tx))
      if (next === null) memory.delete(keyOf(value))
      else
        afterCommit(tx, async () => {
          const stamped = await written
          if (stamped) memory.set(keyOf(next), { value: next, stamp: stamped.stamp })
        })
    },
  })

  return {
    /** The value with its row locked: without a round trip if this process knows the value, otherwise with one. */
    hold: async (tx: Tx, { key, read, accepts = () => true }: Call<Value>): Promise<LockedValue<Value> | null> => {
      const memory = memoryOf(dbOf(tx))
      const known = memory.get(key)
      if (known && mayAssume(tx) && accepts(known.value))
        return lockedValue(tx, known.value, assume(tx, PROOF, proofValues(known.value, known.stamp)))
      // The second run of a transaction: its proof has failed.
      if (!mayAssume(tx)) memory.delete(key)
      const written = ask(tx, READ_STAMP, []).then(([stamped]) => stamped)
      const [value] = await Promise.all([read(known?.value), written])
      return value === null ? null : lockedValue(tx, value, written)
    },
  }
}
