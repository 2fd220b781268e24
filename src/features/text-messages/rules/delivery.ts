export type Status = 'queued' | 'sent' | 'delivered' | 'failed'

/** The service's code for a number that answered STOP. */
export const OPTED_OUT = 21610

const RANK: Readonly<Record<Status, number>> = { queued: 0, sent: 1, failed: 2, delivered: 3 }

/** What the service's word for the state of a text means; null for one that says nothing. */
export const statusOf = (word: string): Status | null => {
  if (['accepted', 'scheduled', 'queued', 'sending', 'sent'].includes(word)) return 'sent'
  if (word === 'delivered' || word === 'read') return 'delivered'
  return ['undelivered', 'failed', 'canceled'].includes(word) ? 'failed' : null
}

/** Whether news about a text counts: messages of the service come in any order, and one that arrived stays so. */
export const isNews = (before: Status, after: Status): boolean => RANK[after] > RANK[before]

const ERRORS: Readonly<Record<number, string>> = {
  20003: 'Twilio refused the account. Check account SID and auth token in Integrations.',
  21211: 'This is not a phone number that exists. Check the number.',
  21408: 'The Twilio account may not send texts to this country.',
  21606: 'The sender in Integrations cannot send texts. Check it in your Twilio account.',
  21608: 'A trial account of Twilio sends texts to verified numbers only.',
  21610: 'The number has opted out by replying STOP.',
  21612: 'Twilio cannot reach this number from your sender.',
  21614: 'This is not a mobile number.',
  21659: 'The sender in Integrations does not belong to the Twilio account.',
  30003: 'The phone could not be reached. It may be off or out of service.',
  30004: 'The phone or its carrier blocks texts from this sender.',
  30005: 'The carrier does not know this number.',
  30006: 'This is a landline, or a carrier that takes no texts.',
  30007: 'The carrier took the text for spam.',
  30008: 'The carrier did not deliver the text and gave no reason.',
  30034: 'The sender is not registered for business texts in the USA (A2P 10DLC). Register it in your Twilio account.',
}

/** The error of a text in words that say what to do. */
export const plainError = (code: number | null, message: string | null): string =>
  (code === null ? undefined : ERRORS[code]) ??
  (message
    ? `Twilio said: ${message}${code === null ? '' : ` (${code})`}`
    : `Twilio gave the error ${code ?? 'without a code'}.`)

const STOP_WORDS = ['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'REVOKE', 'OPTOUT']
const START_WORDS = ['START', 'YES', 'UNSTOP']

/** What somebody replied to a text: wants no more, wants them again, or something else (null). */
export const replyOf = (text: string): 'stop' | 'start' | null => {
  const word = text.trim().toUpperCase()
  if (STOP_WORDS.includes(word)) return 'stop'
  return START_WORDS.includes(word) ? 'start' : null
}
