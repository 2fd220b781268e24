import { type Extensions, Node } from '@tiptap/react'
import StarterKit, { type StarterKitOptions } from '@tiptap/starter-kit'

/** The server's modes for texts (PGB-033, PGB-034): what stands in the editor is what is kept. */
export type RichTextMode = 'full' | 'only-text'

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

/** A picture that stands in a text already stays there; nothing in the toolbar makes one. */
const Image = Node.create({
  name: 'image',
  group: 'inline',
  inline: true,
  addAttributes: () => ({
    src: { default: null },
    alt: { default: null },
    width: { default: null },
    height: { default: null },
    loading: { default: null },
  }),
  parseHTML: () => [{ tag: 'img[src]:not([src^="data:"], [src^="blob:"])' }],
  renderHTML: ({ HTMLAttributes }) => ['img', HTMLAttributes],
})

/** What can stand in a text of each mode; everything else that is pasted comes as its plain words. */
export const SCHEMAS: Record<RichTextMode, Extensions> = {
  full: [StarterKit.configure(COMMON), Image],
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
  ],
}
