import { Input } from '@mantine/core'
import { Editor } from '@tiptap/react'
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { Dialog } from '../../public/dialogs/dialog.tsx'
import { toast } from '../../public/dialogs/toasts.tsx'
import { Button } from '../../public/parts/button.tsx'
import { Field, Input as PlainInput } from '../../public/parts/field.tsx'
import { proseClass } from '../../public/parts/prose.tsx'
import { useField } from '../form/form-context.ts'
import { extrasOf, hasNoWords, sourcesOf } from './clipboard-pictures.ts'
import { readEarlyText, restoreSelection } from './early-text.ts'
import styles from './rich-text.module.css'
import { editedHtml, leftOutText, linkAddress } from './rich-text.ts'
import { writtenHtml } from './rich-text-bare.ts'
import { plainPaste } from './rich-text-paste.ts'
import { RichTextPictures, selectedPicture } from './rich-text-pictures.tsx'
import { type RichTextMode, SCHEMAS } from './rich-text-schema.ts'
import { moveByRow } from './rich-text-table.ts'
import { type Insertions, RichTextToolbar } from './rich-text-toolbar.tsx'
import type { TextPicture, TextPictures } from './text-pictures.ts'
import { useTakenPictures } from './use-taken-pictures.ts'

type RichTextFieldProps = {
  name: string
  label: string
  description?: string
  isRequired?: boolean
  placeholder?: string
  /** The height of an empty editor, in lines. */
  minRows?: number
  /** How much of a text the server keeps (PGB-033). */
  mode?: RichTextMode
  /** Lets the text hold pictures (BLD-091); only with the mode `full`. */
  pictures?: TextPictures
  /** Texts that can be inserted, such as dynamic words (PGB-030). */
  insertions?: Insertions
}

/**
 * Formatted text: bold, italic, underlined, headings, quotes, lists and links, as far as the mode keeps them. What is pasted comes as far as the server would keep it
 * (PGB-034). The toolbar is one stop of Tab; the arrows go through it (UIX-032).
 */
