import {
  type Draft,
  type FileQuestion,
  type FoundQuestion,
  finished,
  PARTIAL_NOTE,
  refusedQuestion,
  SEVERAL_NOTE,
} from './found.ts'
import { asHtml, escapeText, inLineHtml, paragraphs, plainOf, withoutControls } from './html.ts'

/**
 * GIFT as Moodle describes it: questions are divided by blank lines, `::title::` and `[format]` may stand before the text,
 * the answers stand in braces. A backslash makes a control character plain.
 */

/** Escaped characters are control characters of no meaning while a question is taken apart. */
const ESCAPES = ['\\', '~', '=', '#', '{', '}', ':', 'n']
const code = (character: string): string => String.fromCharCode(1 + ESCAPES.indexOf(character))
const hideEscapes = (text: string): string => text.replace(/\\([\\~=#{}:n])/g, (_, character) => code(character))
// biome-ignore lint/suspicious/noControlCharactersInRegex: the characters that stand for escaped ones
const HIDDEN = /[\u0001-\u0008]/g
const showEscapes = (text: string): string =>
  text.replace(HIDDEN, (hidden) => {
    const character = ESCAPES[hidden.charCodeAt(0) - 1] ?? ''
    return character === 'n' ? '\n' : character
  })

type Block = { line: number; text: string }
const CATEGORY = /^\s*\$CATEGORY:\s*(.*)$/

/** The questions of a file as they stand there, comments left out, each with the category it follows. */
const blocksOf = (text: string): (Block & { category: string | null })[] => {
  const blocks: (Block & { category: string | null })[] = []
  let category: string | null = null
  let current: Block | null = null
  let isDivided = false
  const end = () => {
    if (current) blocks.push({ ...current, category })
    current = null
  }
  for (const [at, line] of text.split('\n').entries()) {
    if (/^\s*\/\//.test(line)) continue
    const named = CATEGORY.exec(line)
    if (named) {
      end()
      category = categoryName(showEscapes(hideEscapes(named[1] ?? '')))
    } else if (line.trim() === '') {
      isDivided = true
    } else {
      const open: Block | null = current
      // A blank line inside of braces is a slip when answers go on behind it, and divides questions otherwise.
      if (open && isDivided && !(isOpen(open.text) && /^\s*[=~}]/.test(line))) end()
      if (current) (current as Block).text += `\n${line}`
      else current = { line: at + 1, text: line }
      isDivided = false
    }
  }
  end()
  return blocks
}

const isOpen = (text: string): boolean => {
  const plain = hideEscapes(text)
  return plain.lastIndexOf('{') > plain.lastIndexOf('}')
}

/** Moodle names the course and the top of its tree in every category. */
export const categoryName = (name: string): string | null =>
  name
    .replace(/^\$(?:course|module|cat|system|coursecat|category|user)\$\/?/i, '')
    .replace(/^top(?:\/|$)/i, '')
    .trim()
    .slice(0, 200) || null

const FORMAT = /^\s*\[(html|plain|moodle|auto|markdown)\]/i
type Format = 'html' | 'plain' | 'moodle' | 'auto' | 'markdown'
const MARKDOWN = /[*_`[\]]|^\s*(?:#|[-+]\s|\d+\.\s)/m
const MARKDOWN_NOTE = 'Its Markdown is shown as it is typed.'

const formatted = (text: string, outer: Format | null): { format: Format | null; text: string } => {
  const format = FORMAT.exec(text)
  return format
    ? { format: format[1]?.toLowerCase() as Format, text: text.slice(format[0].length) }
    : { format: outer, text }
}

const htmlOf = (text: string, format: Format | null): string => {
  const shown = showEscapes(text).trim()
  if (format === 'html') return shown
  if (format === 'plain' || format === 'markdown') return paragraphs(shown)
  return asHtml(shown)
}

const NOT_TAKEN = (what: string) => `${what} are not taken. Only single choice, multiple choice and true or false are.`

/** What kind of question an answer block is, where it is none that a pool has. */
const foreignKind = (answers: string): string | null => {
  if (answers === '') return NOT_TAKEN('Essay questions')
  if (answers.startsWith('#')) return NOT_TAKEN('Numerical questions')
  if (answers.includes('~')) return null
  if (answers.includes('->')) return NOT_TAKEN('Matching questions')
  if (answers.includes('=')) return NOT_TAKEN('Short answer questions')
  return 'Its answers cannot be read: none begins with = or ~.'
}

type Heading = { place: string; title: string; category: string | null }
type Text = { html: string; format: Format | null; explanation: string }

const booleanDraft = (heading: Heading, { html, explanation }: Text, answers: string): Draft | null => {
  const [answer = '', wrong = '', right = ''] = answers.split('#')
  const word = answer.trim().toUpperCase()
  if (!/^(?:T|TRUE|F|FALSE)$/.test(word)) return null
  const isTrue = word.startsWith('T')
  const feedbackOf = (value: boolean) => htmlOf(value === isTrue ? right : wrong, null)
  return {
    ...heading,
    type: 'boolean',
    text: html,
    explanation,
    answers: [true, false].map((value) => ({
      html: value ? 'True' : 'False',
      is_correct: value === isTrue,
      feedback: feedbackOf(value),
    })),
  }
}

const WEIGHT = /^%\s*(-?\d+(?:[.,]\d+)?)\s*%/

/** `=right#feedback`, `~wrong`, `~%50%half`. */
const readAnswer = (raw: string, format: Format | null) => {
  const trimmed = raw.trim()
  const isRight = trimmed.startsWith('=')
  const rest = isRight ? trimmed.slice(1).trimStart() : trimmed
  const weight = WEIGHT.exec(rest)
  const [words = '', ...feedback] = rest.slice(weight?.[0].length ?? 0).split('#')
  const answer = formatted(words, format)
  const said = formatted(feedback.join('#'), format)
  return {
    html: htmlOf(answer.text, answer.format),
    feedback: htmlOf(said.text, said.format),
    isRight,
    weight: weight ? Number(weight[1]?.replace(',', '.')) : isRight ? 100 : 0,
    isMarkdown: answer.format === 'markdown' && MARKDOWN.test(showEscapes(answer.text)),
  }
}

const choiceDraft = (heading: Heading, { html, format, explanation }: Text, answers: string): Draft => {
  const read = answers
    .replaceAll('=', '~=')
    .split('~')
    .filter((part) => part.trim() !== '')
    .map((part) => readAnswer(part, format))
  const isSingle = read.some(({ isRight }) => isRight)
  const isCorrect = ({ weight }: { weight: number }) => (isSingle ? weight >= 100 : weight > 0)
  const right = read.filter(isCorrect)
  const notes: string[] = []
  const isPartial = isSingle
    ? read.some(({ weight }) => weight > 0 && weight < 100)
    : new Set(right.map(({ weight }) => Math.round(weight))).size > 1
  if (isSingle && right.length > 1) notes.push(SEVERAL_NOTE)
  if (isPartial) notes.push(PARTIAL_NOTE)
  if (read.some(({ isMarkdown }) => isMarkdown)) notes.push(MARKDOWN_NOTE)
  return {
    ...heading,
    type: isSingle && right.length === 1 ? 'single' : 'multiple',
    text: html,
    explanation,
    notes,
    answers: read.map((answer) => ({ html: answer.html, feedback: answer.feedback, is_correct: isCorrect(answer) })),
  }
}

const readBlock = ({ line, text: raw, category }: Block & { category: string | null }): FoundQuestion => {
  const place = `Line ${line}`
  const hidden = hideEscapes(raw)
  const named = /^\s*::([\s\S]*?)::/.exec(hidden)
  const body = named ? hidden.slice(named[0].length) : hidden
  const start = body.indexOf('{')
  const end = body.indexOf('}', start)
  const outside = formatted(start === -1 ? body : body.slice(0, start), null)
  const title = showEscapes(named?.[1] ?? '').trim()
  const heading: Heading = { place, title, category }
  const refuse = (reason: string) => refusedQuestion({ ...heading, title: title || showEscapes(outside.text) }, reason)
  if (start === -1) return refuse('It has no answers in braces { }, so it is not a question.')
  if (end === -1) return refuse('Its brace { is never closed.')
  const after = body.slice(end + 1)
  if (after.includes('{')) return refuse('It has more than one pair of braces { }.')
  const [answers = '', ...general] = body.slice(start + 1, end).split('####')
  const before = after.trim() === '' ? outside.text : `${outside.text}_____${after}`
  const said = formatted(general.join('####'), outside.format)
  const text: Text = {
    html: htmlOf(before, outside.format),
    format: outside.format,
    explanation: htmlOf(said.text, said.format),
  }
  const list = answers.trim()
  const kind = foreignKind(list)
  const draft = booleanDraft(heading, text, list) ?? (kind === null ? choiceDraft(heading, text, list) : null)
  if (draft === null) return refuse(kind ?? '')
  const isMarkdown = outside.format === 'markdown' && MARKDOWN.test(showEscapes(before))
  return finished({
    ...draft,
    notes: [...(draft.notes ?? []), ...(isMarkdown && !draft.notes?.includes(MARKDOWN_NOTE) ? [MARKDOWN_NOTE] : [])],
  })
}

export const readGift = (text: string): FoundQuestion[] =>
  blocksOf(withoutControls(text.replace(/\r\n?/g, '\n'))).map(readBlock)

/** Whether a text is GIFT: it has answers in braces. */
export const looksLikeGift = (text: string): boolean => /\{[^{}]*\}/.test(hideEscapes(text))

const escaped = (text: string): string => text.replace(/[\\~=#{}:]/g, '\\$&').replaceAll('\n', '\\n')

/** The words of a text that can stand without a format: one paragraph that begins like words. */
const bareOf = (html: string): string | null => {
  const plain = plainOf(html)
  return plain === null || /^(?:\[|\/\/|\$)/.test(plain) ? null : plain
}

/** What an answer begins with must not read as a format or as a weight. */
const writtenAnswer = (text: string): string => `${/^[[%]/.test(text) ? '[html]' : ''}${escaped(escapeText(text))}`

const percent = (part: number): string => String(Number((100 / part).toFixed(5)))

const answerLines = ({ type, answers }: FileQuestion): string[] => {
  if (type === 'boolean') return [answers.find(({ is_correct }) => is_correct)?.text === 'True' ? 'TRUE' : 'FALSE']
  const correct = answers.filter(({ is_correct }) => is_correct).length
  return answers.map(({ text, is_correct }) => {
    if (type === 'single') return `${is_correct ? '=' : '~'}${writtenAnswer(text)}`
    return `~%${is_correct ? percent(correct) : '-100'}%${writtenAnswer(text)}`
  })
}

/** Answers and explanation follow the format of the question, so a formatted one marks both texts as HTML. */
const writtenQuestion = (question: FileQuestion): string => {
  const html = (text: string) => `[html]${escaped(inLineHtml(text))}`
  const bare = bareOf(question.text)
  const bareExplanation = question.explanation === null || bare === null ? null : bareOf(question.explanation)
  const lines = [
    `${bare === null ? html(question.text) : escaped(bare)}{`,
    ...answerLines(question).map((line) => `  ${line}`),
    ...(question.explanation === null
      ? []
      : [`  ####${bareExplanation === null ? html(question.explanation) : escaped(bareExplanation)}`]),
    '}',
  ]
  return lines.join('\n')
}

/** Questions of a pool as a GIFT file. */
export const writeGift = (pool: string, questions: readonly FileQuestion[]): string => {
  const category = `$CATEGORY: ${withoutControls(pool).replaceAll('/', '//')}`
  return `${[category, ...questions.map(writtenQuestion)].join('\n\n')}\n`
}
