import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  fileExtension,
  fileMessages,
  isAlpha,
  isAlphaDash,
  isColor,
  isDecimal,
  isEmail,
  isEmptyValue,
  isFqdn,
  isInteger,
  isIp,
  isIpOrFqdn,
  isPhone,
  isUrl,
  normalizeWebsite,
  parseVideoLink,
  videoEmbedUrl,
} from './validators.ts'

function cases(check: (value: string) => boolean, valid: string[], invalid: string[]) {
  test.each(valid)('%j is valid', (value) => expect(check(value)).toBe(true))
  test.each(invalid)('%j is not valid', (value) => expect(check(value)).toBe(false))
}

test('empty means null, undefined or the empty string, nothing else (VAL-001)', () => {
  for (const value of [null, undefined, '']) expect(isEmptyValue(value)).toBe(true)
  for (const value of [0, false, ' ', [], {}, Number.NaN]) expect(isEmptyValue(value)).toBe(false)
})

describe('e-mail addresses (VAL-010)', () => {
  cases(
    isEmail,
    ['ada@example.com', 'a.b+c@sub.example.co', "o'neil@example.com", 'x@exämple.com', `${'a'.repeat(64)}@example.com`],
    [
      '',
      'ada',
      '@example.com',
      'ada@',
      'ada@localhost',
      'ada@example',
      'a b@example.com',
      '.a@example.com',
      'a.@example.com',
      'a..b@example.com',
      'a@b@example.com',
      'ada@-example.com',
      'ada@example.com\n',
      'ada@example..com',
      `${'a'.repeat(65)}@example.com`,
      `a@${'b'.repeat(60)}.${'c.'.repeat(100)}com`,
    ],
  )

  test('every plain address is valid', () => {
    const address = fc.stringMatching(/^[a-z0-9]{1,20}(\.[a-z0-9]{1,20})?@[a-z0-9]{1,20}\.[a-z]{2,6}$/)
    fc.assert(fc.property(address, isEmail))
  })
})

describe('URLs (VAL-017)', () => {
  cases(
    isUrl,
    [
      'http://example.com',
      'https://example.com/path?a=b#c',
      'HTTPS://EXAMPLE.COM',
      'ftp://files.example.com/a.txt',
      'http://localhost',
      'http://localhost:3000/x',
      'http://192.0.2.1:65535',
      'http://[2001:db8::1]:8080/',
      'https://user:secret@example.com',
      'https://example.com:1',
      'https://example.com?x',
      'https://bücher.example',
      'https://xn--bcher-kva.example',
      'mailto:ada@example.com',
      'mailto:ada@example.com?subject=Hello',
      'tel:+12125550123',
      'tel:212-555-0123',
    ],
    [
      '',
      'example.com',
      '//example.com',
      'javascript:alert(1)',
      'data:text/html,x',
      'gopher://example.com',
      'http://',
      'http://example',
      'http://.com',
      'http://-a.com',
      'http://exa mple.com',
      ' http://example.com',
      'http://example.com/a b',
      'http://example.com/\n',
      'http://example.com/<b>',
      'http://example.com:0',
      'http://example.com:65536',
      'http://example.com:',
      'http://example.com:http',
      'http://256.1.1.1',
      'http://[::1',
      'http://[zz]',
      'http://example.com\\@evil.example',
      'mailto:ada',
      'mailto:',
      'tel:',
      'tel:call-me',
    ],
  )

  test('it is shorter than 2083 characters (VAL-017)', () => {
    const start = 'https://example.com/'
    expect(isUrl(start + 'a'.repeat(2082 - start.length))).toBe(true)
    expect(isUrl(start + 'a'.repeat(2083 - start.length))).toBe(false)
  })

  test('ports run from 1 to 65535 (VAL-017)', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_999 }), (port) => {
        expect(isUrl(`https://example.com:${port}/`)).toBe(port >= 1 && port <= 65_535)
      }),
    )
  })

  test('every accepted web address can be opened (VAL-017)', () => {
    fc.assert(
      fc.property(fc.webUrl({ withFragments: true, withQueryParameters: true }), (value) => {
        expect(URL.canParse(value)).toBe(true)
        if (isUrl(value)) expect(new URL(value).protocol).toMatch(/^https?:$/)
      }),
    )
  })
})

describe('company websites (PRT-020, VAL-029)', () => {
  test.each([
    ['example.com', 'https://example.com'],
    ['  www.example.com/x ', 'https://www.example.com/x'],
    ['http://example.com', 'http://example.com'],
    ['HTTPS://example.com', 'HTTPS://example.com'],
    ['httpsexample.com', 'https://httpsexample.com'],
    ['ftp://example.com', 'https://ftp://example.com'],
    ['', ''],
  ])('%j is saved as %j', (entered, saved) => {
    expect(normalizeWebsite(entered)).toBe(saved)
    expect(normalizeWebsite(saved)).toBe(saved)
  })
})

