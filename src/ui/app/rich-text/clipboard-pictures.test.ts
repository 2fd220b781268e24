import { describe, expect, test } from 'vitest'
import { picturesInRtf, sourcesOf } from './clipboard-pictures.ts'

const PNG = '89504e470d0a1a0a0000000d'
const JPEG = 'ffd8ffe000104a464946'
const OLD = '{\\nonshppict{\\pict\\picw50\\wmetafile8 0100090000}}'

describe('the pictures of an RTF text (BLD-081)', () => {
  test.each([
    ['none', '{\\rtf1 Words only {\\b bold}}', []],
    [
      'one, and its drawing for old programs',
      `{\\rtf1 {\\*\\shppict{\\pict\\picw50\\pngblip ${PNG}}}${OLD}}`,
      [['png', PNG]],
    ],
    [
      'as Word writes them, with properties between',
      `{\\rtf1 a{\\*\\shppict{\\pict{\\*\\picprop\\shplid1{\\sp{\\sn wzName}{\\sv Picture 1}}}\\picscalex100\\pngblip\\bliptag-12{\\*\\blipuid 0123abcd}\n${PNG.slice(0, 8)}\n${PNG.slice(8)}}}${OLD}{\\*\\shppict{\\pict\\jpegblip\\bliptag7 ${JPEG}}}}`,
      [
        ['png', PNG],
        ['jpg', JPEG],
      ],
    ],
    ['one that is cut off', `{\\rtf1 {\\pict\\pngblip ${PNG}5}}`, []],
    ['a word that begins alike', `{\\rtf1 {\\picture\\pngblip ${PNG}}}`, []],
  ])('%s', (_, rtf, expected) => {
    const pictures = picturesInRtf(rtf)
    expect(pictures.map(({ extension, bytes }) => [extension, Buffer.from(bytes).toString('hex')])).toEqual(expected)
  })
})

describe('where the pictures of a pasted text come from (BLD-081)', () => {
  const NOTHING = { files: [], rtf: '' }
  const picture = (address: string, alt: string | null = null) => ({ id: address, address, alt })
  const file = (name: string) => new File(['x'], name, { type: 'image/png' })
  const summaryOf = ({ sources, lost }: ReturnType<typeof sourcesOf>) => [
    sources.map(({ name, source }) => [name, typeof source === 'string' ? source : source.name]),
    lost.map(({ name, reason }) => `${name}: ${reason}`),
  ]

  test.each([
    [
      'of the web',
      'https://example.com/a/hard%20hat.png?x=1',
      [['hard hat.png', 'https://example.com/a/hard%20hat.png?x=1']],
      [],
    ],
    [
      'without a name',
      'https://example.com/docsz/AD_4nX?key=abc',
      [['Picture 1', 'https://example.com/docsz/AD_4nX?key=abc']],
      [],
    ],
    ['in the text', 'data:image/jpeg;base64,eA==', [['Picture 1', 'Picture 1.jpg']], []],
    ['a drawing in the text', 'data:image/svg+xml;base64,eA==', [['Picture 1', 'Picture 1.svg']], []],
    ['damaged in the text', 'data:image/png;base64,***', [], ['Picture 1: It cannot be read.']],
    ['no picture in the text', 'data:text/html,x', [], ['Picture 1: It cannot be read.']],
    ...['file:///C:/Temp/clip_image001.png', 'cid:clip_image001.png', 'blob:https://a/clip_image001.png'].map(
      (address) =>
        [
          'elsewhere',
          address,
          [],
          ['clip_image001.png: It is a file of another program. Save it there, and add it with “Picture”.'],
        ] as const,
    ),
  ] as const)('%s: %s', (_, address, sources, lost) => {
    expect(summaryOf(sourcesOf([picture(address)], NOTHING))).toEqual([sources, lost])
  })

  test('a picture is called by what it shows where it has no file', () => {
    expect(summaryOf(sourcesOf([picture('data:image/png;base64,eA==', 'A rung')], NOTHING))[0]).toEqual([
      ['A rung', 'A rung.png'],
    ])
  })

  test('what lies beside the text stands for the files of the other program, if there is one for each', () => {
    const pictures = [picture('file:///a/1.png'), picture('https://example.com/w.png'), picture('file:///a/2.jpg')]
    const rtf = `{\\rtf1 {\\pict\\pngblip ${PNG}}{\\pict\\jpegblip ${JPEG}}}`
    expect(summaryOf(sourcesOf(pictures, { files: [], rtf }))).toEqual([
      [
        ['1.png', 'picture-1.png'],
        ['w.png', 'https://example.com/w.png'],
        ['2.jpg', 'picture-2.jpg'],
      ],
      [],
    ])
    expect(summaryOf(sourcesOf(pictures, { files: [file('x.png'), file('y.png')], rtf: '' }))[1]).toEqual([])
    const [sources, lost] = summaryOf(sourcesOf(pictures, { files: [file('x.png')], rtf: '' }))
    expect([sources?.length, lost?.length]).toEqual([1, 2])
  })
})
