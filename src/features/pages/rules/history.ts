/** What there was before, what there is, and what was undone; every step is the whole document, which shares what did not change. */
export type History<Document> = {
  past: readonly Document[]
  present: Document
  future: readonly Document[]
  /** Names the last step, so that letters typed one after the other become one step. */
  last: string | null
}

export const begin = <Document>(present: Document): History<Document> => ({ past: [], present, future: [], last: null })

/** The next step. With the `name` of the step before, it takes that one's place: undoing goes back before both. */
export const step = <Document>(
  history: History<Document>,
  next: Document,
  name: string | null = null,
): History<Document> => {
  if (next === history.present) return history
  const isSame = name !== null && name === history.last
  return { past: isSame ? history.past : [...history.past, history.present], present: next, future: [], last: name }
}

/** Ends a step: what follows is another one, even under the same name. */
export const settle = <Document>(history: History<Document>): History<Document> =>
  history.last === null ? history : { ...history, last: null }

export const undo = <Document>({ past, present, future, ...rest }: History<Document>): History<Document> => {
  const before = past.at(-1)
  if (before === undefined) return { past, present, future, ...rest }
  return { past: past.slice(0, -1), present: before, future: [present, ...future], last: null }
}

export const redo = <Document>({ past, present, future, ...rest }: History<Document>): History<Document> => {
  const [after, ...others] = future
  if (after === undefined) return { past, present, future, ...rest }
  return { past: [...past, present], present: after, future: others, last: null }
}

/** The same steps from another beginning; those that cannot be taken from there are left out. */
export const rebase = <Document>(
  history: History<Document>,
  change: (document: Document) => Document | null,
): History<Document> => {
  const changed = (documents: readonly Document[]) => documents.map(change).filter((document) => document !== null)
  return { ...history, past: changed(history.past), future: changed(history.future), last: null }
}
