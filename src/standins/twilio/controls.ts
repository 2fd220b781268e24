import type { State, StoredText } from './state.ts'

/** What happens to the next text: it is refused, or it is taken and the answer is lost. */
export type Fault = { status: number; code: number; message: string } | 'lost'
/** A message of the service, to be posted as a form. */
export type ServiceNews = { url: string; body: string; signature: string }

type Kit = {
  messageOf: (text: StoredText, status: string, code: number | null) => ServiceNews
  signed: (url: string, fields: URLSearchParams) => string
}

/** What the stand-in can be made to do. */
export const createControls = (state: State, { messageOf, signed }: Kit) => {
  const faults: (Fault | null)[] = []
  return {
    /** What happens to the next texts, one by one; null lets one pass. */
    failNext: (...next: (Fault | null)[]) => faults.push(...next),
    nextFault: (): Fault | null => faults.shift() ?? null,
    /** The texts that were taken, the newest first, of one number or of all. */
    texts: (to?: string): StoredText[] => state.texts.filter((text) => !to || text.to === to).toReversed(),
    /** Sets how far a text is, and answers what the service would tell about it. */
    settle: (sid: string, status: string, code: number | null = null): ServiceNews => {
      const match = state.texts.find((text) => text.sid === sid)
      if (!match) throw new Error(`There is no text ${sid}`)
      match.status = status
      match.error_code = code
      state.save()
      return messageOf(match, status, code)
    },
    /** A number replies STOP or START: the service refuses it or takes it again, and tells it to this address. */
    reply: (number: string, word: string, url: string): ServiceNews => {
      // In place: the list is what is saved.
      state.opted_out.splice(0, Infinity, ...state.opted_out.filter((each) => each !== number))
      if (word === 'STOP') state.opted_out.push(number)
      state.save()
      const fields = new URLSearchParams({ From: number, Body: word, MessageSid: `SM${state.texts.length}in` })
      return { url, body: fields.toString(), signature: signed(url, fields) }
    },
  }
}
export type TwilioControls = ReturnType<typeof createControls>
