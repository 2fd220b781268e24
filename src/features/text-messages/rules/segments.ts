/** The characters of GSM 03.38 that take one unit, and those that take two. */
const ONE = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
const TWO = new Set('\f^{}\\[~]|€')

const GSM = { single: 160, part: 153 }
const UCS = { single: 70, part: 67 }

export type Segments = {
  encoding: 'gsm-7' | 'ucs-2'
  /** What the text takes of `encoding`'s units. */
  units: number
  /** As many texts as are sent and paid for. */
  segments: number
}

/** In how many parts a text goes to a phone: 160 units of GSM-7 for one, 153 for each of several; else 70 and 67 of UCS-2. */
export const segmentsOf = (text: string): Segments => {
  const signs = [...text]
  const isGsm = signs.every((sign) => ONE.has(sign) || TWO.has(sign))
  const units = isGsm ? signs.reduce((sum, sign) => sum + (TWO.has(sign) ? 2 : 1), 0) : text.length
  const { single, part } = isGsm ? GSM : UCS
  return { encoding: isGsm ? 'gsm-7' : 'ucs-2', units, segments: units <= single ? 1 : Math.ceil(units / part) }
}

const PLAIN: Readonly<Record<string, string>> = {
  '\u2018': "'",
  '\u2019': "'",
  '\u201c': '"',
  '\u201d': '"',
  '\u2013': '-',
  '\u2014': '-',
  '\u2026': '...',
  '\u00a0': ' ',
  '\t': ' ',
  Ł: 'L',
  ł: 'l',
  Đ: 'D',
  đ: 'd',
  ı: 'i',
}

/** The same words in GSM-7 where its characters allow it: typographic signs become plain ones, and accents go that it lacks. */
export const plainWords = (text: string): string =>
  [...text.normalize('NFC')]
    .map((sign) => {
      if (ONE.has(sign) || TWO.has(sign)) return sign
      const bare = PLAIN[sign] ?? sign.normalize('NFD').replace(/\p{Mn}/gu, '')
      return [...bare].every((each) => ONE.has(each) || TWO.has(each)) ? bare : sign
    })
    .join('')
