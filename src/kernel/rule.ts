import * as z from 'zod/mini'
import { canonicalEmail } from './email.ts'
import { type ErrorCode, errorText, type Params } from './errors.ts'
import {
  type FileLimits,
  fileMessages,
  isAlpha,
  isAlphaDash,
  isColor,
  isEmail,
  isEmptyValue,
  isFqdn,
  isIpOrFqdn,
  isPassword,
  isPhone,
  isUrl,
  normalizeWebsite,
  parseVideoLink,
} from './validators.ts'
import { valueText } from './words.ts'

// Functions with a noun as their name (`email()`) make a schema; `required`, `minCharacters` and similar ones make a
// check for `.check(…)`; `requiredIf` and `passwordConfirmation` check a whole object.

export { formattedText, plainText, valueText } from './words.ts'

type Values = Record<string, unknown>

function refine<T>(isValid: (value: T) => boolean, code: ErrorCode, params?: Params) {
  return z.refine<T>(isValid, { error: errorText(code, params) })
}

function text(isValid: (value: string) => boolean, code: ErrorCode) {
  return valueText(z.string().check(z.trim(), refine(isValid, code)))
}

/** An object check that also speaks when other fields are wrong, so that all messages show at once. */
function fieldCheck(field: string, isValid: (values: Values) => boolean, code: ErrorCode) {
  return z.refine<Values>((values) => typeof values !== 'object' || values === null || isValid(values), {
    path: [field],
    error: errorText(code),
    when: () => true,
  })
}

function isBlank(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() === ''
  return isEmptyValue(value) || (Array.isArray(value) && value.length === 0)
}

/** Check: not empty. Blanks and an empty list count as empty (VAL-008). */
export function required() {
  return refine<unknown>((value) => !isBlank(value), 'required')
}

/** Object check: `field` must not be empty while `other` has one of the values (VAL-009). */
export function requiredIf(field: string, other: string, ...values: unknown[]) {
  return fieldCheck(field, (all) => !values.includes(all[other]) || !isBlank(all[field]), 'required')
}

/** An e-mail address in its canonical form, however it was typed (VAL-010, VAL-034). */
export function email() {
  const canonical = z.overwrite<string>((value) => canonicalEmail(value) ?? value.trim())
  return valueText(z.string().check(canonical, refine(isEmail, 'email_invalid')))
}

/** The id of a person in the customer's own systems (INT-033): it can stand in an address. */
export function externalId() {
  const error = 'Use 1 to 128 letters, digits or signs without spaces.'
  return valueText(z.string().check(z.trim(), z.regex(/^[!-~]{1,128}$/, error)))
}

/** A new password (VAL-012, AUT-046); never trimmed. */
export function password() {
  return valueText(z.string().check(refine(isPassword, 'password_weak')))
}

/** Object check: the confirmation equals the password (VAL-011). */
export function passwordConfirmation(field = 'password', confirmation = 'password_confirmation') {
  return fieldCheck(confirmation, (all) => (all[field] ?? '') === (all[confirmation] ?? ''), 'password_mismatch')
}

/** Check: at least this many characters (VAL-013). */
export function minCharacters(length: number) {
  return z.minLength(length, { error: errorText('min_characters', { length }) })
}

/** Check: at most this many characters (VAL-013). */
export function maxCharacters(length: number) {
  return z.maxLength(length, { error: errorText('max_characters', { length }) })
}

/** Check: at most `size` characters, with the field's name in the message (VAL-014). */
export function fieldLimit(fieldName: string, size: number) {
  return z.maxLength(size, { error: errorText('field_limit', { fieldName, size }) })
}

/** Check: a number of at least `min` (VAL-015). */
export function minValue(min: number) {
  return z.minimum(min, { error: errorText('min_value', { min }) })
}

/** Check: a number of at most `max` (VAL-015). */
export function maxValue(max: number) {
  return z.maximum(max, { error: errorText('max_value', { max }) })
}

/** Check: at most this many e-mails (VAL-016). */
export function maxEmails(max: number) {
  return refine<unknown[]>((emails) => emails.length <= max, 'max_emails', { max })
}

/** An address with scheme, trimmed (VAL-017). */
export function url() {
  return text(isUrl, 'url_invalid')
}

/** A company website; saved with `https://` in front when it has no scheme (PRT-020, VAL-029). */
export function website() {
  return valueText(z.string().check(z.overwrite(normalizeWebsite), refine(isUrl, 'url_invalid')))
}

/** The facts of a chosen file within its limits (VAL-018 to VAL-020). */
export function file(limits: FileLimits) {
  return z
    .object({
      name: z.string(),
      size: z.number(),
      width: z.optional(z.number()),
      height: z.optional(z.number()),
    })
    .check((payload) => {
      for (const message of fileMessages(payload.value, limits)) {
        payload.issues.push({ code: 'custom', message, input: payload.value })
      }
    })
}

/** Check: at least one of the answers is correct (VAL-021). */
export function quiz() {
  return refine<readonly { is_correct: boolean }[]>(
    (answers) => answers.some((answer) => answer.is_correct),
    'quiz_no_correct_answer',
  )
}

/** A phone number of a known country, trimmed (VAL-022). */
export function phone() {
  return text(isPhone, 'phone_invalid')
}

/** A whole number (VAL-023). */
export function integer() {
  return z.int()
}

/** A number with optional fraction (VAL-023). */
export function decimal() {
  return z.number()
}

/** Letters only (VAL-023). */
export function alpha() {
  return text(isAlpha, 'not_alpha')
}

/** Letters, digits, hyphen and underscore only (VAL-023). */
export function alphaDash() {
  return text(isAlphaDash, 'not_alpha_dash')
}

/** Names below `/users/` that are screens of their own, and so nobody's username (USR-048). */
const RESERVED_USERNAMES = ['create', 'create-enrollment', 'import', 'managers', 'tags'] as const
const isReserved = (name: string) => (RESERVED_USERNAMES as readonly string[]).includes(name.toLowerCase())

/** A username: an address by it must not be one by id (USR-007). */
export function username() {
  return alphaDash().check(
    minCharacters(3),
    maxCharacters(50),
    z.refine((value) => !/^\d+$/.test(value), 'Please enter at least one letter.'),
    z.refine((value) => !isReserved(value), 'This username is reserved. Please choose another one.'),
  )
}

/** A domain with a top-level domain (VAL-024). */
export function fqdn() {
  return text(isFqdn, 'not_fqdn')
}

/** An IP address or a domain (VAL-024). */
export function ipOrFqdn() {
  return text(isIpOrFqdn, 'not_ip_or_fqdn')
}

/** One of the options (VAL-025). */
export function inOptions<const Option extends string | number>(options: readonly Option[]) {
  return z.literal(options)
}

export interface TagListOptions {
  is_required?: boolean
  are_emails?: boolean
  max?: number
}

/** A list of tags: optionally at least one, all e-mails, at most `max` (VAL-026). */
export function tagList({
  is_required = false,
  are_emails = false,
  max = Number.POSITIVE_INFINITY,
}: TagListOptions = {}) {
  const tag = are_emails ? email() : z.string().check(z.trim(), required())
  return z.array(tag).check(
    refine<unknown[]>((tags) => !is_required || tags.length > 0, 'required'),
    refine<unknown[]>((tags) => tags.length <= max, 'max_entries', { max }),
  )
}

/** A color (VAL-027). */
export function color() {
  return text(isColor, 'color_invalid')
}

/** A link to a video at a known host (VAL-028); `parseVideoLink` gives its provider and id. */
export function videoLink() {
  return text((value) => parseVideoLink(value) !== null, 'video_link_invalid')
}
