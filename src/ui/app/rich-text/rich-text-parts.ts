import { ListItem } from '@tiptap/extension-list'
import { type Attributes, Extension, type Extensions, Mark, Node, type NodeConfig } from '@tiptap/react'

// Elements that the server's cleaner allows beyond Tiptap's starter kit, so that a text keeps its form when it is
// edited (PGB-034). Tiptap's own tables know no head, foot, caption or columns, and fill up uneven rows; these tables
// stay unchanged.

const named = (names: readonly string[]): Attributes =>
  Object.fromEntries(names.map((name) => [name, { default: null }]))

type Part = Partial<Pick<NodeConfig, 'content' | 'group' | 'isolating' | 'inline' | 'atom' | 'code' | 'whitespace'>> & {
  attributes?: readonly string[]
}

/** A part of a text that no tool makes. Of several tags, each part keeps its own. */
const part = (name: string, tags: readonly [string, ...string[]], options: Part = {}) => {
  const { attributes = [], ...config } = options
  return Node.create({
    name,
    content: 'block+',
    defining: true,
    ...config,
    addAttributes: () => ({
      ...named(attributes),
      tag: { default: tags[0], parseHTML: ({ localName }) => localName, rendered: false },
    }),
    parseHTML: () => tags.map((tag) => ({ tag, ...(config.whitespace === 'pre' && { preserveWhitespace: 'full' }) })),
    renderHTML: ({ HTMLAttributes, node }) =>
      config.atom ? [node.attrs['tag'], HTMLAttributes] : [node.attrs['tag'], HTMLAttributes, 0],
  })
}

/** A picture has no source if the cleaner removed it; then nothing is left to keep. */
const Image = part('image', ['img'], {
  group: 'inline',
  inline: true,
  atom: true,
  content: '',
  attributes: ['src', 'alt', 'width', 'height', 'loading'],
}).extend({ parseHTML: () => [{ tag: 'img[src]:not([src^="data:"], [src^="blob:"])' }] })

/** The place of a picture that is on its way into the library; it is never written (BLD-081). */
export const PICTURE_ON_ITS_WAY = 'pictureOnItsWay'
export const TAKING = 'data-taking'

const PictureOnItsWay = Node.create({
  name: PICTURE_ON_ITS_WAY,
  group: 'inline',
  inline: true,
  atom: true,
  addAttributes: () => ({
    taking: {
      default: '',
      parseHTML: (element) => element.getAttribute(TAKING),
      renderHTML: ({ taking }) => ({ [TAKING]: taking }),
    },
  }),
  parseHTML: () => [{ tag: `span[${TAKING}]`, priority: 60 }],
  renderHTML: ({ HTMLAttributes }) => ['span', HTMLAttributes, 'Adding picture…'],
})

const PARTS: Extensions = [
  Image,
  PictureOnItsWay,
  part('division', ['div', 'figure'], { group: 'block' }),
  part('figureCaption', ['figcaption'], { group: 'block' }),
  part('preformatted', ['pre'], { group: 'block', content: 'inline*', code: true, whitespace: 'pre' }),
  part('descriptions', ['dl'], { group: 'block', content: '(description | division)+' }),
  part('description', ['dt', 'dd']),
  part('table', ['table'], { group: 'block', content: 'tableCaption? tableColumns* tableSection*', isolating: true }),
  part('tableCaption', ['caption'], { isolating: true }),
  part('tableColumns', ['colgroup'], { content: 'tableColumn*', attributes: ['span', 'width'] }),
  part('tableColumn', ['col'], { content: '', atom: true, attributes: ['span', 'width'] }),
  part('tableSection', ['tbody', 'thead', 'tfoot'], { content: 'tableRow*' }),
  part('tableRow', ['tr'], { content: 'tableCell*' }),
  part('tableCell', ['td', 'th'], { isolating: true, attributes: ['colspan', 'rowspan', 'colwidth', 'scope'] }),
  // Tiptap's begins with a paragraph whatever it holds.
  ListItem.extend({ content: 'block+' }),
]

/** Marks stand within each other, also the same with another color. */
const MARKS: Extensions = (
  [
    ['inserted', 'ins'],
    ['subscript', 'sub'],
    ['superscript', 'sup'],
    ['small', 'small'],
    ['marked', 'mark'],
    ['abbreviation', 'abbr'],
    ['code', 'code'],
    // One that carries nothing says nothing.
    ['span', 'span', ':is([class], [title], [dir], [lang], [style*="color"], [style*="align"], [style*="width"])'],
  ] as const
).map(([name, tag, which = '']) =>
  Mark.create({
    name,
    excludes: '',
    parseHTML: () => [{ tag: tag + which }],
    renderHTML: ({ HTMLAttributes }) => [tag, HTMLAttributes, 0],
  }),
)

/** What every part may carry, and what those of the starter kit lack. */
const Carried = Extension.create({
  name: 'carried',
  addGlobalAttributes: () => [
    { types: '*', attributes: named(['class', 'style', 'title', 'dir', 'lang']) },
    { types: ['blockquote'], attributes: named(['cite']) },
  ],
})

/** The parts of a text of the mode `full`. */
export const FULL_PARTS: Extensions = [Carried, ...PARTS, ...MARKS]

const LEVELS = [1, 2, 3, 4, 5, 6] as const

/** Headings of all six sizes and nothing else (PGB-031); a new one is large. */
const HeadingAlone = Node.create({
  name: 'heading',
  group: 'block',
  content: 'inline*',
  defining: true,
  addAttributes: () => ({ level: { default: 2, rendered: false } }),
  parseHTML: () => LEVELS.map((level) => ({ tag: `h${level}`, attrs: { level } })),
  renderHTML: ({ node, HTMLAttributes }) => [`h${node.attrs['level']}`, HTMLAttributes, 0],
  addKeyboardShortcuts() {
    return {
      // Selecting the words of the only heading, and not the heading itself, keeps its size when they are replaced.
      'Mod-a': ({ editor }) => {
        const { doc } = editor.state
        return doc.childCount === 1 && editor.commands.setTextSelection({ from: 1, to: doc.content.size - 1 })
      },
    }
  },
})

/** The parts of a text of the mode `heading`. */
export const HEADING_PARTS: Extensions = [
  HeadingAlone,
  ...MARKS.filter(({ name }) => name === 'span'),
  Extension.create({
    name: 'carried',
    addGlobalAttributes: () => [{ types: '*', attributes: named(['class', 'style']) }],
  }),
]
