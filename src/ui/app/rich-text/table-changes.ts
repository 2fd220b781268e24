/** A node of the editor as JSON; what this file does not change it hands on. */
export type TableNode = { type: string; attrs?: Record<string, unknown>; content?: TableNode[] }
/** A cell by the section it stands in, and its place there; cells that span count once. */
export type CellPlace = { section: number; row: number; cell: number }
/** What a change makes of a table, and the cell that is edited next; null when nothing is left of it. */
export type TableChange = { table: TableNode; at: CellPlace } | null

const spanOf = (cell: TableNode, name: 'colspan' | 'rowspan'): number => Math.max(1, Number(cell.attrs?.[name]) || 1)
const withSpan = (cell: TableNode, name: 'colspan' | 'rowspan', span: number): TableNode => ({
  ...cell,
  attrs: { ...cell.attrs, [name]: span > 1 ? String(span) : null },
})

const emptyCell = (tag: unknown, scope: unknown): TableNode => ({
  type: 'tableCell',
  attrs: { tag, ...(scope !== null && scope !== undefined && { scope }) },
  content: [{ type: 'paragraph' }],
})
const rowOf = (cells: TableNode[]): TableNode => ({ type: 'tableRow', content: cells })
const sectionOf = (tag: 'thead' | 'tbody', rows: TableNode[]): TableNode => ({
  type: 'tableSection',
  attrs: { tag },
  content: rows,
})
const cellsOf = (row: TableNode): TableNode[] => row.content ?? []

/** Sections without what stands before them: a caption, and columns. */
const sectionsOf = (table: TableNode) => (table.content ?? []).filter(({ type }) => type === 'tableSection')
const withSections = (table: TableNode, sections: TableNode[]): TableNode => ({
  ...table,
  content: [...(table.content ?? []).filter(({ type }) => type !== 'tableSection'), ...sections],
})

/** Where a cell stands: its row, its place in that row, and the first column that it covers. */
type Covered = { row: number; cell: number; from: number }

/** The cells of a section by row and column; a cell that spans covers several places. */
const gridOf = (rows: readonly TableNode[]): (Covered | undefined)[][] => {
  const grid: (Covered | undefined)[][] = rows.map(() => [])
  rows.forEach((row, y) => {
    let x = 0
    cellsOf(row).forEach((cell, at) => {
      while (grid[y]?.[x]) x += 1
      const [width, height] = [spanOf(cell, 'colspan'), spanOf(cell, 'rowspan')]
      for (let down = 0; down < height && y + down < rows.length; down += 1)
        for (let right = 0; right < width; right += 1)
          (grid[y + down] as (Covered | undefined)[])[x + right] = { row: y, cell: at, from: x }
      x += width
    })
  })
  return grid
}

const widthOf = (rows: readonly TableNode[]): number => Math.max(0, ...gridOf(rows).map((row) => row.length))
const columnOf = (rows: readonly TableNode[], { row, cell }: CellPlace): number =>
  Math.max(0, gridOf(rows)[row]?.findIndex((each) => each?.row === row && each.cell === cell) ?? 0)

const rowsAt = (table: TableNode, section: number): TableNode[] => sectionsOf(table)[section]?.content ?? []
const isHead = (section: TableNode | undefined) => section?.attrs?.['tag'] === 'thead'

const mapCell = (rows: readonly TableNode[], y: number, at: number, change: (cell: TableNode) => TableNode) =>
  rows.map((row, index) =>
    index === y ? { ...row, content: cellsOf(row).map((cell, place) => (place === at ? change(cell) : cell)) } : row,
  )

/** A new table with a row of headings. */
export const newTable = (columns: number, rows: number): TableNode => ({
  type: 'table',
  content: [
    sectionOf('thead', [rowOf(Array.from({ length: columns }, () => emptyCell('th', 'col')))]),
    sectionOf(
      'tbody',
      Array.from({ length: rows }, () => rowOf(Array.from({ length: columns }, () => emptyCell('td', null)))),
    ),
  ],
})

