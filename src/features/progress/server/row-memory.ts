import { ask, statement, type Tx } from '#platform/db/db.ts'
import { perDatabase, putNewest } from '#platform/db/process-memory.ts'

const MOST_ROWS = 100_000
const IDS_AT_ONCE = 128
/** A step writes an item and its module. */
const IDS_OF_A_STEP = 2

const FREE_IDS = statement<{ id: number }>(
  `select nextval('course_user_progress_id_seq') as id from generate_series(1, ${IDS_AT_ONCE})`,
)

/** What never changes about rows of course_user_progress: the enrollment of each, and ids that new ones may take. */
const createRowMemory = () => {
  const enrollments = new Map<number, number>()
  const freeIds: number[] = []
  return {
    enrollmentOf: (rowId: number): number | undefined => enrollments.get(rowId),
    keep: (rowIds: readonly number[], enrollmentId: number): void => {
      for (const id of rowIds) if (!enrollments.has(id)) putNewest(enrollments, [id, enrollmentId], MOST_ROWS)
    },
    /** Ids for the new rows of a step, which needs them before it writes; null when they have to be fetched first. */
    takeIds: (): number[] | null => (freeIds.length < IDS_OF_A_STEP ? null : freeIds.splice(0, IDS_OF_A_STEP)),
    fetchIds: async (tx: Tx): Promise<void> => {
      for (const { id } of await ask(tx, FREE_IDS, [])) freeIds.push(id)
    },
  }
}

/** What this process knows of the rows in a database. */
export const progressRows = perDatabase(createRowMemory)