describe('domains (VAL-024)', () => {
  cases(
    isFqdn,
    ['example.com', 'a.b.c.example.co', 'x-1.example', 'bücher.example', 'example.xn--p1ai'],
    [
      '',
      'localhost',
      'example',
      '-a.com',
      'a-.com',
      'a..com',
      'a.c',
      'a.1',
      'a_b.com',
      '.com',
      'example.com.',
      'a b.com',
    ],
  )
  test('labels have at most 63 characters, names at most 253 (VAL-024)', () => {
    expect(isFqdn(`${'a'.repeat(63)}.com`)).toBe(true)
    expect(isFqdn(`${'a'.repeat(64)}.com`)).toBe(false)
    expect(isFqdn(`${'a.'.repeat(125)}com`)).toBe(true)
    expect(isFqdn(`${'a.'.repeat(126)}com`)).toBe(false)
  })
})

describe('IP addresses (VAL-024)', () => {
  cases(
    isIp,
    ['0.0.0.0', '192.0.2.255', '::', '::1', '2001:db8::8a2e:370:7334', '::ffff:192.0.2.1'],
    [
      '',
      '1.2.3',
      '1.2.3.4.5',
      '256.0.0.1',
      '01.2.3.4',
      '1.2.3.',
      '1:2',
      ':::',
      '1::2::3',
      'g::1',
      '12345::',
      '1.2.3.4:80',
    ],
  )
  test('every address of both versions is an IP address and not a domain (VAL-024)', () => {
    fc.assert(
      fc.property(fc.oneof(fc.ipV4(), fc.ipV6()), (value) => {
        expect([value, isIp(value), isIpOrFqdn(value), isFqdn(value)]).toEqual([value, true, true, false])
      }),
    )
    expect(isIpOrFqdn('example.com')).toBe(true)
    expect(isIpOrFqdn('example')).toBe(false)
  })
})

describe('phone numbers (VAL-022)', () => {
  cases(
    isPhone,
    [
      '2125550123',
      '(212) 555-0123',
      '212.555.0123',
      '1-212-555-0123',
      '+1 212 555 0123',
      '212-555-0123 ext. 45',
      '+1 212 555 0123x9',
      '+44 20 7946 0958',
      '0044 20 7946 0958',
      '+49 30 901820',
      '+33 1 23 45 67 89',
      '+61 2 5550 1234',
      '+353 1 234 5678',
      '+998 90 123 45 67',
    ],
    [
      '',
      'phone',
      '5550123',
      '1125550123',
      '2121550123',
      '2125550',
      '9115550123',
      '21255501234',
      '+',
      '+1 212 555 012',
      '+999 123 456 789',
      '+0 123 456 7890',
      '+44 1',
      '+33 1 23 45 67 89 01',
      '+44 20 7946 0958 12 34 56',
      '020 7946 0958',
      '212-555-O123',
      '++12125550123',
    ],
  )

  test('punctuation makes no difference (VAL-022)', () => {
    const digits = fc.stringMatching(/^[1-9]\d{6,14}$/)
    const mark = fc.constantFrom('', ' ', '-', '.')
    fc.assert(
      fc.property(digits, fc.array(mark, { minLength: 15, maxLength: 15 }), (number, marks) => {
        const spread = [...number].map((digit, index) => (index ? (marks[index] ?? '') : '') + digit).join('')
        expect(isPhone(`+${spread}`)).toBe(isPhone(`+${number}`))
      }),
    )
  })

  test('no number has more than the 15 digits of E.164 (VAL-022)', () => {
    fc.assert(fc.property(fc.stringMatching(/^[1-9]\d{15,20}$/), (number) => !isPhone(`+${number}`)))
  })
})

describe('numbers and letters (VAL-023)', () => {
  test.each<[string | number, boolean, boolean]>([
    ['12', true, true],
    ['-3', true, true],
    ['1.5', false, true],
    ['1.', false, false],
    ['.5', false, false],
    ['1e3', false, false],
    ['', false, false],
    ['abc', false, false],
    [12, true, true],
    [1.5, false, true],
    [Number.NaN, false, false],
    [Number.POSITIVE_INFINITY, false, false],
  ])('%j: whole number %s, number %s', (value, isWhole, isNumber) => {
    expect([isInteger(value), isDecimal(value)]).toEqual([isWhole, isNumber])
  })

  test.each([
    ['abcXYZ', true, true],
    ['Zoë', true, true],
    ['abc1', false, true],
    ['a-b_c', false, true],
    ['a b', false, false],
    ['a.b', false, false],
    ['', false, false],
  ])('%j: letters only %s, with digits and dashes %s', (value, isLetters, isDashed) => {
    expect([isAlpha(value), isAlphaDash(value)]).toEqual([isLetters, isDashed])
  })
})

describe('colors (VAL-027)', () => {
  cases(
    isColor,
    ['#fff', '#0055aa', 'var(--brand)', 'rgb(1, 2, 3)', 'hsl(120 50% 50%)'],
    ['', 'red', 'fff', 'rgba(0,0,0,1)', 'var(brand)', ' #fff', '#fff;}body{display:none', '#fff</style>', '#fff/*'],
  )
})