/** A row below the one at a place; below the headings it is the first of the body. */
export const addRow = (table: TableNode, at: CellPlace): TableChange => {
  const sections = sectionsOf(table)
  const rows = rowsAt(table, at.section)
  if (isHead(sections[at.section])) {
    const cells = Array.from({ length: widthOf(rows) }, () => emptyCell('td', null))
    const next = sections[at.section + 1]
    const body = next
      ? { ...next, content: [rowOf(cells), ...(next.content ?? [])] }
      : sectionOf('tbody', [rowOf(cells)])
    const changed = [...sections.slice(0, at.section + 1), body, ...sections.slice(at.section + 2)]
    return { table: withSections(table, changed), at: { section: at.section + 1, row: 0, cell: 0 } }
  }
  const grid = gridOf(rows)
  let grown = rows
  const cells: TableNode[] = []
  const width = widthOf(rows)
  for (let x = 0; x < width; x += 1) {
    const above = grid[at.row]?.[x]
    const cell = above && cellsOf(rows[above.row] as TableNode)[above.cell]
    const reachesBelow = above && grid[at.row + 1]?.[x]?.row === above.row && grid[at.row + 1]?.[x]?.cell === above.cell
    if (!cell) cells.push(emptyCell('td', null))
    else if (reachesBelow) {
      if (above.from === x)
        grown = mapCell(grown, above.row, above.cell, (one) => withSpan(one, 'rowspan', spanOf(one, 'rowspan') + 1))
    } else cells.push(emptyCell(cell.attrs?.['tag'] ?? 'td', cell.attrs?.['scope']))
  }
  const changed = grown.toSpliced(at.row + 1, 0, rowOf(cells))
  const next = sections.map((section, index) => (index === at.section ? { ...section, content: changed } : section))
  return { table: withSections(table, next), at: { section: at.section, row: at.row + 1, cell: 0 } }
}

/** A column right of the one at a place. */
export const addColumn = (table: TableNode, at: CellPlace): TableChange => {
  const own = rowsAt(table, at.section)
  const cell = cellsOf(own[at.row] as TableNode)[at.cell]
  const column = columnOf(own, at) + (cell ? spanOf(cell, 'colspan') - 1 : 0)
  const next = sectionsOf(table).map((section) => {
    const rows = section.content ?? []
    const grid = gridOf(rows)
    let changed = rows
    rows.forEach((row, y) => {
      const left = grid[y]?.[column]
      const right = grid[y]?.[column + 1]
      const spans = left && right && left.row === right.row && left.cell === right.cell
      if (spans) {
        if (left.row === y)
          changed = mapCell(changed, y, left.cell, (one) => withSpan(one, 'colspan', spanOf(one, 'colspan') + 1))
        return
      }
      // A cell that reaches down from above stands in that row alone.
      const before = grid[y]?.slice(0, column + 1).filter((each) => each?.row === y) ?? []
      const place = Math.max(-1, ...before.map((each) => each?.cell ?? -1)) + 1
      const beside = left?.row === y ? cellsOf(row)[left.cell] : cellsOf(row)[0]
      const isHeading = isHead(section)
      const fresh = isHeading
        ? emptyCell(beside?.attrs?.['tag'] ?? 'th', beside?.attrs?.['scope'] ?? 'col')
        : emptyCell('td', null)
      changed = changed.map((each, index) =>
        index === y ? { ...each, content: cellsOf(each).toSpliced(place, 0, fresh) } : each,
      )
    })
    return { ...section, content: changed }
  })
  return { table: withSections(table, next), at: { ...at, cell: at.cell + 1 } }
}

const withoutEmpty = (table: TableNode, sections: TableNode[], at: CellPlace): TableChange => {
  const kept = sections.filter(({ content = [] }) => content.length > 0)
  if (kept.length === 0) return null
  const section = Math.min(at.section, kept.length - 1)
  const rows = kept[section]?.content ?? []
  const row = Math.min(at.row, rows.length - 1)
  const cells = cellsOf(rows[row] as TableNode)
  return {
    table: withSections(table, kept),
    at: { section, row, cell: Math.max(0, Math.min(at.cell, cells.length - 1)) },
  }
}

