/** How a file is cut: a cut connection loses no more than this, and no more is in memory at once. */
export const PART_BYTES = 2 * 1024 * 1024

/** An item that a device keeps, or is to keep. */
export type KeptItem = {
  itemable_type: string
  itemable_id: number
  module_id: number | null
  title: string
  /** Bytes as the server says them. */
  size: number
  mark: string
  is_complete: boolean
  /** The uuids of its files, and the addresses of the pictures in its text. */
  files: string[]
  pictures: string[]
  /** Of an exam: the id under which this device has taken it along. */
  lease_id: string | null
}

/** A course of which a device keeps items, for one enrollment. */
export type KeptCourse = {
  related_id: number
  slug: string
  title: string
  /** Moments in ISO and milliseconds: until when it opens without a connection, and the latest that this device has seen. */
  open_until: string
  seen_at: number
  items: KeptItem[]
}

/** What the server offers of an item. */
export type OfferedItem = Pick<KeptItem, 'itemable_type' | 'itemable_id' | 'module_id' | 'title' | 'size' | 'mark'> & {
  reason: string | null
  /** The lease that holds an exam, on this device or another. */
  lease_id: string | null
}

type Key = { itemable_type: string; itemable_id: number }
export const keyOf = ({ itemable_type, itemable_id }: Key): string => `${itemable_type} ${itemable_id}`

const sum = (sizes: readonly number[]): number => sizes.reduce((total, size) => total + size, 0)

/** The bytes of items together. */
export const sizeOf = (items: readonly { size: number }[]): number => sum(items.map(({ size }) => size))
/** The bytes that a course takes on the device. */
export const keptSize = ({ items }: Pick<KeptCourse, 'items'>): number =>
  sizeOf(items.filter(({ is_complete }) => is_complete))

/** Whether a kept course still opens; a clock that was set back does not open it again (OFF-011). */
export const isOpen = ({ open_until, seen_at }: Pick<KeptCourse, 'open_until' | 'seen_at'>, now: number): boolean =>
  Math.max(now, seen_at) < Date.parse(open_until)

/** The parts of a file, as the first and last byte of each. */
export const partsOf = (size: number, part = PART_BYTES): { start: number; end: number }[] =>
  Array.from({ length: Math.max(1, Math.ceil(size / part)) }, (_, index) => ({
    start: index * part,
    end: Math.min(size, (index + 1) * part) - 1,
  }))

const EXAMS = ['Exam', 'Survey']
export const isExam = ({ itemable_type: type }: Pick<KeptItem, 'itemable_type'>): boolean => EXAMS.includes(type)

/** Whether this device may have an item: one that can be kept, and an exam that it holds already. */
const mayHave = (item: OfferedItem, known: KeptItem | undefined): boolean =>
  item.reason === null || (item.lease_id !== null && item.lease_id === known?.lease_id)

/** What is to be fetched for the chosen items: those that are new, not complete, or whose content changed (OFF-008). */
export const itemsToFetch = <I extends OfferedItem>(kept: readonly KeptItem[], chosen: readonly I[]): I[] => {
  const known = new Map(kept.map((item) => [keyOf(item), item]))
  return chosen.filter((item) => {
    const before = known.get(keyOf(item))
    return mayHave(item, before) && !(before?.is_complete && before.mark === item.mark)
  })
}

/** Kept items that are no longer offered: taken out of the course, or no longer to be kept (OFF-008). */
export const itemsGone = (kept: readonly KeptItem[], offered: readonly OfferedItem[]): KeptItem[] => {
  const offers = new Map(offered.map((item) => [keyOf(item), item]))
  return kept.filter((item) => {
    const offer = offers.get(keyOf(item))
    // An exam that was taken along and is free again was taken back, or its lease has ended.
    return !offer || !mayHave(offer, item) || (item.is_complete && offer.lease_id !== item.lease_id)
  })
}

/** Whether so much fits into what the browser still gives; null where it does not say. */
export const fits = (bytes: number, { quota, usage }: { quota?: number; usage?: number }): boolean | null =>
  quota === undefined || usage === undefined ? null : bytes <= quota - usage

/** The total of a `Content-Range` header, or null. */
export const totalOf = (header: string | null): number | null => {
  const total = /^bytes \d+-\d+\/(\d+)$/.exec(header ?? '')?.[1]
  return total === undefined ? null : Number(total)
}

/** The page that a kept outline is to open, from what stands behind its `#`; null for anything but an item of a course. */
export const openedBy = (hash: string): string | null => {
  const path = new URLSearchParams(hash.replace(/^#/, '')).get('open')
  return path && /^\/courses\/learner\/[^/]+\/\d+\/outline\/[\w/%.-]+$/.test(path) ? path : null
}
