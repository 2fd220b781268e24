import { isPhone } from '../phone.ts'

/** Toll-free and premium numbers of the North American plan, which take no text messages of this kind. */
const NO_MOBILE = /^\+1(?:8(?:00|33|44|55|66|77|88)|900)/

/**
 * A phone number in its one form (E.164), such as +12125550147; a number without a country code is one of the USA. Null for what
 * is no phone number, has an extension, or can take no text message.
 */
export const canonicalMobile = (typed: string): string | null => {
  const value = typed.normalize('NFKC').trim()
  if (value.length > 40 || /[a-z#]/i.test(value) || !isPhone(value)) return null
  const digits = value.replace(/\D/g, '')
  const isForeign = value.startsWith('+') || digits.startsWith('00')
  const number = isForeign ? `+${digits.replace(/^00/, '')}` : `+1${digits.replace(/^1(?=\d{10}$)/, '')}`
  return NO_MOBILE.test(number) ? null : number
}

export const MOBILE_PROBLEM = 'Please enter a mobile number, such as (212) 555-0147 or +44 7700 900123.'

/** How people read a number in E.164. */
export const mobileWords = (number: string): string => number.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '($1) $2-$3')

/** A number for those who are to recognize it and nobody else. */
export const maskedMobile = (number: string): string => `••• ${mobileWords(number).slice(-4)}`
