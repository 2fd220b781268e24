import { useEffect, useRef } from 'react'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import { allBlocks } from '../../rules/blocks.ts'
import type { Builder } from './use-builder.ts'
import type { Commands } from './use-commands.ts'

/** Whether keys and the clipboard belong to the text that is written there. */
const isWriting = (target: EventTarget | null): boolean =>
  (target as Element | null)?.closest?.('input, textarea, select, [contenteditable=true]') != null
const isInDialog = () => document.querySelector('dialog:modal') !== null

type Options = { builder: Builder; commands: Commands; isReadOnly: boolean }

/** The keys and the clipboard of the whole builder, in its page and in the frame alike (PGB-012, PGB-013). */
export const useBuilderKeys = (options: Options) => {
  const newest = useRef(options)
  useEffect(() => {
    newest.current = options
  })

  const onUndo = (event: KeyboardEvent) => {
    const { builder, isReadOnly } = newest.current
    if (!(event.ctrlKey || event.metaKey) || event.altKey || isReadOnly || isInDialog() || isWriting(event.target))
      return
    const key = event.key.toLowerCase()
    const act = key === 'y' || (key === 'z' && event.shiftKey) ? builder.redo : key === 'z' ? builder.undo : null
    if (!act) return
    event.preventDefault()
    act()
  }
  const onCopy = (event: ClipboardEvent) => {
    const { commands, isReadOnly } = newest.current
    const page = (event.target as Node).ownerDocument ?? document
    if (isInDialog() || isWriting(event.target) || page.getSelection()?.toString()) return
    const text = commands.copiedText()
    if (!text) return
    event.preventDefault()
    event.clipboardData?.setData('text/plain', text)
    if (event.type === 'cut' && !isReadOnly) commands.erase()
    else toast.success('Copied. You can paste it into any page, also of another portal.')
  }
  const onPaste = (event: ClipboardEvent) => {
    const { commands, isReadOnly } = newest.current
    if (isReadOnly || isInDialog() || isWriting(event.target)) return
    const text = event.clipboardData?.getData('text/plain') ?? ''
    if (!text) return
    event.preventDefault()
    void commands.paste(text)
  }
  useEffect(() => {
    addEventListener('keydown', onUndo)
    document.addEventListener('copy', onCopy)
    document.addEventListener('cut', onCopy)
    document.addEventListener('paste', onPaste)
    return () => {
      removeEventListener('keydown', onUndo)
      document.removeEventListener('copy', onCopy)
      document.removeEventListener('cut', onCopy)
      document.removeEventListener('paste', onPaste)
    }
  })

  return {
    /** The keys that are heard in the frame, where the page around it hears nothing. */
    onKeyDown: (event: KeyboardEvent) => {
      const isSave = event.key.toLowerCase() === 's' && (event.ctrlKey || event.metaKey)
      if (isSave && !event.altKey && !event.shiftKey) {
        event.preventDefault()
        if (!newest.current.isReadOnly) void newest.current.builder.record.submit()
      } else onUndo(event)
    },
    onCopy,
    onPaste,
    /** Blocks of a widget belong to it: what is selected is the widget. */
    ownId: (id: string | null): string | null => {
      if (id === null) return null
      const ids = [...allBlocks(newest.current.builder.values.components)].map(({ props }) => props.id)
      return ids.find((own) => own === id) ?? ids.find((own) => id.startsWith(`${own}-`)) ?? null
    },
    /** For the button: reads the clipboard, which a browser may ask the person about first. */
    pasteFromClipboard: async () => {
      const text = await navigator.clipboard?.readText().catch(() => '')
      const isPasted = text ? await newest.current.commands.paste(text) : false
      if (!isPasted) toast.info('There is no block to paste. Copy one here or on another page first, or press Ctrl+V.')
    },
  }
}
