/** The words of `cmi.core.lesson_status`. */
export const LESSON_STATUSES = ['passed', 'completed', 'failed', 'incomplete', 'browsed', 'not attempted'] as const
export type LessonStatus = (typeof LESSON_STATUSES)[number]

/** What an item is at the moment; an item that is not named has not been attempted. */
export type StatusOf = (identifier: string) => LessonStatus

type Expression =
  | { kind: 'done'; identifier: string }
  | { kind: 'is'; identifier: string; status: LessonStatus; isNegated: boolean }
  | { kind: 'not'; of: Expression }
  | { kind: 'all' | 'any'; of: Expression[] }
  | { kind: 'some'; count: number; of: Expression[] }

export class PrerequisitesError extends Error {
  override name = 'PrerequisitesError'
}

const MAX_LENGTH = 10_000
const MAX_DEPTH = 100
const TOKEN =
  /\s*(\d+\s*\*\s*\{|<>|"[^"]*"|'[^']*'|[&|~(){},=]|not attempted(?![^\s&|~(){},=<>])|[^\s&|~(){},=<>"'*]+)/iy

const tokenize = (script: string): string[] => {
  if (script.length > MAX_LENGTH) throw new PrerequisitesError('The expression is too long.')
  const tokens: string[] = []
  const text = script.trimEnd()
  TOKEN.lastIndex = 0
  while (TOKEN.lastIndex < text.length) {
    const match = TOKEN.exec(text)
    if (!match) throw new PrerequisitesError('The expression holds a character that has no meaning.')
    tokens.push(match[1] ?? '')
  }
  return tokens
}

const isName = (token: string | undefined): token is string =>
  token !== undefined && !/^(?:\d+\s*\*\s*\{|<>|[&|~(){},=])$/.test(token)

/** A status may be written in full, in quotes or not, or as its first letter. */
const readStatus = (token: string | undefined): LessonStatus => {
  const word = isName(token) ? token.replaceAll(/["']/g, '').trim().toLowerCase() : ''
  const lessonStatus = LESSON_STATUSES.find((status) => status === word || status[0] === word)
  if (!lessonStatus) throw new PrerequisitesError(`There is no status ${token ?? ''}.`)
  return lessonStatus
}

/**
 * Reads an aicc_script expression (SCORM 1.2 content aggregation, 2.3.2.5.5): `&` and, `|` or, `~` not, `=` and `<>`
 * against a status, `{a, b}` all of a set, `2*{a, b, c}` at least two of it, parentheses. `&` binds tighter than `|`.
 */
const parse = (script: string): Expression => {
  const tokens = tokenize(script)
  let at = 0
  let depth = 0

  const expect = (token: string): void => {
    if (tokens[at] !== token) throw new PrerequisitesError(`"${token}" is missing.`)
    at += 1
  }

  const chain = (operator: '&' | '|', kind: 'all' | 'any', next: () => Expression): Expression => {
    const of = [next()]
    while (tokens[at] === operator) {
      at += 1
      of.push(next())
    }
    return of.length === 1 && of[0] ? of[0] : { kind, of }
  }
  const any = (): Expression => {
    depth += 1
    if (depth > MAX_DEPTH) throw new PrerequisitesError('The expression is nested too deep.')
    const parseAny = chain('|', 'any', all)
    depth -= 1
    return parseAny
  }
  const all = (): Expression => chain('&', 'all', single)

  const set = (count: number | null): Expression => {
    const of = [any()]
    while (tokens[at] === ',') {
      at += 1
      of.push(any())
    }
    expect('}')
    return count === null ? { kind: 'all', of } : { kind: 'some', count, of }
  }

  const single = (): Expression => {
    let isNegated = false
    while (tokens[at] === '~') {
      isNegated = !isNegated
      at += 1
    }
    const operand = primary()
    return isNegated ? { kind: 'not', of: operand } : operand
  }

  const primary = (): Expression => {
    const token = tokens[at]
    at += 1
    if (token === '(') {
      const inner = any()
      expect(')')
      return inner
    }
    if (token === '{') return set(null)
    if (token?.endsWith('{')) return set(Number.parseInt(token, 10))
    if (!isName(token)) throw new PrerequisitesError('An item is missing.')
    const identifier = token.replaceAll(/^["']|["']$/g, '').trim()
    const operator = tokens[at]
    if (operator !== '=' && operator !== '<>') return { kind: 'done', identifier }
    at += 2
    return { kind: 'is', identifier, status: readStatus(tokens[at - 1]), isNegated: operator === '<>' }
  }

  const expression = any()
  if (at < tokens.length) throw new PrerequisitesError(`"${tokens[at]}" has no place there.`)
  return expression
}

const holds = (expression: Expression, statusOf: StatusOf): boolean => {
  switch (expression.kind) {
    case 'done': {
      const status = statusOf(expression.identifier)
      return status === 'passed' || status === 'completed'
    }
    case 'is':
      return (statusOf(expression.identifier) === expression.status) !== expression.isNegated
    case 'not':
      return !holds(expression.of, statusOf)
    case 'all':
      return expression.of.every((part) => holds(part, statusOf))
    case 'any':
      return expression.of.some((part) => holds(part, statusOf))
    case 'some':
      return (
        expression.of.filter((part) => holds(part, statusOf)).length >= Math.min(expression.count, expression.of.length)
      )
  }
}

/**
 * Whether the prerequisites of an item are met; an empty expression always is (SCO-027). Throws a PrerequisitesError
 * for an expression that cannot be read.
 */
export const evaluatePrerequisites = (script: string, statusOf: StatusOf): boolean =>
  script.trim() === '' || holds(parse(script), statusOf)

/** As evaluatePrerequisites, but an expression that cannot be read locks nobody out. */
export const prerequisitesMet = (script: string, statusOf: StatusOf): boolean => {
  try {
    return evaluatePrerequisites(script, statusOf)
  } catch (error) {
    if (error instanceof PrerequisitesError) return true
    throw error
  }
}
