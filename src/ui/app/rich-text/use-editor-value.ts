import type { Editor } from '@tiptap/react'
import { useCallback, useSyncExternalStore } from 'react'

/**
 * What `read` finds in the editor, as it is now and after each change, without one `none`. Unlike Tiptap's `useEditorState` it
 * misses no change that came between the making of the editor and the first look at it.
 */
export const useEditorValue = <Value extends string | number | boolean | null>(
  editor: Editor | null,
  read: (editor: Editor) => Value,
  none: Value,
): Value => {
  const subscribe = useCallback(
    (changed: () => void) => {
      editor?.on('transaction', changed)
      return () => {
        editor?.off('transaction', changed)
      }
    },
    [editor],
  )
  return useSyncExternalStore(
    subscribe,
    () => (editor ? read(editor) : none),
    () => none,
  )
}
