// What a rule about a table can say.
import type { Move, Row } from './references.ts'

/** How a column is written in the new place. What foreign keys say needs no word here. */
export type Kind =
  | 'keep'
  | 'portal'
  | 'id'
  | 'ids'
  | 'user'
  | 'plan'
  | 'json'
  | 'query'
  | 'file'
  | 'message'
  | 'ledger'
  | 'link'
  | 'outline'
  | 'blocks'
  /** Is not in the file, and gets what the table gives a new row. */
  | 'omit'

export type Goes = {
  columns: Readonly<Record<string, Kind>>
  /** Changes a row that has its ids already; false leaves it out. */
  adapt?: (row: Row, arrival: Arrival, before: Row) => boolean | undefined
  /** Which rows name a file that must be there; all without it. */
  filed?: string
  /** Values of omitted columns, where the table's own default will not do. */
  fresh?: Readonly<Record<string, (arrival: Arrival) => string | null>>
}
export type TableRule = Goes | { stays: string; isDerived?: boolean }

/** The portal that comes in. */
export type Arrival = {
  move: Move
  slug: string
  now: Date
  /** Whether the account of this person was there before. */
  isKnown: (userId: number) => boolean
  /** A secret for a callback, sealed for this installation, as COPY writes bytes. */
  newCallbackSecret: () => string
  newToken: () => string
}

export const goes = (columns: Goes['columns'] = {}, more: Omit<Goes, 'columns'> = {}): Goes => ({ columns, ...more })
export const stays = (reason: string): TableRule => ({ stays: reason })
