/** What is sent with a course or a bundle, and whether somebody signs for it (SHP-001, SHP-002). */
export const SHIPPING_OPTIONS = ['none', 'delivery', 'signature', 'adult_signature'] as const
export type ShippingOption = (typeof SHIPPING_OPTIONS)[number]
export type SentOption = Exclude<ShippingOption, 'none'>

/** The proof of delivery that the service is asked for; null without a signature. */
export const confirmationOf = (option: SentOption): 'signature' | 'adult_signature' | null =>
  option === 'delivery' ? null : option

/** What is wanted of several things that travel together: the strictest proof of delivery. */
export const strictest = (options: readonly SentOption[]): SentOption =>
  options.toSorted((one, other) => SHIPPING_OPTIONS.indexOf(other) - SHIPPING_OPTIONS.indexOf(one))[0] ?? 'delivery'
