import type { Extensions } from '@tiptap/react'
import StarterKit, { type StarterKitOptions } from '@tiptap/starter-kit'
import { Bare } from './rich-text-bare.ts'
import { FULL_PARTS, HEADING_PARTS } from './rich-text-parts.ts'

/** The server's modes for texts (PGB-033, PGB-034): the editor shows what the server stores. */
export type RichTextMode = 'full' | 'only-text' | 'heading'

/** The schemes of VAL-017; an address without a scheme leads to the same portal. */
const isAllowed = (address: string) => {
  const scheme = /^\s*([a-z][a-z\d+.-]*):/i.exec(address)?.[1]
  return !scheme || ['http', 'https', 'ftp', 'mailto', 'tel'].includes(scheme.toLowerCase())
}

const COMMON: Partial<StarterKitOptions> = {
  dropcursor: false,
  gapcursor: false,
  // It would put an empty paragraph after a list that nobody has edited.
  trailingNode: false,
  link: {
    openOnClick: false,
    autolink: false,
    linkOnPaste: false,
    isAllowedUri: isAllowed,
    HTMLAttributes: { target: null, rel: null },
  },
}

/** What can stand in a text of each mode; everything else that is pasted comes as its plain words. */
export const SCHEMAS: Record<RichTextMode, Extensions> = {
  full: [StarterKit.configure({ ...COMMON, code: false, codeBlock: false, listItem: false }), ...FULL_PARTS, Bare],
  'only-text': [
    StarterKit.configure({
      ...COMMON,
      blockquote: false,
      code: false,
      codeBlock: false,
      heading: false,
      horizontalRule: false,
      strike: false,
    }),
    Bare,
  ],
  heading: [
    StarterKit.configure({
      ...COMMON,
      ...{ paragraph: false, blockquote: false, bulletList: false, orderedList: false, listItem: false },
      ...{ code: false, codeBlock: false, horizontalRule: false, strike: false, heading: false },
    }),
    ...HEADING_PARTS,
  ],
}
