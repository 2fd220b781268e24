import { useRef, useState } from 'react'
import { foldText } from '#kernel/fold.ts'
import { formatCount } from '#kernel/format.ts'
import { useTypedBefore } from '#ui/hooks/use-typed-before.ts'
import { IconChevronDown, IconSearch } from '#ui/icons.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import { Checkbox } from '#ui/public/parts/field.tsx'
import { type CatalogState, COURSE_FILTERS, type FilterName, withToggled } from '../../rules/address.ts'
import type { Facets } from '../facets.ts'
import styles from './filter-panel.module.css'

/** This many values of a filter are shown before the rest is asked for. */
const FIRST = 8

type FilterPanelProps = {
  facets: Facets
  /** The filters whose values have at least this many courses. */
  capped: readonly FilterName[]
  state: CatalogState
  onChange: (state: CatalogState) => void
}

/** The filters of the course list (CAT-012); a filter without values is left out. */
export function FilterPanel({ facets, capped, state, onChange }: FilterPanelProps) {
  const groups = COURSE_FILTERS.filter(({ name }) => (facets[name]?.length ?? 0) > 0)
  const panel = useRef<HTMLDivElement>(null)
  useTypedBefore(panel)
  return (
    <div ref={panel} className={styles.panel}>
      {groups.map(({ name, title }, at) => (
        <FilterGroup
          key={name}
          title={title}
          options={facets[name] ?? []}
          chosen={state.filters[name] ?? []}
          isCapped={capped.includes(name)}
          isOpen={at < 2}
          onToggle={(value) => onChange(withToggled(state, name as FilterName, value))}
        />
      ))}
    </div>
  )
}

/** A value with the number of its courses; one that only courses beyond those counted have is shown without. */
function CountedValue({ label, count, isCapped }: { label: string; count: number; isCapped: boolean }) {
  return (
    <span className={styles.counted}>
      {label}
      {(count > 0 || !isCapped) && (
        <span className={styles.number}>
          {formatCount(count)}
          {isCapped && '+'}
          <span className="only-read">{count === 1 && !isCapped ? ' course' : ' courses'}</span>
        </span>
      )}
    </span>
  )
}

type FilterGroupProps = {
  title: string
  options: Facets[FilterName]
  chosen: readonly string[]
  isCapped: boolean
  isOpen: boolean
  onToggle: (value: string) => void
}

function FilterGroup({ title, options = [], chosen, isCapped, isOpen, onToggle }: FilterGroupProps) {
  const [isLong, setLong] = useState(false)
  const [words, setWords] = useState('')
  const fitting = options.filter(({ label }) => foldText(label).includes(foldText(words.trim())))
  // What is chosen stays in view, wherever in the list it stands.
  const shown = isLong ? fitting : options.filter(({ value }, at) => at < FIRST || chosen.includes(value))
  return (
    <details className={styles.group} open={isOpen || chosen.length > 0}>
      <summary>
        <span>{title}</span>
        {chosen.length > 0 && (
          <span className={styles.count}>
            {chosen.length}
            <span className="only-read"> chosen</span>
          </span>
        )}
        <IconChevronDown size={16} />
      </summary>
      {isLong && (
        <div className={styles.find}>
          <IconSearch size={16} />
          <input
            type="search"
            aria-label={`Find in ${title}`}
            placeholder="Find"
            value={words}
            onChange={(event) => setWords(event.target.value)}
          />
        </div>
      )}
      {/* biome-ignore lint/a11y/useSemanticElements: the summary above is its legend */}
      <div role="group" aria-label={title} className={styles.values}>
        {shown.map(({ value, label, count }) => (
          <Checkbox
            key={value}
            label={<CountedValue label={label} count={count} isCapped={isCapped} />}
            checked={chosen.includes(value)}
            onChange={() => onToggle(value)}
          />
        ))}
        {isLong && fitting.length === 0 && <p className={styles.none}>Nothing fits “{words}”.</p>}
      </div>
      {!isLong && options.length > shown.length && (
        <Button variant="ghost" size="sm" onClick={() => setLong(true)}>
          Show all {options.length}
        </Button>
      )}
    </details>
  )
}
