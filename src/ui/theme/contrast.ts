import { BLACK, contrast, parseColour, toHex, WHITE } from './colour.ts'

/** White or black, whichever can be read better on the colour. */
export const contrastOf = (colour: string): string => {
  const parsed = parseColour(colour)
  return toHex(parsed && contrast(parsed, WHITE) < contrast(parsed, BLACK) ? BLACK : WHITE)
}
