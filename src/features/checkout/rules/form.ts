/** The fields of the checkout by the names that the call gives them, so that its errors find their place. */
export const ADDRESS_FIELDS = ['address', 'address_2', 'city', 'state', 'zip_code'] as const
export type AddressField = (typeof ADDRESS_FIELDS)[number]
export type AddressKind = 'billing_address' | 'shipping_address'
type AddressName = `${AddressKind}.${AddressField}`
export type TextName = 'first_name' | 'last_name' | 'email' | 'portal_name' | AddressName
export type BoxName = 'has_accepted_terms' | 'is_of_age'
export type FieldName = TextName | BoxName

export type CheckoutValues = Readonly<Record<TextName, string> & Record<BoxName, boolean>>
export type FieldTexts = Partial<Record<string, string>>

const emptyAddress = <K extends AddressKind>(kind: K) =>
  Object.fromEntries(ADDRESS_FIELDS.map((field) => [`${kind}.${field}`, ''])) as Record<`${K}.${AddressField}`, string>

export const EMPTY_VALUES: CheckoutValues = {
  first_name: '',
  last_name: '',
  email: '',
  /** For the portal that is created with a subscription. */
  portal_name: '',
  ...emptyAddress('billing_address'),
  ...emptyAddress('shipping_address'),
  has_accepted_terms: false,
  is_of_age: false,
}

/** A copy of the texts of ERR-077, ERR-078 and the ZIP rule, because the catalog is too large for this page. */
export const FORM_TEXTS = {
  required: 'This field is required.',
  email: 'Please enter a valid email address.',
  zip: 'Please enter a ZIP code of 5 or 5+4 digits.',
} as const

const ZIP = /^\d{5}(-\d{4})?$/
/** Coarser than the server's rule: it lets through whatever might be an address, in wide letters as well. */
const EMAIL = /^[^\s@＠]+[@＠][^\s@＠]+[.．。][^\s@＠]{2,}$/

/**
 * The buyer: a visitor, who enters name and e-mail (CRT-024); a signed-in person whose name this portal does not know,
 * who enters it (CRT-036); or a person whom the portal knows.
 */
type Buyer = 'visitor' | 'nameless' | 'known'

export type FormAsks = {
  buyer: Buyer
  /** A signed-in person has no e-mail, and names one for the receipt of this order (BDG-027). */
  needsReceiptEmail?: boolean
  /** An item needs shipping, to another address than the billing address (CRT-023). */
  hasShipping: boolean
  /** The bill needs only the ZIP code, and the buyer wants nothing else on it (CRT-023). */
  isZipEnough?: boolean
}

const addressFaults = (values: CheckoutValues, kind: AddressKind, isZipEnough = false): FieldTexts => {
  const faults: FieldTexts = {}
  for (const field of isZipEnough ? (['zip_code'] as const) : ADDRESS_FIELDS) {
    const name = `${kind}.${field}` as const
    const value = values[name].trim()
    if (!value && field !== 'address_2') faults[name] = FORM_TEXTS.required
    else if (field === 'zip_code' && !ZIP.test(value)) faults[name] = FORM_TEXTS.zip
  }
  return faults
}

const ASKED_OF = {
  visitor: ['first_name', 'last_name', 'email'],
  nameless: ['first_name', 'last_name'],
  known: [],
} as const satisfies Record<Buyer, readonly TextName[]>

const askedOf = ({
  buyer,
  needsReceiptEmail = false,
}: Pick<FormAsks, 'buyer' | 'needsReceiptEmail'>): readonly TextName[] =>
  needsReceiptEmail && buyer !== 'visitor' ? [...ASKED_OF[buyer], 'email'] : ASKED_OF[buyer]

/** Whether the portal has no name of the person, whose account comes from another portal (CRT-036). */
export const needsName = (person: { first_name: string | null; last_name: string | null }): boolean =>
  !person.first_name && !person.last_name

