/**
 * The types of items that can be asked again in a move. A response to an assignment is a piece of work that was handed in and
 * graded, so authors ask for another one with a new assignment; what the cloud service plays keeps its own record.
 */
export const ASKED_AGAIN = ['Text', 'Document', 'Audio', 'Video', 'Exam', 'Survey', 'ScormModule'] as const
export type AskedType = (typeof ASKED_AGAIN)[number]
export type AskedItem = { item_type: AskedType; item_id: number }

/** A changed title or place is no reason to do something again. */
const OUTSIDE: readonly string[] = ['title', 'place', 'slug']

type Change = { kind: string; item_type: string; fields: readonly string[] }

/** Whether an author may ask for an item again: one that learners have and that says something else now (VER-019). */
export const mayAskAgain = ({ kind, item_type, fields }: Change): boolean =>
  kind === 'changed' &&
  (ASKED_AGAIN as readonly string[]).includes(item_type) &&
  fields.some((field) => !OUTSIDE.includes(field))

const TEXT = /^([A-Za-z]+):(\d+)$/

/** Items as one text for an address: "Text:4,Exam:7". */
export const askedText = (items: readonly AskedItem[]): string =>
  items.map(({ item_type, item_id }) => `${item_type}:${item_id}`).join()

/** The items of such a text; null when it is none. */
export const readAsked = (text: string): AskedItem[] | null => {
  const items = text.split(',').map((part) => {
    const [, type, id] = TEXT.exec(part) ?? []
    const isKnown = (ASKED_AGAIN as readonly (string | undefined)[]).includes(type) && Number.isSafeInteger(Number(id))
    return isKnown ? { item_type: type as AskedType, item_id: Number(id) } : null
  })
  return items.every((item) => item !== null) ? items : null
}
