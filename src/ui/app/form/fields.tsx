import {
  Autocomplete,
  type AutocompleteProps,
  Checkbox,
  type CheckboxProps,
  ColorInput,
  type ColorInputProps,
  MultiSelect,
  type MultiSelectProps,
  NumberInput,
  type NumberInputProps,
  PasswordInput,
  type PasswordInputProps,
  Select,
  type SelectProps,
  Switch,
  type SwitchProps,
  TagsInput,
  type TagsInputProps,
  Textarea,
  type TextareaProps,
  TextInput,
  type TextInputProps,
} from '@mantine/core'
import { useState } from 'react'
import { clockIn, momentIn } from '#kernel/format/day.ts'
import { useFormWiring } from './form-context.ts'

/** `name` is the path of the field in the form's values, such as `title` or `prices.0.from`. */
type FieldProps<Props> = Omit<Props, 'name' | 'value' | 'onChange' | 'checked' | 'form'> & { name: string }

/** What ties a field to its form; `readOnly` keeps it readable and in the order of Tab. */
const useWiring = (name: string, type?: 'checkbox') => {
  const { form, isReadOnly } = useFormWiring()
  return { ...form.getInputProps(name, type && { type }), name, 'data-path': name, readOnly: isReadOnly }
}

/** Controls without a read-only state are switched off instead. */
const useSwitchable = (name: string, type?: 'checkbox') => {
  const { readOnly, ...wiring } = useWiring(name, type)
  return { ...wiring, disabled: readOnly }
}

export const TextField = ({ name, ...rest }: FieldProps<TextInputProps>) => <TextInput {...useWiring(name)} {...rest} />

export const TextAreaField = ({ name, ...rest }: FieldProps<TextareaProps>) => (
  <Textarea autosize minRows={3} maxRows={12} {...useWiring(name)} {...rest} />
)

export const PasswordField = ({ name, ...rest }: FieldProps<PasswordInputProps>) => (
  <PasswordInput {...useWiring(name)} {...rest} />
)

/** While "12.5" may yet become "12.50" the field shows what was typed, and the form has its number already: it can be sent at any moment. */
const useNumber = (name: string) => {
  const { value, onChange, ...wiring } = useWiring(name)
  const [typed, setTyped] = useState('')
  return {
    ...wiring,
    value: typed !== '' && Number(typed) === value ? typed : value,
    onChange: (next: number | string) => {
      const isText = typeof next === 'string' && next !== '' && Number.isFinite(Number(next))
      const nextValue = isText ? Number(next) : next
      setTyped(isText ? next : '')
      // The field writes its number again when it loses the focus, which must not take away what is said about it.
      if (nextValue !== value) onChange(nextValue)
    },
  }
}

/** A number; an emptied field holds an empty text, which the form leaves out or clears. */
export const NumberField = ({ name, ...rest }: FieldProps<NumberInputProps>) => (
  <NumberInput {...useNumber(name)} {...rest} />
)

/** An amount in USD as a decimal with two places. */
export const MoneyField = ({ name, ...rest }: FieldProps<NumberInputProps>) => (
  <NumberInput prefix="$" decimalScale={2} fixedDecimalScale thousandSeparator min={0} {...useNumber(name)} {...rest} />
)

// A list opens on a click, on typing or on an arrow key, not when it gets the focus: in a dialog that starts with such
// a field, the first Escape would close only the list.
export const SelectField = ({ name, ...rest }: FieldProps<SelectProps>) => {
  const wiring = useSwitchable(name)
  // An empty text is no choice, and offers nothing to clear.
  return <Select openOnFocus={false} {...wiring} value={wiring.value === '' ? null : wiring.value} {...rest} />
}

/** A choice whose values are numbers, such as ids. */
export const IdSelectField = ({
  name,
  data,
  ...rest
}: Omit<FieldProps<SelectProps>, 'data'> & { data: readonly { value: number; label: string }[] }) => {
  const { value, onChange, ...wiring } = useSwitchable(name)
  return (
    <Select
      openOnFocus={false}
      data={data.map((option) => ({ ...option, value: String(option.value) }))}
      value={typeof value === 'number' ? String(value) : null}
      onChange={(next) => onChange(next === null ? null : Number(next))}
      {...wiring}
      {...rest}
    />
  )
}

