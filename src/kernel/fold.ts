// Accents, apostrophes and quotation marks of every kind, and characters that nobody sees.
const LEFT_OUT =
  /[\u0300-\u036f'"`\u00ab\u00bb\u2018-\u201f\u2039\u203a\u02b9-\u02bf\u2032-\u2036\u00ad\u200b-\u200f\u2060\ufeff]/g
const OTHERS = /[øłđðħıŧς‐‒–—−ßæœþ]/g
const OTHER: Readonly<Record<string, string>> = {
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  ŧ: 't',
  ς: 'σ',
  '‐': '-',
  '‒': '-',
  '–': '-',
  '—': '-',
  '−': '-',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
}

/**
 * A text as searches compare it: lower case, without accents, apostrophes, quotation marks and characters that nobody sees,
 * in one composition and width. `fold_text` (migrations/010-portals.sql) is the same in SQL.
 */
export const foldText = (text: string): string =>
  text
    .replaceAll('´', '')
    .normalize('NFKD')
    .replace(LEFT_OUT, '')
    .toLowerCase()
    .replace(OTHERS, (letter) => OTHER[letter] ?? letter)
    .normalize('NFC')