/** What is missing or wrong, by field, all at once; the server checks everything again (CRT-023 to CRT-025, VAL-007). */
export const checkForm = (values: CheckoutValues, asks: FormAsks): FieldTexts => {
  const { hasShipping, isZipEnough } = asks
  const faults: FieldTexts = {}
  const requiredFields = askedOf(asks)
  for (const name of requiredFields) if (!values[name].trim()) faults[name] = FORM_TEXTS.required
  if (requiredFields.includes('email') && !faults.email && !EMAIL.test(values.email.trim()))
    faults.email = FORM_TEXTS.email
  Object.assign(faults, addressFaults(values, 'billing_address', isZipEnough))
  if (hasShipping) Object.assign(faults, addressFaults(values, 'shipping_address'))
  for (const name of ['has_accepted_terms', 'is_of_age'] as const) {
    if (!values[name]) faults[name] = FORM_TEXTS.required
  }
  return faults
}

/** The address of that kind as the call takes it. */
export const addressIn = (values: CheckoutValues, kind: AddressKind) => {
  const value = (field: AddressField) => values[`${kind}.${field}`].trim()
  return {
    address: value('address'),
    ...(value('address_2') && { address_2: value('address_2') }),
    city: value('city'),
    state: value('state'),
    zip_code: value('zip_code'),
  }
}

/** The part of the call's body that the form holds. */
export const formBody = (values: CheckoutValues, { hasShipping, isZipEnough, ...asks }: FormAsks) => ({
  ...Object.fromEntries(askedOf(asks).map((name) => [name, values[name].trim()])),
  billing_address: isZipEnough
    ? { zip_code: values['billing_address.zip_code'].trim() }
    : addressIn(values, 'billing_address'),
  ...(hasShipping && { shipping_address: addressIn(values, 'shipping_address') }),
  has_accepted_terms: values.has_accepted_terms,
  is_of_age: values.is_of_age,
})

/** The errors of an answer by field of the form, and the others, which have no place in it. */
export const placeErrors = (
  errors: Readonly<Record<string, readonly string[]>>,
): { fields: FieldTexts; others: string[] } => {
  const fields: FieldTexts = {}
  const others: string[] = []
  for (const [name, [text]] of Object.entries(errors)) {
    if (text === undefined) continue
    const place = name === 'billing_address' || name === 'shipping_address' ? `${name}.address` : name
    if (place in EMPTY_VALUES) fields[place] = text
    else others.push(text)
  }
  return { fields, others: [...new Set(others)] }
}

/** True when the answer says that the e-mail belongs to an account that has to sign in (CRT-024). */
export const asksToSignIn = (fields: FieldTexts): boolean =>
  fields.email !== undefined && fields.email !== FORM_TEXTS.required && fields.email !== FORM_TEXTS.email

type Draft = Partial<Record<TextName, string>>

/** What the tab keeps of the form while the buyer is away, and whose it is; a visitor has no id. */
export const writeDraft = (owner: number | null, values: CheckoutValues): string => {
  const texts = Object.entries(values).filter(([, value]) => typeof value === 'string' && value !== '')
  return JSON.stringify({ owner, texts: Object.fromEntries(texts) })
}

/**
 * Keeps the fields of a draft that the form knows; checkboxes have to be checked again for every order. A visitor's
 * entries stay when they sign in; one person's entries are never shown to another.
 */
export const readDraft = (text: string | null, viewer: number | null): Draft => {
  try {
    const { owner, texts } = JSON.parse(text ?? '') as { owner: unknown; texts: Record<string, unknown> }
    if (owner !== null && owner !== viewer) return {}
    const known = Object.entries(texts).filter(
      ([name, value]) => typeof value === 'string' && typeof EMPTY_VALUES[name as TextName] === 'string',
    )
    return Object.fromEntries(known)
  } catch {
    return {}
  }
}

/** The form's first values: what was typed, else the profile. The two are never mixed within one address. */
export const firstValues = (known: Draft, typed: Draft): CheckoutValues => {
  const isTyped = (kind: AddressKind) => ADDRESS_FIELDS.some((field) => typed[`${kind}.${field}`])
  return {
    ...EMPTY_VALUES,
    ...known,
    ...(isTyped('billing_address') && emptyAddress('billing_address')),
    ...(isTyped('shipping_address') && emptyAddress('shipping_address')),
    ...typed,
  }
}
