import { useRouter } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { DEBOUNCE, useDebounced } from '../../hooks/use-debounced.ts'
import { IconArrowRight } from '../../icons.tsx'
import { Dialog } from '../../public/dialogs/dialog.tsx'
import { type SearchHit, searchHits } from '../navigation.ts'
import styles from './quick-search.module.css'
import { keepRecent, recentHits, withScreen } from './recent-hits.ts'

type QuickSearchProps = {
  isOpen: boolean
  onClose: () => void
  screens: readonly SearchHit[]
  /** Whose recent ones are offered first. */
  person: string
  /** Finds records; its hits follow the screens. A newer search aborts the older one. */
  findRecords?: (words: string, signal: AbortSignal) => Promise<readonly SearchHit[]>
}

/** Ctrl+K, on a Mac Cmd+K, from anywhere. */
export const useSearchKey = (open: () => void) => {
  const newest = useRef(open)
  useEffect(() => {
    newest.current = open
  })
  // At once with the page: a press in its first moment would open the browser's own search.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEventInit & Event) => {
      if (event.key?.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey)
        return
      event.preventDefault()
      newest.current()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
}

/** A box that leads to any screen or record by a few letters. */
export function QuickSearch({ isOpen, onClose, ...rest }: QuickSearchProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Go to" size="lg">
      <SearchPanel onClose={onClose} {...rest} />
    </Dialog>
  )
}

function SearchPanel({ onClose, screens, person, findRecords }: Omit<QuickSearchProps, 'isOpen'>) {
  const id = useId()
  const router = useRouter()
  const [words, setWords] = useState('')
  const [at, setAt] = useState(0)
  const records = useRecords(findRecords)
  const [recent] = useState(() => recentHits(person))
  const hits = useMemo(() => {
    const kept = searchHits(
      recent.map((hit) => withScreen(hit, screens)),
      words,
    ).slice(0, words.trim() ? 3 : 6)
    const isNew = ({ href }: SearchHit) => !kept.some((hit) => hit.href === href)
    return [...kept, ...[...searchHits(screens, words), ...records.hits].filter(isNew)]
  }, [screens, recent, words, records.hits])
  const go = (hit: SearchHit | undefined) => {
    if (!hit) return
    keepRecent(person, hit)
    onClose()
    void router.navigate({ href: hit.href })
  }
  const move = (next: number) => {
    setAt(next)
    document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: 'nearest' })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') move((at + 1) % Math.max(1, hits.length))
    else if (event.key === 'ArrowUp') move((at - 1 + hits.length) % Math.max(1, hits.length))
    else if (event.key === 'Enter') go(hits[at])
    else return
    event.preventDefault()
  }
  return (
    <>
      <input
        className={styles.input}
        type="text"
        role="combobox"
        aria-expanded={hits.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={hits[at] ? `${id}-${at}` : undefined}
        aria-autocomplete="list"
        aria-label="Screens and records"
        placeholder="Type a few letters"
        autoComplete="off"
        spellCheck={false}
        value={words}
        onChange={(event) => {
          setWords(event.currentTarget.value)
          setAt(0)
          records.find(event.currentTarget.value)
        }}
        onKeyDown={onKeyDown}
      />
      <div className={styles.list}>
        <div id={`${id}-list`} role="listbox" aria-label="Results" hidden={hits.length === 0}>
          {hits.map((hit, index) => (
            <Hit
              key={`${hit.group} ${hit.href}`}
              id={`${id}-${index}`}
              hit={hit}
              isFirst={hit.group !== hits[index - 1]?.group}
              isOn={index === at}
              onPoint={() => setAt(index)}
              onGo={() => go(hit)}
            />
          ))}
        </div>
        {hits.length === 0 && (
          <div className={styles.nothing}>
            {records.isSearching
              ? 'Searching…'
              : records.hasFailed
                ? 'The search did not answer. Try again.'
                : 'Nothing found'}
          </div>
        )}
      </div>
      <span role="status" className="only-read">
        {words && !records.isSearching ? `${hits.length} found` : ''}
      </span>
    </>
  )
}

type HitProps = { id: string; hit: SearchHit; isFirst: boolean; isOn: boolean; onPoint: () => void; onGo: () => void }

function Hit({ id, hit, isFirst, isOn, onPoint, onGo }: HitProps) {
  const Drawing = hit.icon ?? IconArrowRight
  return (
    <>
      {isFirst && (
        <div className={styles.group} role="presentation">
          {hit.group}
        </div>
      )}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the keys are handled in the box, which keeps the focus */}
      <div id={id} role="option" aria-selected={isOn} className={styles.hit} onPointerMove={onPoint} onClick={onGo}>
        <Drawing size={18} />
        {hit.label}
        {hit.text && <span className={styles.more}>{hit.text}</span>}
      </div>
    </>
  )
}

/** Records for the words typed last; searches for earlier words are ended. */
const useRecords = (findRecords: QuickSearchProps['findRecords']) => {
  const [hits, setHits] = useState<readonly SearchHit[]>([])
  const [state, setState] = useState<'idle' | 'searching' | 'failed'>('idle')
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])
  const search = useDebounced(
    async (words: string) => {
      running.current?.abort()
      if (words.trim().length < 2 || !findRecords) {
        setHits([])
        setState('idle')
        return
      }
      const mine = new AbortController()
      running.current = mine
      try {
        const records = await findRecords(words.trim(), mine.signal)
        if (mine.signal.aborted) return
        setHits(records)
        setState('idle')
      } catch {
        if (mine.signal.aborted) return
        setHits([])
        setState('failed')
      }
    },
    DEBOUNCE.general,
    DEBOUNCE.general_most,
  )
  const find = (words: string) => {
    if (words.trim().length > 1 && findRecords) setState('searching')
    search.call(words)
  }
  return { hits, find, isSearching: state === 'searching', hasFailed: state === 'failed' }
}
