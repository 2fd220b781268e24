import { textPictureUrl } from '#kernel/uploads/text-pictures.ts'
import type { FoundQuestion } from './found.ts'
import { type PictureSource, placeOf } from './pictures.ts'

/** What was made of a source: the uuid of its picture, and its size where it is known; or why there is none. */
export type TakenPicture = { uuid: string; width?: number; height?: number } | { refused: string }

const sized = (tag: string, { width, height }: { width?: number; height?: number }): string =>
  width === undefined || height === undefined || /\s(?:width|height)=/.test(tag)
    ? tag
    : tag.replace(/\s*\/?>$/, ` width="${width}" height="${height}" />`)

/** A question with the pictures of the library in their places; it is not taken where one of them is missing. */
export const withPictures = (entry: FoundQuestion, takenOf: (source: PictureSource) => TakenPicture): FoundQuestion => {
  const { pictures = [], question, ...rest } = entry
  if (pictures.length === 0 || !question) return entry
  const taken = pictures.map(takenOf)
  const missing = taken.find((one) => 'refused' in one)
  if (missing) return { ...rest, question: null, refused: missing.refused, notes: [] }
  const placed = (html: string): string =>
    html.replace(/<img\b[^>]*>/g, (tag) => {
      const at = taken.findIndex((_, index) => tag.includes(`"${placeOf(index + 1)}"`))
      const one = taken[at]
      if (!one || 'refused' in one) return tag
      return sized(tag.replace(placeOf(at + 1), textPictureUrl(one.uuid)), one)
    })
  const { text, explanation } = question
  return {
    ...rest,
    question: { ...question, text: placed(text), explanation: explanation === null ? null : placed(explanation) },
  }
}
