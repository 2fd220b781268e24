/** A caption as it is shown: from one second to another. `text` has no tags; `speaker` is who says it, where the file tells. */
export type Cue = { start: number; end: number; text: string; speaker: string | null }

/** What is wrong with a caption file, and in which line, from 1 on. */
export type CaptionFault = { line: number; reason: string }

/** A caption file that was read: its cues, and the whole of it as WebVTT; or what is wrong with it. */
export type CaptionReading = { cues: Cue[]; vtt: string; fault: null } | { cues: null; vtt: null; fault: CaptionFault }

/** Characters of a caption file: ten hours of talk have about half of it. */
export const CAPTIONS_MAX_LENGTH = 1_000_000
/** Caption files of one item, each in a language of its own. */
export const CAPTIONS_MAX_FILES = 20
export const CAPTION_EXTENSIONS = ['vtt', 'srt'] as const

/** Languages that captions are offered in, by their tags. */
export const CAPTION_LANGUAGES = [
  ...[
    'en',
    'es',
    'am',
    'ar',
    'bn',
    'bs',
    'zh-Hans',
    'zh-Hant',
    'cs',
    'nl',
    'fa',
    'fr',
    'de',
    'el',
    'gu',
    'ht',
    'he',
    'hi',
  ],
  ...[
    'hmn',
    'hu',
    'id',
    'it',
    'ja',
    'km',
    'ko',
    'lo',
    'ne',
    'pl',
    'pt',
    'pa',
    'ro',
    'ru',
    'so',
    'sw',
    'tl',
    'ta',
    'te',
  ],
  ...['th', 'tr', 'uk', 'ur', 'vi', 'yo'],
] as const

/** What speakers of a language call it: the label of new captions. */
export const languageName = (language: string): string => {
  const name = new Intl.DisplayNames([language], { type: 'language', fallback: 'code' }).of(language) ?? language
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1)
}

/** The language that the name of a file tells (`talk.es.vtt`, `talk_zh-Hans.srt`), or null. */
export const languageOfName = (name: string): string | null => {
  const word = /[._ -]([a-z]{2,3}(?:-[a-z]{4})?)(?:[-_][a-z]{2})?\.[a-z]{3}$/i.exec(name)?.[1]?.toLowerCase()
  return CAPTION_LANGUAGES.find((language) => language.toLowerCase() === word) ?? null
}

/** The sentence for a file that was not taken. */
export const captionFaultText = (name: string, { line, reason }: CaptionFault): string =>
  `${name}, line ${line}: ${reason}`

const ARROW = '-->'
const VTT_TIME = /^(?:(\d{2,}):)?([0-5]\d):([0-5]\d)\.(\d{3})$/
const SRT_TIME = /^(\d{1,2}):([0-5]\d):([0-5]\d)[,.](\d{3})$/
/** Where and how wide a caption stands; other settings say nothing that players understand. */
const SETTING =
  /^(?:vertical:(?:rl|lr)|line:-?[\d.]+%?(?:,(?:start|center|end))?|position:[\d.]+%(?:,(?:line-left|center|line-right))?|size:[\d.]+%|align:(?:start|center|end|left|right))$/

type Kind = 'WebVTT' | 'SubRip'

const secondsOf = (text: string, kind: Kind): number | null => {
  const parts = (kind === 'WebVTT' ? VTT_TIME : SRT_TIME).exec(text)
  if (!parts) return null
  const [, hours = '0', minutes, seconds, milliseconds] = parts
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds) + Number(milliseconds) / 1000
}

const two = (value: number) => String(value).padStart(2, '0')
const timeText = (at: number): string => {
  const milliseconds = Math.round(at * 1000)
  const seconds = Math.floor(milliseconds / 1000)
  const clock = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60].map(two).join(':')
  return `${clock}.${String(milliseconds % 1000).padStart(3, '0')}`
}

const EXAMPLE = { WebVTT: '00:01:02.500 --> 00:01:05.000', SubRip: '00:01:02,500 --> 00:01:05,000' } as const

/** A line with the times of a caption. */
const readTimes = (line: string, kind: Kind): { start: number; end: number; settings: string[] } | string => {
  const [before = '', after = ''] = line.split(ARROW)
  const [last = '', ...settings] = after.trim().split(/[ \t]+/)
  const start = secondsOf(before.trim(), kind)
  const end = secondsOf(last, kind)
  if (start === null || end === null)
    return `the time “${start === null ? before.trim() : last}” cannot be read. Write times such as ${EXAMPLE[kind]}.`
  if (end <= start) return 'this caption ends before it starts.'
  return { start, end, settings: kind === 'WebVTT' ? settings.filter((setting) => SETTING.test(setting)) : [] }
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  nbsp: '\u00a0',
  lrm: '\u200e',
  rlm: '\u200f',
}

/** The words of a caption without its tags. */
const plainText = (payload: string): string =>
  payload
    .replace(/<[^>]*>/g, '')
    .replace(/&(amp|lt|gt|nbsp|lrm|rlm);/g, (_, name: string) => ENTITIES[name] ?? '')
    .trim()

const speakerOf = (payload: string): string | null =>
  plainText(/<v(?:\.[^\s>]*)?[ \t]+([^>]+)>/.exec(payload)?.[1] ?? '') || null

