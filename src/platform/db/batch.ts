import pg from 'pg'
import { serialize } from 'pg-protocol'

/** What is sent of a statement; one with a name is parsed and planned once on each connection. */
export type SentStatement = { name: string | undefined; text: string; values: unknown[] }

/** What came back: rows by the names of their columns, how many the server says it was, and the word for what was done. */
export type Answer = { rows: Record<string, unknown>[]; row_count: number | null; command: string }

/** A statement and the callbacks for its answer. */
export type Waiting = SentStatement & { resolve: (answer: Answer) => void; reject: (error: unknown) => void }

/** What the server writes the columns of a statement as. */
type Columns = { names: string[]; parsers: ((text: string) => unknown)[]; empty: Record<string, null> }

/** As much of pg's connection as a query that sends itself needs (`pg-cursor` and `pg-query-stream` use the same). */
type Wire = {
  stream: { writable: boolean; write: (bytes: Buffer) => void }
  parsedStatements: Record<string, string>
  submittedNamedStatements: Record<string, string>
}

const { prepareValue } = (pg as unknown as { utils: { prepareValue: (value: unknown) => unknown } }).utils

const EXECUTE = serialize.execute({})
const SYNC = serialize.sync()

// The columns of a named statement never change on a connection: PostgreSQL refuses it when they would (0A000).
const columnsByWire = new WeakMap<Wire, Map<string, Columns | null>>()

const columnsOn = (wire: Wire): Map<string, Columns | null> => {
  const columns = columnsByWire.get(wire) ?? new Map()
  columnsByWire.set(wire, columns)
  return columns
}

const columnsOf = (fields: readonly { name: string; dataTypeID: number }[]): Columns => ({
  names: fields.map(({ name }) => name),
  parsers: fields.map(({ dataTypeID }) => pg.types.getTypeParser(dataTypeID, 'text')),
  empty: Object.fromEntries(fields.map(({ name }) => [name, null])),
})

const rowOf = ({ names, parsers, empty }: Columns, values: readonly (string | null)[]): Record<string, unknown> => {
  const row: Record<string, unknown> = { ...empty }
  for (let at = 0; at < values.length; at++) {
    const value = values[at]
    if (value !== null && value !== undefined) row[names[at] as string] = parsers[at]?.(value)
  }
  return row
}

/**
 * Statements that run one after the other and are answered together: one message to the server, one back. The columns
 * of a named statement are described only once. When one fails, the following ones do not run, and all of them fail
 * with its error.
 */
export class Batch extends pg.Query {
  readonly statements: readonly SentStatement[]
  /** Settles when the server has answered everything, and never fails. */
  readonly done: Promise<void>
  // What pg looks at to know which statement has just been parsed.
  declare name: string
  declare text: string
  readonly #waiting: readonly Waiting[]
  readonly #ends: readonly Waiting[]
  #columns: Map<string, Columns | null> = new Map()
  #shape: Columns | null = null
  #rows: (string | null)[][] = []
  #at = -1
  #end: () => void = () => {}

  /**
   * `ends` wait for the end of the piece, when the server commits statements outside of a transaction; they are not
   * sent.
   */
  constructor(waiting: readonly Waiting[], ends: readonly Waiting[] = []) {
    super({ text: '' })
    this.#waiting = waiting
    this.#ends = ends
    this.statements = waiting
    this.done = new Promise((resolve) => {
      this.#end = resolve
    })
    this.submit = (connection) => this.#send(connection as unknown as Wire)
  }

  #send(wire: Wire): void {
    this.#columns = columnsOn(wire)
    const pieces: Buffer[] = []
    for (const { name = '', text, values } of this.#waiting) {
      if (!name || (!wire.parsedStatements[name] && !wire.submittedNamedStatements[name])) {
        pieces.push(serialize.parse({ name, text }))
        if (name) wire.submittedNamedStatements[name] = text
      }
      pieces.push(serialize.bind({ statement: name, values, valueMapper: prepareValue }))
      if (!this.#columns.has(name)) pieces.push(serialize.describe({ type: 'P' }))
      pieces.push(EXECUTE)
    }
    pieces.push(SYNC)
    // One write costs less than a list of small ones.
    if (wire.stream.writable) wire.stream.write(Buffer.concat(pieces))
    this.#next()
  }

  #next(): void {
    this.#at += 1
    const { name = '', text = '' } = this.#waiting[this.#at] ?? {}
    this.name = name
    this.text = text
    this.#rows = []
    this.#shape = this.#columns.get(name) ?? null
  }

  handleRowDescription({ fields }: { fields: Parameters<typeof columnsOf>[0] }): void {
    this.#shape = columnsOf(fields)
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    this.#rows.push(fields)
  }

  handleCommandComplete({ text }: { text: string }): void {
    const shape = this.#shape
    if (this.name) this.#columns.set(this.name, shape)
    const { resolve, reject } = this.#waiting[this.#at] as Waiting
    const [command = '', ...counts] = text.split(' ')
    try {
      const rows = shape ? this.#rows.map((values) => rowOf(shape, values)) : []
      resolve({ rows, row_count: counts.length > 0 ? Number(counts.at(-1)) : null, command })
    } catch (error) {
      reject(error)
    }
    this.#next()
  }

  handleError(error: unknown, wire: Wire): void {
    // Statements behind the failed one were not even parsed.
    for (const { name, reject } of this.#waiting.slice(Math.max(0, this.#at))) {
      if (name) delete wire.submittedNamedStatements[name]
      reject(error)
    }
    for (const { reject } of this.#ends) reject(error)
    this.#end()
  }

  handleReadyForQuery(): void {
    for (const { resolve } of this.#ends) resolve({ rows: [], row_count: null, command: 'COMMIT' })
    this.#end()
  }
}
