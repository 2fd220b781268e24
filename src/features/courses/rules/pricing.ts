import { errorText, type FieldErrors } from '#kernel/errors.ts'

/** A tier as saved: from this quantity on, one costs this many cents. */
export type TierInput = { from: number; price_cents: number }

/** The largest price of one course, in cents; with the largest quantity it stays exact. */
export const MAX_PRICE_CENTS = 99_999_999
export const MAX_FROM = 1_000_000

/** True for a decimal with at most two places, whatever its binary form (API-008). */
export const hasTwoPlaces = (amount: number): boolean => Number.isFinite(amount) && Number(amount.toFixed(2)) === amount

/**
 * The errors of a set of tiers, by field such as `course_pricings.1.from`, empty if there are none (BLD-020): each
 * `from` is a whole number of at least 1 and greater than the previous one, so none repeats; prices are at least 0.
 */
export const checkTiers = (tiers: readonly TierInput[]): FieldErrors => {
  const errors: FieldErrors = {}
  let least = 1
  tiers.forEach(({ from, price_cents: price }, index) => {
    const at = `course_pricings.${index}`
    if (!Number.isSafeInteger(from)) errors[`${at}.from`] = [errorText('not_integer')]
    else if (from < least) errors[`${at}.from`] = [errorText('min_value', { min: least })]
    else if (from > MAX_FROM) errors[`${at}.from`] = [errorText('max_value', { max: MAX_FROM })]
    if (Number.isSafeInteger(from)) least = Math.max(least, from + 1)

    if (!Number.isSafeInteger(price)) errors[`${at}.price`] = [errorText('not_decimal')]
    else if (price < 0) errors[`${at}.price`] = [errorText('min_value', { min: 0 })]
    else if (price > MAX_PRICE_CENTS) errors[`${at}.price`] = [errorText('max_value', { max: MAX_PRICE_CENTS / 100 })]
  })
  return errors
}
