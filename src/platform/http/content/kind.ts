import type { RawBuilder } from 'kysely'
import type { Use } from '#kernel/content.ts'
import type { SignedIn } from '#kernel/context.ts'
import type { Tx } from '../../db/db.ts'
import type { DB } from '../../db/db-types.ts'
import type { SortKey } from '../../db/paging.ts'

export type Columns = Record<string, unknown>
/** A record with the columns that its kind reads. */
export type ContentRow = Columns & { id: number }

/** The columns apart from the portal that separate the records of a list from others in its table. */
export type Among = Readonly<Record<string, string | number | null>>

/** A table of records that a field names by id, and what else they have to be. */
export type Referred = { table: keyof DB; where?: Among }

/** A table that links records to others; the field holds the ids of the others. */
export type Link = { table: keyof DB; own: string; other: string; is_ordered?: boolean }

/** Where records are named: by a column, or by a statement that answers their `id` once for each record that names them. */
export type Naming = { by: Use['by'] } & (
  | { table: keyof DB; column: string }
  | { naming: (portalId: number) => RawBuilder<unknown> }
)

/** A kind of content: its table, how it is read, and which values of a request are stored (CNT-035). */
export type ContentKind<Body extends Columns = Columns> = {
  /** Names the records in the activity log; `partner_author` is made by `partner-author.create`. */
  subject: string
  table: keyof DB
  columns: readonly string[]
  /** The columns of a row of the list, where those are fewer. */
  listed?: readonly string[]
  /** What is read beside the columns, such as the title of a record that is pointed at. */
  computed?: Readonly<Record<string, RawBuilder<unknown>>>
  /** What only the record itself answers. */
  detailed?: Readonly<Record<string, RawBuilder<unknown>>>
  /** The columns that are searched, or what holds of a record with such words. */
  search: string | readonly string[] | ((words: string) => RawBuilder<boolean>)
  /** What each of the list's sorts sorts by. */
  sorts: Readonly<Record<string, SortKey>>
  /** What the list can be narrowed down by: a column for each filter, or a condition. */
  filters?: Readonly<Record<string, string | ((value: never) => RawBuilder<boolean>)>>
  /** The column whose text makes the slug; null where records have none (CNT-023). */
  slug_from: string | null
  /** True where `sort_number` orders the list: a new record goes to the end, unless told otherwise. */
  has_place?: boolean
  /** The fields that hold the id of a record of the portal, or several; anything else is refused at the field (API-021). */
  refers?: Readonly<Record<string, Referred>>
  /** The fields that are kept in a table of links, by the name of the field. */
  links?: Readonly<Record<string, Link>>
  /** The columns as they are kept, cleaned and checked; `before` is the record that is changed, null for a new one. */
  keep: (body: Partial<Body>, ctx: SignedIn, before: ContentRow | null) => Columns
  /** Refuses values that do not fit the portal's other records, before they are stored. */
  check?: (tx: Tx, ctx: SignedIn, body: Partial<Body>, before: ContentRow | null) => Promise<void>
  /** What is said at a field when the database finds its value in another record, by the name of the constraint. */
  unique?: Readonly<Record<string, { field: string; text: string }>>
  /** Where such records are named; answers count it as `used_by`, so that deleting can say what loses its link (CNT-022). */
  uses?: readonly Naming[]
  /** Whether readers see a record, and the change that shows it to them or hides it (CNT-045). */
  publication?: {
    is_published: (row: ContentRow) => boolean
    to: (isPublished: boolean, row: ContentRow, now: Date) => Partial<Body>
  }
  /** The record in answers, if it differs from how it is stored. */
  present?: (row: ContentRow, ctx: SignedIn) => ContentRow
  /** Follows each save in its transaction; `before` is what the record was, null for a new one. */
  onSaved?: (tx: Tx, ctx: SignedIn, id: number, before: ContentRow | null) => Promise<void>
  /** The pages that show such records, by the names of their tags. */
  tags: readonly string[]
}
