import { foldText } from '../fold.ts'

/** The titles by which a column is known, the first of them the one in texts and templates. */
export type ColumnNames<Name extends string> = Record<Name, readonly [string, ...string[]]>

/** A title as titles are compared: folded, letters and digits alone, so that "E-Mail", "e_mail" and "EMail" are one. */
export const foldTitle = (title: string): string => foldText(title).replace(/[^\p{L}\p{N}]/gu, '')

export type MatchedColumns<Name extends string> = {
  /** Where each known column stands. */
  columns: Partial<Record<Name, number>>
  /** Columns whose title nobody knows. */
  unknown: number[]
  /** Columns whose title means the same as an earlier one. */
  doubled: number[]
}

/** Which column of a header row is which. */
export const matchColumns = <Name extends string>(
  header: readonly string[],
  names: ColumnNames<Name>,
): MatchedColumns<Name> => {
  const byTitle = new Map<string, Name>()
  for (const [name, titles] of Object.entries(names) as [Name, readonly string[]][])
    for (const title of [name, ...titles]) byTitle.set(foldTitle(title), name)
  const matched: MatchedColumns<Name> = { columns: {}, unknown: [], doubled: [] }
  for (const [at, title] of header.entries()) {
    const name = byTitle.get(foldTitle(title))
    if (name === undefined) {
      if (title !== '') matched.unknown.push(at)
    } else if (matched.columns[name] === undefined) matched.columns[name] = at
    else matched.doubled.push(at)
  }
  return matched
}
