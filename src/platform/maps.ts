import { z } from '#kernel/schema.ts'

export type MapsTarget = { base_url: string; key: string }

/** Where the service is, unless a setting names another place. */
export const MAPS_URL = 'https://addressvalidation.googleapis.com'

/** The only error of the client: the service gave no usable answer. */
export class MapsError extends Error {
  override name = 'MapsError'
}

const Answer = z.object({
  result: z.object({
    verdict: z.object({
      validationGranularity: z._default(z.string(), 'OTHER'),
      addressComplete: z._default(z.boolean(), false),
      hasUnconfirmedComponents: z._default(z.boolean(), false),
    }),
    address: z.object({
      postalAddress: z.object({
        addressLines: z._default(z.array(z.string()), []),
        locality: z._default(z.string(), ''),
        administrativeArea: z._default(z.string(), ''),
        postalCode: z._default(z.string(), ''),
      }),
    }),
  }),
})

/** What the service says of an address: how closely it knows it, and how it would write it. */
export type CheckedAddress = {
  granularity: string
  is_complete: boolean
  has_unconfirmed: boolean
  lines: string[]
  city: string
  state: string
  zip_code: string
}

type AddressInput = {
  address: string
  address_2?: string | null | undefined
  city: string
  state: string
  zip_code: string
}

const WITHIN_MS = 8_000

/**
 * Asks the maps service for an address of the USA (Google's Address Validation API,
 * https://developers.google.com/maps/documentation/address-validation/reference/rest/v1/TopLevel/validateAddress).
 * Throws a MapsError where it does not answer as described there.
 */
export const findAddress = async (
  { base_url: base, key }: MapsTarget,
  input: AddressInput,
): Promise<CheckedAddress> => {
  const address = {
    regionCode: 'US',
    addressLines: [input.address, input.address_2].filter(Boolean),
    locality: input.city,
    administrativeArea: input.state,
    postalCode: input.zip_code,
  }
  let answer: unknown
  try {
    const response = await fetch(`${base.replace(/\/$/, '')}/v1:validateAddress`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-goog-api-key': key },
      body: JSON.stringify({ address }),
      signal: AbortSignal.timeout(WITHIN_MS),
    })
    if (!response.ok) throw new MapsError(`The maps service answered ${response.status}.`)
    answer = await response.json()
  } catch (error) {
    if (error instanceof MapsError) throw error
    throw new MapsError('The maps service cannot be reached.', { cause: error })
  }
  const parsed = z.safeParse(Answer, answer)
  if (!parsed.success) throw new MapsError('The maps service gave an unexpected answer.', { cause: parsed.error })
  const { verdict, address: match } = parsed.data.result
  return {
    granularity: verdict.validationGranularity,
    is_complete: verdict.addressComplete,
    has_unconfirmed: verdict.hasUnconfirmedComponents,
    lines: match.postalAddress.addressLines,
    city: match.postalAddress.locality,
    state: match.postalAddress.administrativeArea,
    zip_code: match.postalAddress.postalCode,
  }
}
