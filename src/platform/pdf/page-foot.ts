import { createElement as e, type ReactElement } from 'react'
import type { PdfKit, WordsStyle } from './pdf.ts'

type FootOptions = {
  /** Of the page and its margins on both sides, in points. */
  height: number
  margin: number
  /** How wide the text at the left may be, in points. */
  width: number
  style: WordsStyle
}

/** The foot of every page: a text at the left, "Page 2 of 5" at the right. */
export const pageFoot = (
  { View, words }: PdfKit,
  text: string,
  { height, margin, width, style }: FootOptions,
): ReactElement =>
  e(
    View,
    {
      key: 'foot',
      fixed: true,
      style: {
        position: 'absolute',
        top: height - 42,
        left: margin,
        right: margin,
        flexDirection: 'row',
        justifyContent: 'space-between',
      },
    },
    words(text, { ...style, width }),
    e(View, {
      style: { width: 90 },
      render: ({ pageNumber, totalPages }: { pageNumber: number; totalPages?: number }) =>
        words(`Page ${pageNumber} of ${totalPages ?? pageNumber}`, { ...style, width: 90, align: 'right' }),
    }),
  )
