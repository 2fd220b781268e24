import { Select, TextInput, type TextInputProps } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { dayOf } from '#kernel/format/day.ts'
import { DEBOUNCE, useDebounced } from '../../hooks/use-debounced.ts'
import { useNow } from '../../hooks/use-now.ts'
import { useSession } from '../../page/page-context.ts'
import styles from './list-screen.module.css'
import { withFilters } from './list-state.ts'
import type { PeriodFilter as Filter } from './list-types.ts'
import { type Days, periodsOf } from './periods.ts'
import type { ListAddress } from './use-list-state.ts'

const OTHER = 'other'

type PeriodFilterProps = { address: ListAddress; filter: Filter; hasLabels: boolean }

/** Narrows a list to a month, quarter or year, or to days that are typed; the address holds the two days. */
export function PeriodFilter({ address: { state, change }, filter, hasLabels }: PeriodFilterProps) {
  const { label, from, to } = filter
  const { portal } = useSession()
  const days: Days = { from: state.filters[from] ?? '', to: state.filters[to] ?? '' }
  const [isTyping, setTyping] = useState(false)
  const periods = periodsOf(dayOf(useNow(), portal.setting.time_zone))
  const known = periods.find((period) => period.from === days.from && period.to === days.to)
  const isOther = isTyping || (!known && (days.from !== '' || days.to !== ''))
  const set = (next: Days) => change(withFilters(state, { [from]: next.from, [to]: next.to }))
  const choose = (value: string | null) => {
    setTyping(value === OTHER)
    if (value !== OTHER) set(periods.find((period) => period.value === value) ?? { from: '', to: '' })
  }
  const nameOf = (end: string) =>
    hasLabels ? { label: end } : { 'aria-label': `${label}, ${end.toLowerCase()}`, className: styles.day }
  return (
    <>
      <Select
        className={hasLabels ? undefined : styles.filter}
        label={hasLabels ? label : undefined}
        aria-label={hasLabels ? undefined : label}
        placeholder={hasLabels ? 'All' : label}
        data={[...periods, { value: OTHER, label: 'Other days' }].map(({ value, label }) => ({ value, label }))}
        value={isOther ? OTHER : (known?.value ?? null)}
        onChange={choose}
        clearable
      />
      {isOther && (
        <div className={styles.days}>
          <DayInput {...nameOf('From')} day={days.from} max={days.to} onDay={(day) => set({ ...days, from: day })} />
          <DayInput {...nameOf('To')} day={days.to} min={days.from} onDay={(day) => set({ ...days, to: day })} />
        </div>
      )}
    </>
  )
}

type DayInputProps = TextInputProps & { day: string; onDay: (day: string) => void }

/** A day, `YYYY-MM-DD` or empty; reported after a pause, because the browser takes each digit of a year for a year. */
function DayInput({ day, onDay, ...rest }: DayInputProps) {
  const [text, setText] = useState(day)
  const sent = useRef(day)
  const send = useDebounced((next: string) => {
    sent.current = next
    onDay(next)
  }, DEBOUNCE.query)
  // The days of the address can change by other ways as well: the way back, a cleared list.
  useEffect(() => {
    if (day === sent.current) return
    sent.current = day
    setText(day)
  }, [day])
  return (
    <TextInput
      type="date"
      {...rest}
      value={text}
      onChange={(event) => {
        const { value } = event.currentTarget
        setText(value)
        if (value === '' || value >= '1900') send.call(value)
      }}
      // A drawer that is closed takes the field with it.
      onBlur={send.flush}
    />
  )
}
