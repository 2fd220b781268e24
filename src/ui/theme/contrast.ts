import { BLACK, contrast, parseColor, toHex, WHITE } from './color.ts'

/** White or black, whichever can be read better on the color. */
export const contrastOf = (color: string): string => {
  const parsed = parseColor(color)
  return toHex(parsed && contrast(parsed, WHITE) < contrast(parsed, BLACK) ? BLACK : WHITE)
}
