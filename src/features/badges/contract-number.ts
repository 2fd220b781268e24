import { canonicalNumber, NEW_NUMBER, NUMBER_PROBLEM } from '#kernel/access/badge-number.ts'
import { z } from '#kernel/schema.ts'
import { valueText } from '#kernel/words.ts'

/** A badge number that a system of the customer sends; it draws none, so that the same call twice changes nothing more. */
export const sentBadgeNumber = () =>
  valueText(
    z.string().check(
      z.overwrite<string>((typed) => (typed === NEW_NUMBER ? '' : (canonicalNumber(typed) ?? typed.trim()))),
      z.refine((typed) => canonicalNumber(typed) !== null, { error: NUMBER_PROBLEM }),
    ),
  )
