import type { KeptNote } from './notes.ts'

const lists = new Intl.ListFormat('en-US')
const quoted = (titles: readonly string[]): string => lists.format(titles.map((title) => `“${title}”`))

/** What a note on work that was kept on this device and does not count says to the learner (OFF-028). */
export const noteText = ({ kind, items }: Pick<KeptNote, 'kind' | 'items'>): string => {
  const isOne = items.length === 1
  if (kind === 'refused') {
    const next = 'because the course changed. Open the course to see what is left to do.'
    return items.length === 0
      ? `Something you finished without a connection could not be recorded, ${next}`
      : `You finished ${quoted(items)} without a connection. ${isOne ? 'This' : 'These'} could not be recorded, ${next}`
  }
  const ended = 'Your access to this course has ended.'
  if (items.length === 0) return ended
  const late = isOne
    ? 'it was received after your access ended and does not count. If it'
    : 'they were received after your access ended and do not count. If they'
  return `${ended} You finished ${quoted(items)} without a connection, but ${late} should count, contact your instructor.`
}
