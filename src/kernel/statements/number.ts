/** The signs of certificate numbers, in the order of their values (`certificates/rules/number.ts`). */
export const NUMBER_SIGNS = '23456789ACEFHJKMNPRTWXY'
/** How many signs a number has, hyphens aside. */
export const NUMBER_LENGTH = 16
/** Bytes that a number takes in a statement. */
export const PACKED_NUMBER = 10

const BASE = BigInt(NUMBER_SIGNS.length)

/** A certificate number such as `K7M4-9XAT-2HRN-3CEF` as ten bytes: its signs are the digits of one number, the first the highest. */
export const packNumber = (number: string): Uint8Array => {
  const signs = [...number.replaceAll('-', '')]
  if (signs.length !== NUMBER_LENGTH || signs.some((sign) => !NUMBER_SIGNS.includes(sign)))
    throw new RangeError(`${number} is not the number of a certificate`)
  let value = signs.reduce((sum, sign) => sum * BASE + BigInt(NUMBER_SIGNS.indexOf(sign)), 0n)
  const bytes = new Uint8Array(PACKED_NUMBER)
  for (let at = PACKED_NUMBER - 1; at >= 0; at -= 1) {
    bytes[at] = Number(value & 255n)
    value >>= 8n
  }
  return bytes
}

/** The number that ten bytes stand for; null where they stand for none. */
export const unpackNumber = (bytes: Uint8Array): string | null => {
  let value = bytes.reduce((sum, byte) => (sum << 8n) + BigInt(byte), 0n)
  let signs = ''
  for (let count = 0; count < NUMBER_LENGTH; count += 1) {
    signs = NUMBER_SIGNS.charAt(Number(value % BASE)) + signs
    value /= BASE
  }
  return value > 0n ? null : (signs.match(/.{4}/g)?.join('-') ?? null)
}
