/** The first digit of the ZIP codes of each state, as the postal service assigns them. */
const REGIONS = [
  'CT MA ME NH NJ PR RI VT',
  'DE NY PA',
  'DC MD NC SC VA WV',
  'AL FL GA MS TN',
  'IN KY MI OH',
  'IA MN MT ND SD WI',
  'IL KS MO NE',
  'AR LA OK TX',
  'AZ CO ID NM NV UT WY',
  'AK CA HI OR WA',
].map((states) => new Set(states.split(' ')))

const SUFFIXES: Record<string, string> = {
  st: 'Street',
  ave: 'Avenue',
  av: 'Avenue',
  blvd: 'Boulevard',
  rd: 'Road',
  dr: 'Drive',
  ln: 'Lane',
  ct: 'Court',
  hwy: 'Highway',
  pkwy: 'Parkway',
}

export type PostalAddress = {
  addressLines?: string[]
  locality?: string
  administrativeArea?: string
  postalCode?: string
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
const tidy = (line: string) =>
  line
    .trim()
    .split(/\s+/)
    .map((word) => SUFFIXES[word.toLowerCase().replace(/\.$/, '')] ?? capital(word))
    .join(' ')

/**
 * Looks up an address: it exists if it has a house number and its ZIP code belongs to its state; the answer spells out the
 * words of its street.
 */
export const lookUp = ({
  addressLines = [],
  locality = '',
  administrativeArea = '',
  postalCode = '',
}: PostalAddress) => {
  const hasNumber = /^\d+[a-z]?\s+\S/i.test(addressLines[0]?.trim() ?? '')
  const isInState = REGIONS[Number(postalCode.trim()[0])]?.has(administrativeArea) ?? false
  const isComplete = hasNumber && locality.trim() !== '' && postalCode.trim() !== ''
  return {
    verdict: {
      inputGranularity: hasNumber ? 'PREMISE' : 'ROUTE',
      validationGranularity: hasNumber && isInState ? 'PREMISE' : hasNumber ? 'OTHER' : 'ROUTE',
      ...(isComplete && { addressComplete: true }),
      ...(!isInState && { hasUnconfirmedComponents: true }),
    },
    address: {
      postalAddress: {
        regionCode: 'US',
        languageCode: 'en',
        postalCode: postalCode.trim(),
        administrativeArea,
        locality: tidy(locality),
        addressLines: addressLines.map(tidy),
      },
    },
  }
}