export const MultiSelectField = ({ name, ...rest }: FieldProps<MultiSelectProps>) => (
  <MultiSelect openOnFocus={false} {...useSwitchable(name)} {...rest} />
)

/** A list of texts, each set off by Enter or a comma (VAL-026). */
export const TagsField = ({ name, ...rest }: FieldProps<TagsInputProps>) => (
  <TagsInput openOnFocus={false} splitChars={[',', ';', ' ', '\n']} {...useSwitchable(name)} {...rest} />
)

/** A text with what was typed before to choose from. */
export const AutocompleteField = ({ name, ...rest }: FieldProps<AutocompleteProps>) => (
  <Autocomplete openOnFocus={false} {...useSwitchable(name)} {...rest} />
)

/** Several choices whose values are numbers, such as ids, in the order in which they were made. */
export const IdMultiSelectField = ({
  name,
  data,
  ...rest
}: Omit<FieldProps<MultiSelectProps>, 'data'> & { data: readonly { value: number; label: string }[] }) => {
  const { value, onChange, ...wiring } = useSwitchable(name)
  const chosen = (value as readonly number[]).map(String)
  const options = data.map((option) => ({ ...option, value: String(option.value) }))
  // Until the options are there, what is chosen has no name yet, and its id would tell nobody anything.
  const unnamed = chosen.filter((id) => !options.some((option) => option.value === id))
  return (
    <MultiSelect
      openOnFocus={false}
      data={[...options, ...unnamed.map((id) => ({ value: id, label: '…' }))]}
      value={chosen}
      onChange={(next) => onChange(next.map(Number))}
      {...wiring}
      {...rest}
    />
  )
}

export const CheckboxField = ({ name, ...rest }: FieldProps<CheckboxProps>) => (
  <Checkbox {...useSwitchable(name, 'checkbox')} {...rest} />
)

export const SwitchField = ({ name, ...rest }: FieldProps<SwitchProps>) => (
  <Switch {...useSwitchable(name, 'checkbox')} {...rest} />
)

/** A color of a portal (VAL-027). Its picker is for the pointer alone; by keyboard the color is typed. */
export const ColorField = ({ name, ...rest }: FieldProps<ColorInputProps>) => (
  <ColorInput
    format="hex"
    attributes={{ saturation: { 'aria-hidden': true }, body: { 'aria-hidden': true } }}
    eyeDropperButtonProps={{ 'aria-label': 'Take a color from the screen' }}
    {...useWiring(name)}
    {...rest}
  />
)

/** A day, held as `YYYY-MM-DD`. */
export const DateField = ({ name, ...rest }: FieldProps<TextInputProps>) => (
  <TextInput type="date" {...useWiring(name)} {...rest} />
)

const two = (value: number) => String(value).padStart(2, '0')

/** The moment of an ISO text as the browser's field for local times wants it, and back. */
export const toLocalInput = (iso: string): string => {
  const date = new Date(iso)
  if (Number.isNaN(date.getTime())) return ''
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`
}
export const fromLocalInput = (local: string): string => {
  const date = new Date(local)
  return Number.isNaN(date.getTime()) ? '' : date.toISOString()
}

/** A moment, held as ISO text in UTC, entered in the time zone of the browser (UIX-020). */
export const MomentField = ({ name, ...rest }: FieldProps<TextInputProps>) => {
  const { value, onChange, ...wiring } = useWiring(name)
  return (
    <TextInput
      type="datetime-local"
      value={value ? toLocalInput(String(value)) : ''}
      onChange={(event) => onChange(fromLocalInput(event.currentTarget.value))}
      {...wiring}
      {...rest}
    />
  )
}

/** A moment, held as ISO text in UTC, entered by the clocks of the given time zone (PRT-078). */
export const ZonedMomentField = ({ name, zone, ...rest }: FieldProps<TextInputProps> & { zone: string }) => {
  const { value, onChange, ...wiring } = useWiring(name)
  return (
    <TextInput
      type="datetime-local"
      value={value ? clockIn(String(value), zone) : ''}
      onChange={({ currentTarget: { value: clock } }) => onChange(clock && momentIn(clock, zone).toISOString())}
      {...wiring}
      {...rest}
    />
  )
}
