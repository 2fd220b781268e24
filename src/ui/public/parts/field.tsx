import {
  createContext,
  type InputHTMLAttributes,
  type ReactNode,
  type Ref,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useContext,
  useId,
} from 'react'
import { cx } from '../../cx.ts'
import { IconAlertCircle, IconChevronDown } from '../../icons.tsx'
import styles from './field.module.css'

type Wiring = { id: string; describedBy?: string; isInvalid: boolean; isRequired: boolean }
const FieldContext = createContext<Wiring | null>(null)

const wiringProps = (wiring: Wiring | null) =>
  wiring
    ? {
        id: wiring.id,
        'aria-describedby': wiring.describedBy,
        'aria-invalid': wiring.isInvalid || undefined,
        'aria-required': wiring.isRequired || undefined,
      }
    : {}

type Texts = { hint?: ReactNode; error?: ReactNode; isRequired?: boolean }

const useWiring = ({ hint, error, isRequired = false }: Texts): Wiring => {
  const id = useId()
  const described = cx(hint ? `${id}-hint` : null, error ? `${id}-error` : null)
  return { id, describedBy: described || undefined, isInvalid: Boolean(error), isRequired }
}

const Needed = () => (
  <span className={styles.needed} aria-hidden="true">
    {' *'}
  </span>
)

function Notes({ id, hint, error }: { id: string } & Texts) {
  return (
    <>
      {hint && (
        <div id={`${id}-hint`} className={styles.hint}>
          {hint}
        </div>
      )}
      {error && (
        <div id={`${id}-error`} className={styles.error}>
          <IconAlertCircle size={16} />
          <span>{error}</span>
        </div>
      )}
    </>
  )
}

/** Label, hint and error around one Input, Select or Textarea; the three are tied together for screen readers. */
export function Field({
  label,
  children,
  className,
  ...texts
}: Texts & { label: ReactNode; children: ReactNode; className?: string }) {
  const wiring = useWiring(texts)
  return (
    <div className={cx(styles.field, className)}>
      <label className={styles.label} htmlFor={wiring.id}>
        {label}
        {texts.isRequired && <Needed />}
      </label>
      <FieldContext value={wiring}>{children}</FieldContext>
      <Notes id={wiring.id} {...texts} />
    </div>
  )
}

export function Input({ className, ...rest }: InputHTMLAttributes<HTMLInputElement> & { ref?: Ref<HTMLInputElement> }) {
  return (
    <input type="text" className={cx(styles.input, className)} {...wiringProps(useContext(FieldContext))} {...rest} />
  )
}

export function Textarea({
  className,
  ...rest
}: TextareaHTMLAttributes<HTMLTextAreaElement> & { ref?: Ref<HTMLTextAreaElement> }) {
  return <textarea className={cx(styles.input, className)} {...wiringProps(useContext(FieldContext))} {...rest} />
}

export type Option = { value: string; label: string; isDisabled?: boolean }

type SelectProps = SelectHTMLAttributes<HTMLSelectElement> & {
  options: readonly Option[]
  /** Text of the empty choice; without it there is none. */
  placeholder?: string
  ref?: Ref<HTMLSelectElement>
}

export function Select({ options, placeholder, className, ...rest }: SelectProps) {
  return (
    <div className={styles.selectBox}>
      <select className={cx(styles.input, className)} {...wiringProps(useContext(FieldContext))} {...rest}>
        {placeholder !== undefined && <option value="">{placeholder}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.isDisabled}>
            {option.label}
          </option>
        ))}
      </select>
      <IconChevronDown size={18} />
    </div>
  )
}

type BoxProps = Texts &
  Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> & { label: ReactNode; ref?: Ref<HTMLInputElement> }

function Box({ label, hint, error, isRequired, className, type, ...rest }: BoxProps & { type: 'checkbox' | 'radio' }) {
  const wiring = useWiring({ hint, error, isRequired })
  return (
    <div className={cx(styles.check, className)}>
      <input type={type} className={styles.box} {...wiringProps(wiring)} {...rest} />
      <label htmlFor={wiring.id}>
        {label}
        {isRequired && <Needed />}
      </label>
      <Notes id={wiring.id} hint={hint} error={error} />
    </div>
  )
}

/** A checkbox without a visible label, as in the first column of a list; it needs an `aria-label`. */
export function BareCheckbox({
  className,
  ...rest
}: Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> & { ref?: Ref<HTMLInputElement> }) {
  return <input type="checkbox" className={cx(styles.box, styles.bare, className)} {...rest} />
}

export function Checkbox(props: BoxProps) {
  return <Box type="checkbox" {...props} />
}

type RadioGroupProps = Texts & {
  legend: ReactNode
  name: string
  options: readonly (Option & { hint?: ReactNode })[]
  value?: string
  defaultValue?: string
  onChange?: (value: string) => void
}

/** One of several choices, all of them in view. */
export function RadioGroup({ legend, name, options, value, defaultValue, onChange, ...texts }: RadioGroupProps) {
  const wiring = useWiring(texts)
  return (
    <fieldset className={styles.radios} aria-describedby={wiring.describedBy}>
      <legend className={styles.label}>
        {legend}
        {texts.isRequired && <Needed />}
      </legend>
      {options.map((option) => (
        <Box
          key={option.value}
          type="radio"
          name={name}
          value={option.value}
          label={option.label}
          hint={option.hint}
          disabled={option.isDisabled}
          required={texts.isRequired}
          checked={value === undefined ? undefined : value === option.value}
          defaultChecked={defaultValue === undefined ? undefined : defaultValue === option.value}
          onChange={onChange && (() => onChange(option.value))}
        />
      ))}
      <Notes id={wiring.id} {...texts} />
    </fieldset>
  )
}
