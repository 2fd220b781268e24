/** Puts the focus on the title of a row once it is drawn: what had it is gone. */
export const focusRow = (key: string): void => {
  requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-row="${CSS.escape(key)}"] a`)?.focus())
}
