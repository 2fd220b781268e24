import { useRouter } from '@tanstack/react-router'
import { type InputHTMLAttributes, type KeyboardEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { DEBOUNCE, useDebounced } from '../../hooks/use-debounced.ts'
import styles from './suggest-input.module.css'

/** A suggested page for the text that is being typed; the note says what kind of page it is. */
export type Suggestion = { label: string; href: string; note?: string }
export type Suggest = (words: string) => Promise<readonly Suggestion[]>

const NONE: readonly Suggestion[] = []
const FEWEST_LETTERS = 2

type SuggestInputProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'role'> & {
  suggest?: Suggest | undefined
  /** A suggestion is taken, and its page is on the way. */
  onTake?: () => void
}

/**
 * A search field that suggests pages during typing: a combobox with a list, usable by arrow keys, Enter, Escape and
 * pointer. Without a chosen suggestion, Enter searches as always. Needs a positioned element around it.
 */
export function SuggestInput({ suggest, onTake, onChange, onKeyDown, onBlur, ...rest }: SuggestInputProps) {
  const id = useId()
  const router = useRouter()
  const [options, setOptions] = useState(NONE)
  const [active, setActive] = useState(-1)
  // An answer that comes after the next question, or after the list was closed, is not shown.
  const turn = useRef(0)
  const show = (suggestions: readonly Suggestion[]) => {
    setOptions(suggestions)
    setActive(-1)
  }
  const ask = useDebounced((words: string) => {
    const mine = ++turn.current
    void suggest?.(words).then(
      (suggestions) => mine === turn.current && show(suggestions),
      () => {},
    )
  }, DEBOUNCE.field)
  const offer = (typed: string) => {
    const words = typed.trim()
    if (words.length >= FEWEST_LETTERS) ask.call(words)
    else close()
  }
  // A person who typed before this file arrived, and is still in the field, gets suggestions now.
  const field = useRef<HTMLInputElement>(null)
  const offerTyped = useEffectEvent(() => {
    const { current } = field
    if (current && current === document.activeElement && current.value !== current.defaultValue) offer(current.value)
  })
  useEffect(() => offerTyped(), [])
  const close = () => {
    ask.cancel()
    turn.current += 1
    if (options.length > 0) show(NONE)
  }
  const open = (option: Suggestion) => {
    close()
    onTake?.()
    void router.navigate({ href: option.href })
  }
  const move = (by: number) => {
    // The field itself comes before the first suggestion and after the last.
    const places = options.length + 1
    setActive(((active + 1 + by + places) % places) - 1)
  }
  const onKey = (event: KeyboardEvent<HTMLInputElement>) => {
    onKeyDown?.(event)
    const chosen = options[active]
    if (event.key === 'Enter') {
      if (chosen) {
        event.preventDefault()
        open(chosen)
      } else close()
    }
    if (options.length === 0) return
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      move(event.key === 'ArrowDown' ? 1 : -1)
    }
    if (event.key === 'Escape') {
      event.preventDefault()
      close()
    }
  }
  const isOpen = options.length > 0
  return (
    <>
      <input
        {...rest}
        ref={field}
        type="search"
        autoComplete="off"
        {...(suggest && {
          role: 'combobox',
          'aria-haspopup': 'listbox',
          'aria-autocomplete': 'list',
          'aria-expanded': isOpen,
          'aria-controls': isOpen ? id : undefined,
          'aria-activedescendant': active >= 0 ? `${id}-${active}` : undefined,
        })}
        onChange={(event) => {
          onChange?.(event)
          offer(event.target.value)
        }}
        onKeyDown={onKey}
        onBlur={(event) => {
          onBlur?.(event)
          close()
        }}
      />
      {isOpen && (
        <div id={id} role="listbox" aria-label="Suggestions" className={styles.list}>
          {options.map((option, at) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus and takes the keys
            <div
              key={`${option.href} ${option.label}`}
              id={`${id}-${at}`}
              role="option"
              tabIndex={-1}
              aria-selected={at === active}
              // The field keeps the focus, or the list would be gone before the click.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => open(option)}
            >
              <span>{option.label}</span>
              {option.note && <span className={styles.note}>{option.note}</span>}
            </div>
          ))}
        </div>
      )}
      {suggest && (
        <span role="status" className="only-read">
          {isOpen ? `${options.length} ${options.length === 1 ? 'suggestion' : 'suggestions'}` : ''}
        </span>
      )}
    </>
  )
}
