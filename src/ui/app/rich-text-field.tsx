import { Input } from '@mantine/core'
import { type ClipboardEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { type Icon, IconBold, IconItalic, IconLink, IconList, IconListNumbers, IconUnderline } from '../icons.tsx'
import { Button, buttonClass } from '../public/button.tsx'
import { Dialog } from '../public/dialog.tsx'
import { Field, Input as PlainInput } from '../public/field.tsx'
import { proseClass } from '../public/prose.tsx'
import { useField } from './form-context.ts'
import styles from './rich-text.module.css'
import { editedHtml, linkAddress } from './rich-text.ts'

type RichTextFieldProps = {
  name: string
  label: string
  description?: string
  isRequired?: boolean
  placeholder?: string
  /** The height of an empty editor, in lines. */
  minRows?: number
}

type Command = { name: string; label: string; key?: string; icon: Icon }
const COMMANDS: readonly Command[] = [
  { name: 'bold', label: 'Bold', key: 'B', icon: IconBold },
  { name: 'italic', label: 'Italic', key: 'I', icon: IconItalic },
  { name: 'underline', label: 'Underline', key: 'U', icon: IconUnderline },
  { name: 'insertUnorderedList', label: 'Bulleted list', icon: IconList },
  { name: 'insertOrderedList', label: 'Numbered list', icon: IconListNumbers },
  { name: 'createLink', label: 'Link', icon: IconLink },
]

// The one way in which browsers edit formatted text by themselves, with their own undo; there is no other without a library.
const run = (name: string, value?: string) => document.execCommand(name, false, value)
const isOn = (name: string): boolean => {
  try {
    return document.queryCommandState(name)
  } catch {
    return false
  }
}

const linkAtCaret = (): HTMLAnchorElement | null => {
  const node = getSelection()?.anchorNode
  const element = node instanceof Element ? node : node?.parentElement
  return element?.closest('a') ?? null
}

/**
 * Formatted text: bold, italic, underlined, lists and links. What is pasted comes as plain text, and the server cleans
 * what is saved (PGB-034). The toolbar is one stop of Tab; the arrows go through it (UIX-032).
 */
export function RichTextField({ name, label, description, isRequired, placeholder, minRows = 3 }: RichTextFieldProps) {
  const id = useId()
  const { value, onChange, onBlur, error, isReadOnly } = useField<string>(name)
  const box = useRef<HTMLDivElement>(null)
  // React writes the content anew whenever it is given another object.
  const [start] = useState(() => ({ __html: value ?? '' }))
  const held = useRef(start.__html)
  const [on, setOn] = useState<readonly string[]>([])
  const [link, setLink] = useState<{ range: Range | null; address: string } | null>(null)

  // Another value than the one typed last comes from outside: the record was read anew, or the edits were discarded.
  useEffect(() => {
    if (!box.current || value === held.current) return
    held.current = value ?? ''
    box.current.innerHTML = held.current
  }, [value])

  const note = () => setOn(COMMANDS.filter((command) => isOn(command.name)).map((command) => command.name))
  const typed = () => {
    const element = box.current
    if (!element) return
    const html = editedHtml(element.innerHTML, element.innerText)
    held.current = html
    onChange(html)
    note()
  }
  const format = (command: string) => {
    if (command !== 'createLink') {
      box.current?.focus()
      run(command)
      typed()
      return
    }
    const selection = getSelection()
    const isInside = selection?.rangeCount && box.current?.contains(selection.anchorNode)
    setLink({
      range: isInside ? selection.getRangeAt(0).cloneRange() : null,
      address: linkAtCaret()?.getAttribute('href') ?? '',
    })
  }
  const setAddress = (range: Range | null, typedAddress: string) => {
    setLink(null)
    const address = linkAddress(typedAddress)
    // The dialog gives the focus back to the button first.
    requestAnimationFrame(() => {
      const element = box.current
      const selection = getSelection()
      if (!element || !selection) return
      element.focus()
      if (range) {
        selection.removeAllRanges()
        selection.addRange(range)
      }
      const present = linkAtCaret()
      if (present && selection.isCollapsed) selection.selectAllChildren(present)
      if (address === '') run('unlink')
      else if (selection.isCollapsed) {
        const made = document.createElement('a')
        made.href = address
        made.textContent = typedAddress.trim()
        run('insertHTML', made.outerHTML)
      } else run('createLink', address)
      typed()
    })
  }
  const onPaste = (event: ClipboardEvent) => {
    event.preventDefault()
    run('insertText', event.clipboardData.getData('text/plain'))
  }
  const isEmpty = !value
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
        {!isReadOnly && <Toolbar label={label} on={on} onCommand={format} />}
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
          contentEditable={!isReadOnly}
          suppressContentEditableWarning
          className={`${proseClass} ${styles.text}`}
          data-path={name}
          data-placeholder={isEmpty ? placeholder : undefined}
          style={{ minHeight: `calc(${minRows} * 1.5em + 2 * var(--space-2))` }}
          onFocus={() => run('defaultParagraphSeparator', 'p')}
          onBlur={() => onBlur?.(undefined as never)}
          onInput={typed}
          onKeyUp={note}
          onPointerUp={note}
          onPaste={onPaste}
          // biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned by the server when it was saved (PGB-034)
          dangerouslySetInnerHTML={start}
        />
      </div>
      {link && (
        <LinkDialog start={link.address} onClose={() => setLink(null)} onSet={(to) => setAddress(link.range, to)} />
      )}
    </Input.Wrapper>
  )
}

type ToolbarProps = { label: string; on: readonly string[]; onCommand: (name: string) => void }

function Toolbar({ label, on, onCommand }: ToolbarProps) {
  const [current, setCurrent] = useState(0)
  const row = useRef<HTMLDivElement>(null)
  const onKeyDown = (event: KeyboardEvent) => {
    const last = COMMANDS.length - 1
    const steps: Record<string, number> = {
      ArrowRight: current === last ? 0 : current + 1,
      ArrowLeft: current === 0 ? last : current - 1,
      Home: 0,
      End: last,
    }
    const next = steps[event.key]
    if (next === undefined) return
    event.preventDefault()
    setCurrent(next)
    row.current?.querySelectorAll('button')[next]?.focus()
  }
  return (
    <div ref={row} role="toolbar" aria-label={`Format ${label}`} className={styles.toolbar} onKeyDown={onKeyDown}>
      {COMMANDS.map(({ name, label: word, key, icon: Drawing }, index) => (
        <button
          key={name}
          type="button"
          className={buttonClass({ variant: 'ghost', size: 'sm' }, styles.tool)}
          aria-label={word}
          aria-pressed={name === 'createLink' ? undefined : on.includes(name)}
          title={key ? `${word} (Ctrl+${key})` : word}
          tabIndex={index === current ? 0 : -1}
          // The selection stays where it is.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => {
            setCurrent(index)
            onCommand(name)
          }}
        >
          <Drawing size={18} />
        </button>
      ))}
    </div>
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