export function RichTextField(props: RichTextFieldProps) {
  const { name, label, description, isRequired, placeholder, minRows = 3, mode = 'full', pictures, insertions } = props
  const id = useId()
  const { value, onChange, onBlur, error, isReadOnly } = useField<string>(name)
  const box = useRef<HTMLDivElement>(null)
  const [editor, setEditor] = useState<Editor | null>(null)
  // The page comes with the text in it, and the editor takes the element over; React never writes into it again.
  const [start] = useState(() => ({ __html: value ?? '' }))
  const current = useRef(start.__html)
  const [link, setLink] = useState<{ address: string } | null>(null)
  const [picture, setPicture] = useState<{ start: TextPicture | null } | null>(null)
  const taken = useTakenPictures(editor, pictures)
  /** The editor as soon as it is made, and until then what was pressed: the buttons are alive before it is. */
  const made = useRef<Editor | ((editor: Editor) => void)[]>([])
  const act = (work: (editor: Editor) => void) =>
    Array.isArray(made.current) ? made.current.push(work) : work(made.current)
  /** What is being pasted or dropped: the editor asks for its text alone. */
  const clipboard = useRef<DataTransfer | null>(null)

  const typed = useEffectEvent((html: string, text: string) => {
    current.current = editedHtml(html, text)
    onChange(current.current)
  })
  const pasted = useEffectEvent((html: string): string => {
    const paste = plainPaste(html, pictures !== undefined, location.origin)
    if (paste.pictures_left_out > 0) toast.info(leftOutText(paste.pictures_left_out))
    if (paste.pictures.length > 0) taken.take(sourcesOf(paste.pictures, extrasOf(clipboard.current)))
    return paste.html
  })
  /** Files that are dropped, or pasted without a text; everything else is left to the editor. */
  const receive = useEffectEvent((event: Event, data: DataTransfer | null, at?: number): boolean => {
    const files = [...(data?.files ?? [])]
    if (!pictures || isReadOnly || files.length === 0 || !hasNoWords(data?.getData('text/html') ?? '')) return false
    event.preventDefault()
    taken.insert(files, at)
    return true
  })
  const opened = useEffectEvent((start: TextPicture): boolean => {
    if (pictures && !isReadOnly) setPicture({ start })
    return pictures !== undefined
  })
  useEffect(() => {
    const element = box.current
    if (!element) return
    const pressed = Array.isArray(made.current) ? made.current : null
    const written = pressed && readEarlyText(element, current.current)
    const editor = new Editor({
      element: { mount: element },
      extensions: SCHEMAS[mode],
      content: written?.html ?? current.current,
      // The content security policy forbids styles made at run time; ours stand in rich-text.module.css.
      injectCSS: false,
      // A star or a hash that somebody types is one.
      enableInputRules: false,
      enablePasteRules: false,
      editorProps: {
        handleDOMEvents: {
          keydown: (_, event) => {
            // Browsers report a new selection later than the keys typed into it.
            if (!event.isComposing) document.dispatchEvent(new Event('selectionchange'))
            // Tab leaves the field as every other; in a list it would be taken for indenting.
            return event.key === 'Tab'
          },
          paste: (_, event) => {
            clipboard.current = event.clipboardData
            return receive(event, event.clipboardData)
          },
          drop: (view, event) => {
            clipboard.current = event.dataTransfer
            const place = view.posAtCoords({ left: event.clientX, top: event.clientY })
            return view.dragging === null && receive(event, event.dataTransfer, place?.pos)
          },
        },
        handleDoubleClickOn: (_view, _pos, node) => node.type.name === 'image' && opened(node.attrs as TextPicture),
        handleKeyDown: (view, { key, shiftKey, ctrlKey, altKey, metaKey }) =>
          !(shiftKey || ctrlKey || altKey || metaKey) &&
          (key === 'ArrowUp' ? moveByRow(view, -1) : key === 'ArrowDown' && moveByRow(view, 1)),
        transformPastedHTML: (html) => pasted(html),
      },
      onUpdate: ({ editor: now }) => typed(writtenHtml(now), now.getText()),
    })
    restoreSelection(editor)
    if (document.activeElement === element) editor.commands.focus()
    if (written?.isChanged) typed(writtenHtml(editor), editor.getText())
    made.current = editor
    for (const work of pressed ?? []) work(editor)
    setEditor(editor)
    return () => editor.destroy()
  }, [mode])
  useEffect(() => {
    editor?.setEditable(!isReadOnly, false)
  }, [editor, isReadOnly])

  // Another value than the one typed last comes from outside: the record was read again, or the edits were discarded.
  useEffect(() => {
    if (!editor || value === current.current) return
    current.current = value ?? ''
    editor.chain().setMeta('addToHistory', false).setContent(current.current, { emitUpdate: false }).run()
  }, [editor, value])

  const setAddress = (typedAddress: string) => {
    setLink(null)
    if (!editor) return
    const href = linkAddress(typedAddress)
    const chain = editor.chain().focus()
    if (href === '') chain.extendMarkRange('link').unsetLink().run()
    else if (editor.state.selection.empty && !editor.isActive('link')) {
      chain.insertContent({ type: 'text', text: typedAddress.trim(), marks: [{ type: 'link', attrs: { href } }] }).run()
    } else chain.extendMarkRange('link').setLink({ href }).run()
  }
  return (
    <Input.Wrapper
      id={id}
      label={label}
      labelElement="div"
      labelProps={{ id: `${id}-name` }}
      withAsterisk={isRequired}
      description={description}
      error={error}
      errorProps={{ id: `${id}-error` }}
      descriptionProps={{ id: `${id}-hint` }}
    >
      <div className={styles.editor} data-error={error ? true : undefined} data-off={isReadOnly || undefined}>
        {!isReadOnly && (
          <RichTextToolbar
            label={label}
            mode={mode}
            editor={editor}
            insertions={insertions}
            onEditor={act}
            onPicture={pictures && ((now) => setPicture({ start: selectedPicture(now) }))}
            onLink={(now) => setLink({ address: String(now.getAttributes('link')['href'] ?? '') })}
          />
        )}
        {/* biome-ignore lint/a11y/useSemanticElements: an input cannot hold formatted text */}
        <div
          ref={box}
          id={id}
          role="textbox"
          tabIndex={0}
          aria-multiline="true"
          aria-labelledby={`${id}-name`}
          aria-describedby={
            [error && `${id}-error`, description && `${id}-hint`].filter(Boolean).join(' ') || undefined
          }
          aria-invalid={error ? true : undefined}
          aria-required={isRequired || undefined}
          aria-readonly={isReadOnly || undefined}
          // What somebody writes before the editor is there is taken over by it.
          contentEditable={!isReadOnly}
          suppressHydrationWarning
          className={`${proseClass} ${styles.text}`}
          data-path={name}
          data-placeholder={value ? undefined : placeholder}
          style={{ minHeight: `calc(${minRows} * 1.5em + 2 * var(--space-2))` }}
          onBlur={() => onBlur?.(undefined as never)}
          // biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned by the server when it was saved (PGB-034)
          dangerouslySetInnerHTML={start}
        />
      </div>
      {pictures && editor && (
        <RichTextPictures
          editor={editor}
          Dialog={pictures.Dialog}
          taken={taken}
          open={picture}
          onOpen={setPicture}
          isReadOnly={isReadOnly}
        />
      )}
      {link && <LinkDialog start={link.address} onClose={() => setLink(null)} onSet={setAddress} />}
    </Input.Wrapper>
  )
}

type LinkDialogProps = { start: string; onClose: () => void; onSet: (address: string) => void }

function LinkDialog({ start, onClose, onSet }: LinkDialogProps) {
  const [address, setAddress] = useState(start)
  return (
    <Dialog
      isOpen
      size="sm"
      title="Link"
      onClose={onClose}
      footer={
        <>
          {start && (
            <Button variant="outline" onClick={() => onSet('')}>
              Remove the link
            </Button>
          )}
          <Button disabled={address.trim() === ''} onClick={() => onSet(address)}>
            Set the link
          </Button>
        </>
      }
    >
      <Field label="Address" hint="Such as https://example.com">
        <PlainInput
          value={address}
          inputMode="url"
          onChange={(event) => setAddress(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || address.trim() === '') return
            event.preventDefault()
            onSet(address)
          }}
        />
      </Field>
    </Dialog>
  )
}