describe('video links (VAL-028, INT-015, INT-016)', () => {
  const id = 'dQw4w9WgXcQ'
  test.each([
    `https://www.youtube.com/watch?v=${id}`,
    `https://youtube.com/watch?list=x&v=${id}`,
    `http://m.youtube.com/watch?v=${id}`,
    `https://youtu.be/${id}?t=10`,
    `https://www.youtube.com/embed/${id}`,
    `https://youtube.com/shorts/${id}`,
    `https://www.youtube.com/live/${id}?feature=share`,
    `https://youtube-nocookie.com/embed/${id}`,
  ])('%s is a YouTube video', (link) => {
    expect(parseVideoLink(link)).toEqual({ provider: 'youtube', id, hash: null })
  })

  test.each([
    ['https://vimeo.com/76979871', null],
    ['https://vimeo.com/76979871/abc123def0', 'abc123def0'],
    ['https://player.vimeo.com/video/76979871', null],
    ['https://player.vimeo.com/video/76979871?h=abc123def0', 'abc123def0'],
  ])('%s is a Vimeo video with the hash %s', (link, hash) => {
    expect(parseVideoLink(link)).toEqual({ provider: 'vimeo', id: '76979871', hash })
  })

  test.each([
    '',
    'youtube',
    `youtube.com/watch?v=${id}`,
    `https://youtube.com.evil.example/watch?v=${id}`,
    `https://evil.example/youtube.com/watch?v=${id}`,
    `https://youtube.com@evil.example/watch?v=${id}`,
    `https://user@youtube.com/watch?v=${id}`,
    `https://youtube.com:8443/watch?v=${id}`,
    `https://music.youtube.com/watch?v=${id}`,
    `javascript:alert("https://youtu.be/${id}")`,
    'https://www.youtube.com/watch?v=short',
    'https://www.youtube.com/watch',
    'https://www.youtube.com/channel/UC123',
    `https://youtu.be/${id}/more`,
    'https://vimeo.com/channels/staffpicks',
    'https://vimeo.com/76979871/"onload=',
    'https://player.vimeo.com/video/76979871?h="x',
    'https://player.vimeo.com/76979871',
  ])('%j is refused', (link) => {
    expect(parseVideoLink(link)).toBeNull()
  })

  test('the address to embed is built only from the parts', () => {
    expect(videoEmbedUrl({ provider: 'youtube', id, hash: null })).toBe(`https://www.youtube-nocookie.com/embed/${id}`)
    const unlisted = 'https://player.vimeo.com/video/5?dnt=1&h=ab'
    expect(videoEmbedUrl({ provider: 'vimeo', id: '5', hash: 'ab' })).toBe(unlisted)
    expect(parseVideoLink(unlisted)).toEqual({ provider: 'vimeo', id: '5', hash: 'ab' })
  })
})

describe('files (VAL-018, VAL-019, VAL-020)', () => {
  const file = { name: 'Plan.PDF', size: 2048 }

  test('the case of the extension does not matter (VAL-018)', () => {
    expect(fileExtension('a.b.PNG')).toBe('png')
    for (const name of ['none', 'dir.x/none', '.', 'a.']) expect(fileExtension(name)).toBe('')
    expect(fileMessages(file, { types: ['pdf', 'docx'] })).toEqual([])
    expect(fileMessages(file, { types: ['png', 'jpg'] })).toEqual(['Please choose a file of the type png, jpg.'])
  })

  test('the size may reach the maximum but not exceed it (VAL-019)', () => {
    expect(fileMessages(file, { max_size: 2048 })).toEqual([])
    expect(fileMessages(file, { max_size: 2047 })).toEqual(['Please choose a file of no more than 2 KB.'])
    expect(fileMessages({ name: 'a', size: 2 ** 31 }, { max_size: 20_971_520 })).toEqual([
      'Please choose a file of no more than 20 MB.',
    ])
  })

  test.each(['jpg', 'svg', 'jpeg', 'png', 'bmp', 'gif'])(
    'a %s image has exactly these dimensions (VAL-020)',
    (type) => {
      const image = { name: `a.${type}`, size: 1, width: 300, height: 200 }
      expect(fileMessages(image, { width: 300, height: 200 })).toEqual([])
      const text = 'Please choose an image of 300x201 pixels.'
      expect(fileMessages(image, { width: 300, height: 201 })).toEqual([text])
      expect(fileMessages({ name: `a.${type}`, size: 1 }, { width: 300, height: 201 })).toEqual([text])
    },
  )

  test('only images are measured, and every fault is reported (VAL-018 to VAL-020)', () => {
    const messages = fileMessages(
      { name: 'a.webp', size: 9, width: 1, height: 1 },
      { types: ['png'], max_size: 8, width: 1, height: 1 },
    )
    expect(messages).toHaveLength(3)
  })
})
