export const PHONE_FORMAT = '+1-###-###-####'

/** A phone number as people read it: 10 digits in the format, any other as entered (VAL-030, VAL-031). */
export function formatPhone(value: string | null | undefined, format: string = PHONE_FORMAT): string {
  const entered = (value ?? '').trim()
  if (/[^\d\s().+-]/.test(entered)) return entered
  const digits = entered.replace(/\D/g, '')
  const national = entered.startsWith('+') || digits.length === 11 ? digits.replace(/^1(?=\d{10}$)/, '') : digits
  const isNational = national.length === 10 && (!entered.startsWith('+') || digits.length === 11)
  if (!isNational) return entered
  let next = 0
  return format.replace(/#/g, () => national.charAt(next++))
}
