import { useBlocker } from '@tanstack/react-router'
import { useCallback, useEffect, useRef } from 'react'
import { confirm } from '../../public/dialogs/confirm.tsx'

type Move = { current: { pathname: string }; next: { pathname: string } }

/**
 * Keeps edits from being lost: leaving the page asks ERR-109, closing or reloading the tab asks in the browser's words
 * (UIX-026). The question is asked once for one way out; a page without unsaved edits is left without asking (UIX-027).
 */
export const useUnsavedGuard = (isDirty: boolean): { letGo: () => void } => {
  const dirty = useRef(isDirty)
  useEffect(() => {
    dirty.current = isDirty
  }, [isDirty])
  const shouldBlockFn = useCallback(async ({ current, next }: Move) => {
    // Another tab or filter of the same page keeps the form as it is.
    if (!dirty.current || current.pathname === next.pathname) return false
    return !(await confirm('unsaved_changes'))
  }, [])
  const enableBeforeUnload = useCallback(() => dirty.current, [])
  useBlocker({ shouldBlockFn, enableBeforeUnload })
  // After a save the person can leave at once, before the page is drawn again without the edits.
  const letGo = useCallback(() => {
    dirty.current = false
  }, [])
  return { letGo }
}
