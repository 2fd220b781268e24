import { DOMSerializer } from '@tiptap/pm/model'
import { type Editor, Extension } from '@tiptap/react'
import { TAKING } from './rich-text-parts.ts'

/** Marks in the editor the paragraphs that are written without their tag. */
const BARE = 'data-bare'

/** Words that stand in a part without a paragraph of their own, as in a cell, are one only while they are edited. */
export const Bare = Extension.create({
  name: 'bare',
  addGlobalAttributes: () => [
    {
      types: ['paragraph'],
      attributes: {
        is_bare: {
          default: true,
          parseHTML: () => false,
          renderHTML: ({ is_bare: isBare }) => (isBare ? { [BARE]: '' } : {}),
        },
      },
    },
  ],
})

const isBare = (element: Element | null) => element?.hasAttribute(BARE) ?? false

/** The text of an editor as it is saved. Two bare paragraphs in a row need their tags, or they would run together. */
export const writtenHtml = ({ schema, state }: Editor): string => {
  const page = document.implementation.createHTMLDocument()
  page.body.append(DOMSerializer.fromSchema(schema).serializeFragment(state.doc.content))
  for (const place of page.querySelectorAll(`[${TAKING}]`)) place.remove()
  const bare = [...page.querySelectorAll(`[${BARE}]`)]
  const alone = bare.filter(
    ({ parentElement, previousElementSibling, nextElementSibling }) =>
      parentElement !== page.body && !isBare(previousElementSibling) && !isBare(nextElementSibling),
  )
  for (const paragraph of alone) paragraph.replaceWith(...paragraph.childNodes)
  for (const paragraph of bare) paragraph.removeAttribute(BARE)
  return page.body.innerHTML
}