/** A table without the row at a place; what reaches below it stays. */
export const removeRow = (table: TableNode, at: CellPlace): TableChange => {
  const rows = rowsAt(table, at.section)
  const grid = gridOf(rows)
  let changed = rows
  const seen = new Set<string>()
  const moved: { from: number; cell: TableNode }[] = []
  for (const covered of grid[at.row] ?? []) {
    if (!covered || seen.has(`${covered.row} ${covered.cell}`)) continue
    seen.add(`${covered.row} ${covered.cell}`)
    const cell = cellsOf(rows[covered.row] as TableNode)[covered.cell] as TableNode
    const height = spanOf(cell, 'rowspan')
    if (covered.row < at.row)
      changed = mapCell(changed, covered.row, covered.cell, (one) => withSpan(one, 'rowspan', height - 1))
    else if (height > 1) moved.push({ from: covered.from, cell: withSpan(cell, 'rowspan', height - 1) })
  }
  const below = changed[at.row + 1]
  if (below && moved.length > 0) {
    const places = new Map<number, number>()
    for (const covered of grid[at.row + 1] ?? [])
      if (covered?.row === at.row + 1 && !places.has(covered.from)) places.set(covered.from, covered.cell)
    const standing = [...places].map(([from, cell]) => ({ from, cell: cellsOf(below)[cell] as TableNode }))
    const content = [...standing, ...moved].toSorted((a, b) => a.from - b.from).map(({ cell }) => cell)
    changed = changed.map((row, index) => (index === at.row + 1 ? { ...row, content } : row))
  }
  changed = changed.toSpliced(at.row, 1)
  const next = sectionsOf(table).map((section, index) =>
    index === at.section ? { ...section, content: changed } : section,
  )
  return withoutEmpty(table, next, at)
}

/** A table without the column at a place. */
export const removeColumn = (table: TableNode, at: CellPlace): TableChange => {
  const column = columnOf(rowsAt(table, at.section), at)
  const next = sectionsOf(table).map((section) => {
    const rows = section.content ?? []
    const grid = gridOf(rows)
    const changed = rows.map((row, y) => {
      const covered = grid[y]?.[column]
      if (covered?.row !== y) return row
      const cells = cellsOf(row)
      const width = spanOf(cells[covered.cell] as TableNode, 'colspan')
      const content =
        width > 1
          ? cells.map((cell, index) => (index === covered.cell ? withSpan(cell, 'colspan', width - 1) : cell))
          : cells.toSpliced(covered.cell, 1)
      return { ...row, content }
    })
    return { ...section, content: changed.some((row) => cellsOf(row).length > 0) ? changed : [] }
  })
  return withoutEmpty(table, next, at)
}

const asHeading = (cell: TableNode): TableNode =>
  withSpan({ ...cell, attrs: { ...cell.attrs, tag: 'th', scope: 'col' } }, 'rowspan', 1)
const asPlain = (cell: TableNode): TableNode => ({ ...cell, attrs: { ...cell.attrs, tag: 'td', scope: null } })

export const hasHeadings = (table: TableNode): boolean => isHead(sectionsOf(table)[0])

/** Makes the first row one of headings, or the headings rows like all others. */
export const toggleHeadings = (table: TableNode, at: CellPlace): TableChange => {
  const [first, ...others] = sectionsOf(table)
  if (!first) return null
  const rows = first.content ?? []
  if (isHead(first)) {
    const plain = rows.map((row) => rowOf(cellsOf(row).map(asPlain)))
    const [body, ...rest] = others
    const joined = body ? { ...body, content: [...plain, ...(body.content ?? [])] } : sectionOf('tbody', plain)
    const row = at.section === 0 ? at.row : at.section === 1 ? at.row + rows.length : at.row
    return { table: withSections(table, [joined, ...rest]), at: { ...at, section: Math.max(0, at.section - 1), row } }
  }
  const [top, ...below] = rows
  if (!top) return null
  const head = sectionOf('thead', [rowOf(cellsOf(top).map(asHeading))])
  const body = below.length > 0 ? [{ ...first, content: below }] : []
  const isTop = at.section === 0 && at.row === 0
  const place = isTop
    ? at
    : { ...at, section: at.section + (below.length > 0 ? 1 : 0), row: at.section === 0 ? at.row - 1 : at.row }
  return { table: withSections(table, [head, ...body, ...others]), at: place }
}
