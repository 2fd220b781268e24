import { wordOf } from '../app/status-badge.tsx'

/** The address of a part of the gallery. */
export const partHref = (part: string) => `/dev/gallery?part=${part}`

/** Stored values as choices with their words. */
export const optionsOf = (values: readonly string[]) => values.map((value) => ({ value, label: wordOf(value) }))
