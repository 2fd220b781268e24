import { type FoundQuestion, finished, isPair, refusedQuestion } from './found.ts'
import { escapeText } from './html.ts'

/** Aiken: a question, its answers behind capital letters, and `ANSWER:` with the letter of the correct one. */

const OPTION = /^\s*([A-Z])[.)]\s*(.*)$/
const ANSWER = /^\s*ANSWER\s*:\s*(.*?)\s*$/i

export const looksLikeAiken = (text: string): boolean =>
  /^\s*ANSWER\s*:\s*[A-Z]/im.test(text) && /^\s*[A-Z][.)]\s/m.test(text)

type Reading = { line: number; words: string[]; options: { letter: string; text: string }[] }

const settle = ({ line, words, options }: Reading, letters: string | null): FoundQuestion => {
  const heading = { place: `Line ${line}`, title: escapeText(words.join(' ')), category: null }
  if (letters === null) return refusedQuestion(heading, 'It has no line “ANSWER:” below its answers.')
  const chosen = letters.split(/[\s,;]+/).map((letter) => letter.replace(/[.)]$/, '').toUpperCase())
  const unknown = chosen.find((letter) => !options.some((option) => option.letter === letter))
  if (options.length === 0) return refusedQuestion(heading, 'It has no answers that begin with A. or A).')
  if (unknown !== undefined) return refusedQuestion(heading, `It has no answer ${unknown || 'behind “ANSWER:”'}.`)
  const repeated = options.find(({ letter }, at) => options.findIndex((other) => other.letter === letter) !== at)
  if (repeated) return refusedQuestion(heading, `It has the answer ${repeated.letter} twice.`)
  const isBoolean = chosen.length === 1 && isPair(options.map(({ text }) => text))
  return finished({
    ...heading,
    type: isBoolean ? 'boolean' : chosen.length > 1 ? 'multiple' : 'single',
    text: `<p>${words.map(escapeText).join('<br />')}</p>`,
    explanation: '',
    answers: options.map(({ letter, text }) => ({ html: escapeText(text), is_correct: chosen.includes(letter) })),
  })
}

export const readAiken = (text: string): FoundQuestion[] => {
  const questions: FoundQuestion[] = []
  let reading: Reading | null = null
  const end = (letters: string | null) => {
    if (reading) questions.push(settle(reading, letters))
    reading = null
  }
  for (const [at, line] of text.replace(/\r\n?/g, '\n').split('\n').entries()) {
    if (line.trim() === '') continue
    const answer = ANSWER.exec(line)
    const option = OPTION.exec(line)
    const current: Reading | null = reading
    if (answer) end(answer[1] ?? '')
    else if (option && current) current.options.push({ letter: option[1] ?? '', text: option[2] ?? '' })
    else {
      // Words behind the answers begin another question: the one before has no line that names the correct answer.
      if (current && current.options.length > 0) end(null)
      if (reading) (reading as Reading).words.push(line.trim())
      else reading = { line: at + 1, words: [line.trim()], options: [] }
    }
  }
  end(null)
  return questions
}
