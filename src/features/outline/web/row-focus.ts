/**
 * Puts the focus on the title of a row once it is drawn, where what had it is gone: somebody who has gone on meanwhile, to
 * a menu or a field, keeps it.
 */
export const focusRow = (key: string): void => {
  requestAnimationFrame(() => {
    const { activeElement } = document
    const isElsewhere = activeElement?.matches('[role=menu], [role=menuitem], input, textarea') ?? false
    if (!isElsewhere) document.querySelector<HTMLElement>(`[data-row="${CSS.escape(key)}"] a`)?.focus()
  })
}
