const usd = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/** A decimal amount in USD, written like $1,234.50 (UIX-021). */
export function formatMoney(amount: number): string {
  return usd.format(amount === 0 ? 0 : amount)
}

/** An amount in integer cents, written like `formatMoney`. */
export function formatCents(cents: number): string {
  return formatMoney(cents / 100)
}

/** A number that people work with, in full: 1,500 (UIX-023). */
export function formatNumber(value: number): string {
  return value.toLocaleString('en-US')
}

const COUNT_UNITS = ['', 'K', 'M', 'B']

/** A count: whole below 1,000, from there with K, M or B at 3 to 5 significant digits (UIX-022, UIX-023). */
export function formatCount(count: number): string {
  const whole = Math.round(count)
  const sign = whole < 0 ? '-' : ''
  let value = Math.abs(whole)
  if (value < 1000) return `${sign}${value}`
  let unit = 0
  while (unit < COUNT_UNITS.length - 1 && Number(value.toPrecision(5)) >= 1000) {
    value /= 1000
    unit += 1
  }
  const digits = value.toLocaleString('en-US', {
    minimumSignificantDigits: 3,
    maximumSignificantDigits: 5,
    useGrouping: false,
  })
  return `${sign}${digits}${COUNT_UNITS[unit]}`
}
