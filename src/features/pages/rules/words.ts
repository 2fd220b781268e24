import type { PagePortal } from '#kernel/access/session.ts'
import { formatPhone } from '#kernel/format/phone.ts'

/** Dynamic words of texts (PGB-032). */
export type Words = Partial<Record<string, string>>

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character)

const WORD = /\{([a-z_]+)\}/g
const known = (words: Words, name: string) => (Object.hasOwn(words, name) ? words[name] : undefined)

/** A text with its dynamic words replaced; an unknown word stays as it is (PGB-032). */
export const fillWords = (text: string, words: Words): string =>
  text.replace(WORD, (whole, name: string) => known(words, name) ?? whole)

/** HTML with its dynamic words replaced, each as text and never as markup (PGB-032, PGB-034). */
export const fillHtml = (html: string, words: Words): string =>
  html.replace(WORD, (whole, name: string) => {
    const value = known(words, name)
    return value === undefined ? whole : escaped(value)
  })

type WordsOf = {
  portal: PagePortal
  user_name?: string | null
  date?: string
  state_name?: string
  course_title?: string
}

/** The words that a page knows; what the portal has not entered shows as nothing, and any other unknown word stays. */
export const wordsOf = ({ portal, user_name, date, state_name, course_title }: WordsOf): Words => {
  const { support_phone: phone, support_email: email } = portal.company
  const words = { user_name, date, state_name, course_title }
  return {
    portal_name: portal.name,
    support_phone: phone ? formatPhone(phone) : '',
    support_email: email ?? '',
    ...Object.fromEntries(Object.entries(words).filter((entry): entry is [string, string] => Boolean(entry[1]))),
  }
}
