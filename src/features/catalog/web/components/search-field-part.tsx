import { type FormEvent, useEffect, useRef, useState } from 'react'
import { DEBOUNCE, useDebounced } from '#ui/hooks/use-debounced.ts'
import { useTypedBefore } from '#ui/hooks/use-typed-before.ts'
import { IconSearch } from '#ui/icons.tsx'
import { type Suggest, SuggestInput } from '#ui/public/site/suggest-input-part.tsx'
import styles from './search-field.module.css'

type SearchFieldProps = {
  value: string
  /** `isTyping` while more may follow. */
  onSearch: (words: string, isTyping: boolean) => void
  suggest?: Suggest
}

/** Searches while one types, after a pause, and at once with Enter (UIX-001). */
export function SearchField({ value, onSearch, suggest }: SearchFieldProps) {
  const [words, setWords] = useState(value)
  const sent = useRef(value)
  const box = useRef<HTMLElement>(null)
  useTypedBefore(box)
  const search = (text: string, isTyping: boolean) => {
    sent.current = text.trim()
    onSearch(text, isTyping)
  }
  const later = useDebounced((text: string) => search(text, true), DEBOUNCE.query)
  // A search from elsewhere, such as the back button, replaces the text in the field.
  useEffect(() => {
    if (value === sent.current) return
    sent.current = value
    setWords(value)
  }, [value])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    later.cancel()
    search(words, false)
  }
  return (
    <search ref={box}>
      <form className={styles.form} onSubmit={submit}>
        <IconSearch size={20} />
        <SuggestInput
          suggest={suggest}
          // The search that was to follow would overtake the way to the page.
          onTake={later.cancel}
          name="search"
          aria-label="Search the courses"
          placeholder="What do you want to learn?"
          enterKeyHint="search"
          value={words}
          onChange={(event) => {
            setWords(event.target.value)
            later.call(event.target.value)
          }}
        />
      </form>
    </search>
  )
}
