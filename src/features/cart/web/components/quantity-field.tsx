import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { IconMinus, IconPlus } from '#ui/icons.tsx'
import { STEPS_BY } from '#ui/page/early-clicks.ts'
import { MAX_QUANTITY, toQuantity, typedQuantity } from '../../rules/cart.ts'
import styles from './quantity-field.module.css'

type QuantityFieldProps = {
  value: number
  /** Called with whole numbers from 1 to 9999, and with 0 if that is allowed. */
  onChange: (quantity: number) => void
  /** What it is the quantity of, for screen readers. */
  label: string
  /** 0 may be typed where it removes the item (CRT-007); stepping ends at 1. */
  min?: 0 | 1
  size?: 'md' | 'lg'
}

/** A quantity to type or to step; what is not numeric becomes 1 when the field is left (CRT-005 to CRT-007). */
export function QuantityField({ value, onChange, label, min = 1, size = 'md' }: QuantityFieldProps) {
  const [typed, setTyped] = useState<string | null>(null)
  // A value that comes from elsewhere takes the place of what was typed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the value changes, whatever it is
  useEffect(() => setTyped(null), [value])
  const type = (text: string) => {
    setTyped(text)
    const quantity = typedQuantity(text, min)
    if (text !== '' && String(quantity) === text && quantity !== value) onChange(quantity)
  }
  // What was typed or stepped to in the server's page before its script was there counts as well (UIX-033).
  const input = useRef<HTMLInputElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only while the page is taken over
  useLayoutEffect(() => {
    const shown = input.current?.value ?? ''
    if (shown !== String(value)) type(shown)
  }, [])
  const leave = () => {
    if (typed === null) return
    const quantity = typedQuantity(typed, min)
    setTyped(null)
    if (quantity !== value) onChange(quantity)
  }
  const step = (by: number) => {
    const quantity = Math.min(MAX_QUANTITY, Math.max(1, toQuantity(typed ?? value, 1) + by))
    setTyped(null)
    if (quantity !== value) onChange(quantity)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would want a legend in view
    <div role="group" aria-label={label} className={`${styles.box} ${size === 'lg' ? styles.large : ''}`}>
      <button
        type="button"
        aria-label="One less"
        disabled={value <= 1}
        onClick={() => step(-1)}
        {...{ [STEPS_BY]: -1 }}
      >
        <IconMinus size={16} />
      </button>
      <input
        ref={input}
        type="number"
        inputMode="numeric"
        aria-label="Quantity"
        min={min}
        max={MAX_QUANTITY}
        step={1}
        value={typed ?? value}
        onChange={(event) => type(event.target.value)}
        onBlur={leave}
        onKeyDown={(event) => {
          if (event.key === 'Enter') leave()
        }}
      />
      <button
        type="button"
        aria-label="One more"
        disabled={value >= MAX_QUANTITY}
        onClick={() => step(1)}
        {...{ [STEPS_BY]: 1 }}
      >
        <IconPlus size={16} />
      </button>
    </div>
  )
}
