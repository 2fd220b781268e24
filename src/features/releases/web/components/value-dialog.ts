export type Value = Record<string, unknown>

export type ValueDialogProps = {
  /** What the release says now, or what visitors see. */
  value: Value
  save: (value: Value) => Promise<unknown>
  onClose: () => void
}

/** Values of a form as a release keeps them. */
export const emptied = (values: Value): Value =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value === '' ? null : value]))

export const VISIBLE_WITH_RELEASE = 'Visitors see this when the release goes live.'
