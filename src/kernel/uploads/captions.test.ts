import { describe, expect, test } from 'vitest'
import { captionFaultText, languageName, languageOfName, readCaptions, transcriptOf } from './captions.ts'

const vtt = (...lines: string[]) => ['WEBVTT', '', ...lines].join('\n')
const words = (content: string) => readCaptions(content).cues?.map(({ start, end, text }) => [start, end, text])

describe('captions that are in order (BLD-071)', () => {
  test.each([
    ['times without hours', vtt('00:01.000 --> 00:02.500', 'Hi'), [[1, 2.5, 'Hi']]],
    ['hours beyond two digits', vtt('100:00:01.000 --> 100:00:02.000', 'Late'), [[360_001, 360_002, 'Late']]],
    ['a name above the times', vtt('intro', '00:01.000 --> 00:02.000', 'Hi'), [[1, 2, 'Hi']]],
    ['two lines', vtt('00:01.000 --> 00:02.000', 'Hard', 'hats'), [[1, 2, 'Hard\nhats']]],
    [
      'tags and entities',
      vtt('00:01.000 --> 00:02.000', '<c.loud>5 &lt; 6 &amp; <b>so</b></c>'),
      [[1, 2, '5 < 6 & so']],
    ],
    [
      'comments and styles',
      vtt('NOTE by Ann', '', 'STYLE', '::cue { color: red }', '', '00:01.000 --> 00:02.000', 'Hi'),
      [[1, 2, 'Hi']],
    ],
    ['an empty caption', vtt('00:01.000 --> 00:02.000', '', '00:03.000 --> 00:04.000', 'Hi'), [[3, 4, 'Hi']]],
    [
      'captions in another order',
      vtt('00:03.000 --> 00:04.000', 'B', '', '00:01.000 --> 00:02.000', 'A'),
      [
        [1, 2, 'A'],
        [3, 4, 'B'],
      ],
    ],
    [
      'a byte order mark and line ends of Windows',
      '\ufeffWEBVTT - Ladders\r\n\r\n00:01.000 --> 00:02.000\r\nHi\r\n',
      [[1, 2, 'Hi']],
    ],
    [
      'SubRip',
      '1\n00:00:01,000 --> 00:00:02,000\nHi\n\n2\n00:00:03,000 --> 00:00:04,000\nthere',
      [
        [1, 2, 'Hi'],
        [3, 4, 'there'],
      ],
    ],
    ['SubRip without numbers', '00:00:01,000 --> 00:00:02,000\nHi', [[1, 2, 'Hi']]],
    [
      'SubRip with fonts and places',
      '1\n0:00:01,000 --> 0:00:02,000\n{\\an8}<font color="red"><I>R&D</I></font> < 5',
      [[1, 2, 'R&D < 5']],
    ],
  ] as const)('%s', (_, content, cues) => {
    expect(words(content)).toEqual(cues)
  })

  test('comes back as WebVTT that reads the same, with places and without styles', () => {
    const { vtt: written } = readCaptions(
      vtt('x', '00:01.000 --> 00:02.000 align:start line:0 region:fred', '<v Ann>Hi</v>'),
    )
    expect(written).toBe('WEBVTT\n\n00:00:01.000 --> 00:00:02.000 align:start line:0\n<v Ann>Hi</v>\n')
    expect(readCaptions(written ?? '').vtt).toBe(written)
    const { vtt: converted } = readCaptions('1\n00:59:59,999 --> 01:00:00,000\n<B>R&D</B> 1 < 2 <i>x</i>')
    expect(converted).toBe('WEBVTT\n\n00:59:59.999 --> 01:00:00.000\n<b>R&amp;D</b> 1 &lt; 2 <i>x</i>\n')
    expect(readCaptions(converted ?? '').cues?.[0]?.text).toBe('R&D 1 < 2 x')
  })
})

describe('a broken file is refused with its line (BLD-071)', () => {
  test.each([
    ['', 1, 'the file is empty.'],
    ['Hello', 1, 'the file must begin with the word WEBVTT'],
    ['WEBVTTX\n\n00:01.000 --> 00:02.000\nHi', 1, 'the file must begin with the word WEBVTT'],
    ['WEBVTT\n', 2, 'there are no captions in this file.'],
    ['WEBVTT\n00:01.000 --> 00:02.000\nHi', 2, 'an empty line is missing below WEBVTT.'],
    [vtt('00:01.000 --> 00:02.000', 'Hi', '', '00:03 --> 00:04.000', 'x'), 6, 'the time “00:03” cannot be read.'],
    [vtt('00:01.000 --> 00:02,000', 'Hi'), 3, 'the time “00:02,000” cannot be read.'],
    [vtt('00:61.000 --> 00:62.000', 'Hi'), 3, 'the time “00:61.000” cannot be read.'],
    [vtt('00:05.000 --> 00:04.000', 'Hi'), 3, 'this caption ends before it starts.'],
    [vtt('intro', 'Hi'), 3, 'a line with times is missing'],
    [vtt('a', 'b', '00:01.000 --> 00:02.000', 'Hi'), 4, 'only one line may stand above'],
    [
      vtt('00:01.000 --> 00:02.000', 'Hi', '00:03.000 --> 00:04.000', 'x'),
      5,
      'an empty line is missing above the next',
    ],
    [
      '1\n00:00:01,000 --> 00:00:02,000\nHi\n\n2\n00:00:03 --> 00:00:04,000\nx',
      6,
      'the time “00:00:03” cannot be read.',
    ],
  ])('%j', (content, line, reason) => {
    const { fault } = readCaptions(content)
    expect(fault?.line).toBe(line)
    expect(fault?.reason).toContain(reason)
  })

  test('the message names the file', () => {
    expect(captionFaultText('talk.vtt', { line: 7, reason: 'this caption ends before it starts.' })).toBe(
      'talk.vtt, line 7: this caption ends before it starts.',
    )
  })
})

test('the name of a file tells its language (BLD-070)', () => {
  expect(
    ['talk.es.vtt', 'talk_fr-CA.srt', 'talk.zh-Hans.vtt', 'talk.vtt', 'my talk.vtt', 'a-xx.vtt'].map(languageOfName),
  ).toEqual(['es', 'fr', 'zh-Hans', null, null, null])
  expect(['en', 'es', 'zh-Hans'].map(languageName)).toEqual(['English', 'Español', '简体中文'])
})

test('a transcript breaks at speakers, pauses and the ends of long passages (BLD-073)', () => {
  const cue = (start: number, text: string, speaker: string | null = null) => ({ start, end: start + 1, text, speaker })
  const long = 'x'.repeat(330)
  const passages = transcriptOf([
    cue(0, 'Hi.', 'Ann'),
    cue(1, 'Welcome.', 'Ann'),
    cue(2, 'Thanks.', 'Ben'),
    cue(10, 'Now.'),
    cue(11, long),
    cue(12, 'end.'),
    cue(13, 'Next.'),
  ])
  expect(passages.map(({ speaker, cues }) => [speaker, cues.length])).toEqual([
    ['Ann', 2],
    ['Ben', 1],
    [null, 3],
    [null, 1],
  ])
})