/** SubRip knows bold, italic and underlined; fonts, places and a bare ampersand or bracket are not part of WebVTT. */
const fromSubRip = (payload: string): string =>
  payload
    .replace(/\{\\[^}]*\}/g, '')
    .replace(/<\/?font[^>]*>/gi, '')
    .replace(/<(\/?)([biu])>/gi, (_, end: string, tag: string) => `<${end}${tag.toLowerCase()}>`)
    .replace(/&(?!(?:amp|lt|gt|nbsp|lrm|rlm);)/g, '&amp;')
    .replace(/<(?!\/?[biu]>)/g, '&lt;')

type Block = { line: number; lines: string[] }

/** What stands between empty lines, each with the number of its first line. */
const blocksOf = (lines: readonly string[]): Block[] => {
  const blocks: Block[] = []
  let current: Block | null = null
  lines.forEach((line, index) => {
    if (line.trim() === '') current = null
    else if (current) current.lines.push(line)
    else {
      current = { line: index + 1, lines: [line] }
      blocks.push(current)
    }
  })
  return blocks
}

const isComment = ([first = '']: readonly string[]): boolean => /^(?:NOTE|STYLE|REGION)(?:[ \t]|$)/.test(first)

const failed = (line: number, reason: string): CaptionReading => ({ cues: null, vtt: null, fault: { line, reason } })

type Written = { cue: Cue; settings: string[]; payload: string }

const readBlock = ({ line, lines }: Block, kind: Kind): Written | CaptionFault => {
  const at = lines.findIndex((each) => each.includes(ARROW))
  if (at === -1) return { line, reason: `a line with times is missing, such as ${EXAMPLE[kind]}.` }
  if (at > 1) return { line: line + 1, reason: 'only one line may stand above the times of a caption.' }
  const times = readTimes(lines[at] ?? '', kind)
  if (typeof times === 'string') return { line: line + at, reason: times }
  const rest = lines.slice(at + 1)
  const second = rest.findIndex((each) => each.includes(ARROW))
  if (second !== -1) return { line: line + at + 1 + second, reason: 'an empty line is missing above the next caption.' }
  const payload = kind === 'SubRip' ? fromSubRip(rest.join('\n')) : rest.join('\n')
  const { settings, ...span } = times
  return { cue: { ...span, text: plainText(payload), speaker: speakerOf(payload) }, settings, payload }
}

/**
 * Reads a WebVTT or SubRip file. What cannot be read is named with its line; a file in order comes back as WebVTT with
 * its captions in the order of their times, without styles, comments and names of captions.
 */
export const readCaptions = (content: string): CaptionReading => {
  const lines = content
    .replace(/^\ufeff/, '')
    .replaceAll('\0', '\ufffd')
    .split(/\r\n|\n|\r/)
  if (content.length > CAPTIONS_MAX_LENGTH) return failed(1, 'the file is too long. Please split the recording.')
  const blocks = blocksOf(lines)
  const [first] = blocks
  if (!first) return failed(1, 'the file is empty.')
  const isVtt = /^WEBVTT(?:[ \t]|$)/.test(lines[0] ?? '')
  const [, times = ''] = first.lines
  const isSubRip = /^\d+$/.test(first.lines[0]?.trim() ?? '') && times.includes(ARROW)
  if (!isVtt && !isSubRip && !/^\d.*,\d{3}\s*-->/.test(first.lines[0] ?? ''))
    return failed(1, 'the file must begin with the word WEBVTT, or be a SubRip (.srt) file.')
  const kind = isVtt ? 'WebVTT' : 'SubRip'
  const written: Written[] = []
  for (const block of isVtt ? blocks.slice(1) : blocks) {
    if (isVtt && isComment(block.lines)) continue
    const read = readBlock(block, kind)
    if ('reason' in read) return failed(read.line, read.reason)
    if (read.cue.text !== '') written.push(read)
  }
  // A file may go on right below its first line.
  if (isVtt && first.lines.some((line) => line.includes(ARROW)))
    return failed(2, 'an empty line is missing below WEBVTT.')
  if (written.length === 0) return failed(lines.length, 'there are no captions in this file.')
  written.sort((one, other) => one.cue.start - other.cue.start || one.cue.end - other.cue.end)
  const parts = written.map(
    ({ cue: { start, end }, settings, payload }) =>
      `${[timeText(start), ARROW, timeText(end), ...settings].join(' ')}\n${payload.trim()}`,
  )
  return { cues: written.map(({ cue }) => cue), vtt: `${['WEBVTT', ...parts].join('\n\n')}\n`, fault: null }
}

/** A part of a transcript: what one person says without a pause. */
export type Passage = { start: number; end: number; speaker: string | null; cues: Cue[] }

const PAUSE_SECONDS = 2
const PASSAGE_LENGTH = 320

/** Captions put together to be read: a new passage begins with another speaker, a pause, or a sentence when it gets long. */
export const transcriptOf = (cues: readonly Cue[]): Passage[] => {
  const passages: Passage[] = []
  let length = 0
  for (const cue of cues) {
    const last = passages.at(-1)
    const before = last?.cues.at(-1)
    const goesOn =
      last &&
      before &&
      (cue.speaker === null || cue.speaker === last.speaker) &&
      cue.start - before.end < PAUSE_SECONDS &&
      (length < PASSAGE_LENGTH || !/[.!?…]["'”’)]?$/.test(before.text))
    if (goesOn) {
      last.cues.push(cue)
      last.end = cue.end
      length += cue.text.length
    } else {
      passages.push({ start: cue.start, end: cue.end, speaker: cue.speaker, cues: [cue] })
      length = cue.text.length
    }
  }
  return passages
}
