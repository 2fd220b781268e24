/**
 * A text as it may be printed: composed (NFC), with every kind of space as a plain one, and without control characters and
 * bidirectional overrides, which would show a name backwards. Line ends, no-break spaces, joiners between letters and the
 * invisible parts of emoji stay.
 */
export const printable = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/[\t\v\f]|(?!\u00a0)\p{Zs}/gu, ' ')
    .replace(/(?![\n\u200b-\u200d\u{e0020}-\u{e007f}])[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}]/gu, '')
