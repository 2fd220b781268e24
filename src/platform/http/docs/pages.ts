import { ERRORS } from '#kernel/errors.ts'
import { anchorOf, callList, callPart } from './call.ts'
import { errorsPage, guidePage } from './guide.ts'
import { BASE, escapeHtml, page } from './html.ts'
import { SUBJECTS, type Subject } from './subjects.ts'
import type { Described, Document } from './types.ts'

const describedBy = ({ paths }: Document): Described[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )

/** The calls in which every word is found, those by name before those by their fields. */
export const searchCalls = (calls: readonly Described[], query: string): Described[] => {
  const terms = query.toLowerCase().split(/\s+/).filter(Boolean)
  const scored = calls.map((call) => {
    const { path, method, operation } = call
    const name = `${method} ${path} ${operation.summary} ${operation.tags.join(' ')}`.toLowerCase()
    const inside = [...operation.parameters.map((one) => one.name), ...operation['x-errors']].join(' ').toLowerCase()
    const fields = Object.keys(Object.values(operation.requestBody?.content ?? {})[0]?.schema.properties ?? {}).join(
      ' ',
    )
    if (terms.every((word) => name.includes(word))) return { call, rank: 0 }
    return { call, rank: terms.every((word) => `${name} ${inside} ${fields}`.includes(word)) ? 1 : 2 }
  })
  return scored
    .filter(({ rank }) => rank < 2)
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ call }) => call)
}

const MOST_FOUND = 60

/** The documentation as plain pages, one for each subject, each made when it is first asked for. */
export const docsPages = (document: Document) => {
  const calls = describedBy(document)
  const callsOf = ({ title }: Subject) => calls.filter(({ operation }) => operation.tags[0] === title)
  const slugOf = (call: Described) => SUBJECTS.find(({ title }) => title === call.operation.tags[0])?.slug
  const addressOf = (call: Described) => `${BASE}/${slugOf(call)}#${anchorOf(call)}`
  const pages = new Map<string, string>()
  const once = (key: string, make: () => string): string => {
    const page = pages.get(key) ?? make()
    pages.set(key, page)
    return page
  }

  const subjectPage = (subject: Subject) => {
    const own = callsOf(subject)
    return page({
      title: `${subject.title} · Portico API`,
      body: `<p><a href="${BASE}#subjects">All subjects</a></p><h1>${escapeHtml(subject.title)}</h1><p>${escapeHtml(subject.text)}</p>${subject.guide?.() ?? ''}<nav aria-label="Calls of this page">${callList(own, (call) => `#${anchorOf(call)}`)}</nav>${own.map(callPart).join('')}`,
    })
  }

  return {
    guide: () => once('guide', () => guidePage(SUBJECTS, (subject) => callsOf(subject).length)),
    errors: () => once('errors', errorsPage),
    /** The page of a subject by its name in the address, or null. */
    subject: (slug: string): string | null => {
      const subject = SUBJECTS.find((one) => one.slug === slug)
      return subject ? once(`subject ${slug}`, () => subjectPage(subject)) : null
    },
    search: (query: string): string => {
      const matches = searchCalls(calls, query)
      const term = query.trim().toLowerCase()
      const codes = Object.entries(ERRORS).filter(
        ([name, row]) => name.includes(term) || row.text.toLowerCase().includes(term),
      )
      const count = matches.length === 1 ? '1 call' : `${matches.length} calls`
      const rest =
        matches.length > MOST_FOUND ? `<p>The first ${MOST_FOUND} are shown. Add a word to find fewer.</p>` : ''
      const none = `<p>No call has all of these words. Try one word, such as “enroll” or “refund”, or <a href="${BASE}#subjects">look by subject</a>.</p>`
      const errors =
        codes.length === 0
          ? ''
          : `<h2>Errors</h2><ul class="plain">${codes.map(([name, row]) => `<li><a href="${BASE}/errors#${name}"><code>${name}</code></a> <span class="quiet">${row.status} ${escapeHtml(row.text)}</span></li>`).join('')}</ul>`
      return page({
        title: `${query} · Portico API`,
        query,
        body: `<h1>${count} for “${escapeHtml(query)}”</h1>${matches.length === 0 ? none : callList(matches.slice(0, MOST_FOUND), addressOf)}${rest}${errors}`,
      })
    },
  }
}
