import { dayOf, formatDay } from '#kernel/format/day.ts'
import type { CrewStatement } from '#kernel/statements/crew.ts'
import type { GateList } from '#kernel/statements/gate-list.ts'
import type { GateState, PersonVerdict, Verdict } from '#kernel/statements/verdict.ts'
import {
  crewSumText,
  dayText,
  ENTRY_WORDS,
  entryText,
  isCleared,
  STATE_WORDS,
  UNKNOWN_WORDS,
} from '../../rules/words.ts'

// The page has no framework: it has to open from what a phone kept, on any phone, in a moment.

type Children = (Node | string)[]

const make = <T extends keyof HTMLElementTagNameMap>(tag: T, className: string, ...children: Children) => {
  const element = document.createElement(tag)
  if (className) element.className = className
  element.append(...children)
  return element
}

const SVG = 'http://www.w3.org/2000/svg'
const CIRCLE = 'M12 2.5a9.5 9.5 0 1 0 0 19a9.5 9.5 0 1 0 0 -19'
/** A sign for each state, so that color is never alone. */
const SIGNS: Record<GateState | 'missing' | 'grace', string> = {
  valid: `${CIRCLE}M7.5 12.5l3 3l6 -6.5`,
  grace: `${CIRCLE}M7.5 12.5l3 3l6 -6.5`,
  expired: `${CIRCLE}M12 6.5v6l4 2.5`,
  revoked: `${CIRCLE}M8 8l8 8M16 8l-8 8`,
  unknown: `${CIRCLE}M9.3 9.3a2.8 2.8 0 1 1 4 2.5c-.9 .5 -1.3 1 -1.3 2M12 17v.2`,
  missing: `${CIRCLE}M8 8l8 8M16 8l-8 8`,
}

const signOf = (state: keyof typeof SIGNS): SVGElement => {
  const svg = document.createElementNS(SVG, 'svg')
  const path = document.createElementNS(SVG, 'path')
  const look = { viewBox: '0 0 24 24', fill: 'none', stroke: 'currentColor', 'stroke-width': '2' }
  for (const [name, value] of Object.entries({ ...look, 'aria-hidden': 'true' })) svg.setAttribute(name, value)
  path.setAttribute('d', SIGNS[state])
  path.setAttribute('stroke-linecap', 'round')
  svg.append(path)
  return svg
}

export type Shown = { state: GateState; text: string; facts: [name: string, value: string][] }

const NUMBER = 'Certificate number'

export const cardNode = ({ state, text, facts }: Shown): Node =>
  make(
    'div',
    `result ${state}`,
    make(
      'div',
      'verdict',
      signOf(state),
      make('div', '', make('h2', '', STATE_WORDS[state]), ...(text ? [make('p', '', text)] : [])),
    ),
    ...(facts.length > 0
      ? [
          make(
            'dl',
            'facts',
            ...facts.map(([name, value]) =>
              make('div', '', make('dt', '', name), make('dd', name === NUMBER ? 'number' : '', value)),
            ),
          ),
        ]
      : []),
  )

const longDay = (moment: Date, zone: string) => formatDay(dayOf(moment, zone), 'long')

const shownOf = (verdict: Exclude<Verdict, { kind: 'crew' }>, zone: string): Shown => {
  if (verdict.kind === 'unknown')
    return {
      state: 'unknown',
      text: UNKNOWN_WORDS[verdict.reason],
      facts: verdict.number ? [[NUMBER, verdict.number]] : [],
    }
  const { state, statement, revoked_at: revokedAt } = verdict
  const until = dayText(statement.last_day)
  const texts = {
    valid: statement.last_day ? `Through ${until}` : 'Does not expire',
    expired: `Was valid through ${until}`,
    revoked: revokedAt ? `Revoked on ${longDay(revokedAt, zone)}` : '',
    unknown: '',
  }
  return {
    state,
    text: texts[state],
    facts: [
      ['Name', statement.name],
      ['Course', statement.course],
      ['Date of issue', dayText(statement.issued_on)],
      ['Valid until', until],
      [NUMBER, statement.number],
    ],
  }
}

/** People who must not pass stand first. */
const ORDER: readonly PersonVerdict['state'][] = ['revoked', 'missing', 'expired', 'grace', 'valid']

const personNode = ({ name, state, entries }: PersonVerdict, requirements: readonly string[]): Node =>
  make(
    'li',
    `person ${state}`,
    make('div', 'sign', signOf(state)),
    make(
      'div',
      '',
      make('h3', '', name),
      make('p', 'state', ENTRY_WORDS[state]),
      ...entries.flatMap((entry, index) =>
        entry.state === 'not_required' ? [] : [make('p', 'note', `${requirements[index] ?? ''}: ${entryText(entry)}`)],
      ),
    ),
  )

const crewNode = (statement: CrewStatement, people: PersonVerdict[], zone: string): Node => {
  const isWhole = people.every(isCleared)
  const { title, requirements, part, parts, signed_at: signedAt } = statement
  const sorted = ORDER.flatMap((state) => people.filter((person) => person.state === state))
  return make(
    'div',
    `result ${isWhole ? 'valid' : 'expired'}`,
    make('div', 'verdict crew', make('div', '', make('h2', '', crewSumText(people)), make('p', '', title))),
    make(
      'div',
      'facts',
      ...(parts > 1
        ? [make('p', 'warn', `This is code ${part} of ${parts}. Scan the codes of the other sheets too.`)]
        : []),
      make('ul', '', ...sorted.map((person) => personNode(person, requirements))),
      make('p', 'note', `Roster printed on ${longDay(signedAt, zone)}`),
    ),
  )
}

/** Puts an answer where people look, and tells it to screen readers. */
export const show = (place: HTMLElement, node: Node): void => {
  place.replaceChildren(node)
  place.hidden = false
  place.focus()
  place.scrollIntoView({ block: 'start' })
}

/** The answer to a scanned code as it is shown. */
export const verdictNode = (verdict: Verdict, list: GateList | null): Node => {
  const zone = list?.time_zone ?? 'UTC'
  if (verdict.kind === 'crew') return crewNode(verdict.statement, verdict.people, zone)
  return cardNode(shownOf(verdict, zone))
}
