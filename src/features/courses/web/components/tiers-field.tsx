import { useId, useRef } from 'react'
import { MoneyField, NumberField } from '#ui/app/form/fields.tsx'
import { useField } from '#ui/app/form/form-context.ts'
import { IconPlus, IconX } from '#ui/icons.tsx'
import { Button, IconButton } from '#ui/public/parts/button.tsx'
import styles from '../courses.module.css'

/** A row of the price list while it is edited; an emptied field holds an empty text. */
export type EditedTier = { key: string; from: number | ''; price: number | '' }

const MOST_TIERS = 50

/** The price list of a course as a table: from how many seats on, and what each costs then (BLD-020). */
export function TiersField() {
  const id = useId()
  const { value: tiers, onChange, error, isReadOnly } = useField<EditedTier[]>('course_pricings')
  const box = useRef<HTMLDivElement>(null)
  const added = useRef(0)
  const focusRow = (index: number) =>
    // The field of a new row is on the page only after it was drawn.
    requestAnimationFrame(() => {
      const path = index < 0 ? 'button' : `[data-path="course_pricings.${index}.${index === 0 ? 'price' : 'from'}"]`
      box.current?.querySelector<HTMLElement>(path)?.focus()
    })
  const add = () => {
    added.current += 1
    const last = tiers.at(-1)
    const from = last ? (Number(last.from) || 0) + 1 : 1
    onChange([...tiers, { key: `added-${added.current}`, from, price: '' }])
    focusRow(tiers.length)
  }
  const remove = (index: number) => {
    onChange(tiers.filter((_, at) => at !== index))
    focusRow(Math.min(index, tiers.length - 2))
  }
  return (
    <div ref={box} data-path="course_pricings" aria-describedby={error ? `${id}-error` : undefined}>
      {tiers.length > 0 && (
        <table className={styles.tiers}>
          <caption className="only-read">Price list</caption>
          <thead>
            <tr>
              <th scope="col">From this many seats</th>
              <th scope="col">Price each</th>
              {!isReadOnly && (
                <th scope="col">
                  <span className="only-read">Remove</span>
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {tiers.map((tier, index) => (
              <tr key={tier.key}>
                <td>
                  <NumberField
                    name={`course_pricings.${index}.from`}
                    aria-label={`Row ${index + 1}: from this many seats`}
                    min={1}
                    allowDecimal={false}
                    hideControls
                    clampBehavior="none"
                  />
                </td>
                <td>
                  <MoneyField
                    name={`course_pricings.${index}.price`}
                    aria-label={`Row ${index + 1}: price each`}
                    hideControls
                    clampBehavior="none"
                  />
                </td>
                {!isReadOnly && (
                  <td>
                    <IconButton
                      icon={IconX}
                      size="sm"
                      label={`Remove row ${index + 1}`}
                      onClick={() => remove(index)}
                    />
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {tiers.length === 0 && (
        <p className={styles.hint}>No price yet. Add one to sell the course; $0.00 makes it free.</p>
      )}
      <div id={`${id}-error`} role="status" className={styles.error}>
        {error}
      </div>
      {!isReadOnly && tiers.length < MOST_TIERS && (
        <Button variant="outline" size="sm" icon={IconPlus} onClick={add}>
          {tiers.length === 0 ? 'Add a price' : 'Add a quantity price'}
        </Button>
      )}
    </div>
  )
}
