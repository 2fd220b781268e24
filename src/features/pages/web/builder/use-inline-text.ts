import { Editor } from '@tiptap/react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { editedHtml } from '#ui/app/rich-text/rich-text.ts'
import { writtenHtml } from '#ui/app/rich-text/rich-text-bare.ts'
import { plainPaste } from '#ui/app/rich-text/rich-text-paste.ts'
import { type RichTextMode, SCHEMAS } from '#ui/app/rich-text/rich-text-schema.ts'
import type { AnyBlock } from '../../rules/blocks.ts'
import { change, findBlock } from '../../rules/operations.ts'
import type { Builder } from './use-builder.ts'

/** The mode of a text that can be written where it stands; plain text is written in its field. */
const modeOf = ({ type, props }: AnyBlock): RichTextMode | null => {
  if (type === 'Heading') return 'heading'
  if (type !== 'EditorText' || props['mode'] === 'title-only') return null
  return (props['mode'] as RichTextMode | undefined) ?? 'full'
}

/** Writes the text of a block on the page itself: opened by a double click, closed by Escape or by leaving it. */
export const useInlineText = ({ values, editBlocks }: Pick<Builder, 'values' | 'editBlocks'>) => {
  const [frozen, setFrozen] = useState<AnyBlock | null>(null)
  const opened = useRef<{ close: () => void } | null>(null)
  const blocks = useRef(values.components)
  useEffect(() => {
    blocks.current = values.components
  })
  useEffect(() => () => opened.current?.close(), [])

  const open = useCallback(
    (id: string, element: HTMLElement) => {
      opened.current?.close()
      const block = findBlock(blocks.current, id)
      const mode = block && modeOf(block)
      if (!block || !mode) return
      setFrozen(block)
      const before = {
        html: element.innerHTML,
        attributes: [...element.attributes].map(({ name, value }) => ({ name, value })),
      }
      // The editor takes over the element as it stands; the words that fill themselves are shown as they are written.
      element.innerHTML = ''
      const editor = new Editor({
        element: { mount: element },
        extensions: SCHEMAS[mode],
        content: String(block.props['html'] ?? ''),
        injectCSS: false,
        enableInputRules: false,
        enablePasteRules: false,
        editorProps: { transformPastedHTML: (html) => plainPaste(html, false, location.origin).html },
        onUpdate: ({ editor: now }) => {
          const html = editedHtml(writtenHtml(now), now.getText())
          editBlocks((current) => change(current, id, 'html', html), `${id} html`)
        },
      })
      const onKeyDown = (event: KeyboardEvent) => {
        if (event.key === 'Escape') close()
      }
      const close = () => {
        if (opened.current?.close !== close) return
        opened.current = null
        element.removeEventListener('focusout', close)
        element.removeEventListener('keydown', onKeyDown)
        editor.destroy()
        // React goes on with the element as it knows it.
        for (const { name } of [...element.attributes]) element.removeAttribute(name)
        for (const { name, value } of before.attributes) element.setAttribute(name, value)
        element.innerHTML = before.html
        setFrozen(null)
      }
      opened.current = { close }
      element.setAttribute('role', 'textbox')
      element.setAttribute('aria-label', 'Text of the block')
      element.setAttribute('aria-multiline', 'true')
      editor.commands.focus('end')
      element.addEventListener('focusout', close)
      element.addEventListener('keydown', onKeyDown)
    },
    [editBlocks],
  )
  return { frozen, open }
}
