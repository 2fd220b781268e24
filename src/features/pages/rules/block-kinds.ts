import type { BlockField, BlockKind, Choice } from './block-fields.ts'
import { ALIGNS, LAYOUTS, TONES } from './blocks.ts'
import { COLLECTION_KINDS } from './collection-kinds.ts'

const choices = <const V extends readonly string[]>(values: V, labels: Record<V[number], string>): Choice[] =>
  values.map((value) => [value, labels[value as V[number]]])

const ALIGN: BlockField = {
  name: 'align',
  label: 'Alignment',
  kind: 'choice',
  options: choices(ALIGNS, { left: 'Left', center: 'Center', right: 'Right' }),
}
const LINK: BlockField = { name: 'link', label: 'Link', kind: 'link' }
const OPTIONAL_LINK: BlockField = { name: 'link', label: 'Link', kind: 'link', isOptional: true }
const link = (href: string) => ({ href, target: 'current', follow: 'dofollow' })

/** The content blocks of the page builder in the order in which it offers them (PGB-020), and the widget (PGB-035). */
export const BLOCK_KINDS: readonly BlockKind[] = [
  {
    type: 'Heading',
    label: 'Heading',
    text: 'A title in one of six sizes',
    group: 'Text',
    fields: [{ name: 'html', label: 'Heading', kind: 'html', mode: 'heading' }, ALIGN],
    fresh: { html: '<h2>New heading</h2>', align: 'left' },
  },
  {
    type: 'EditorText',
    label: 'Text',
    text: 'Paragraphs, lists, links, pictures and tables',
    group: 'Text',
    fields: [
      {
        name: 'mode',
        label: 'Formatting',
        kind: 'choice',
        hint: 'Less formatting keeps texts alike. What a mode does not have is removed when you save.',
        options: [
          ['full', 'Everything'],
          ['only-text', 'Simple'],
          ['heading', 'Heading'],
          ['title-only', 'Plain text'],
        ],
      },
      { name: 'html', label: 'Text', kind: 'mode_html' },
      ALIGN,
    ],
    fresh: { mode: 'full', html: '<p>Write your text here.</p>', align: 'left' },
  },
  {
    type: 'Alert',
    label: 'Alert',
    text: 'A box that stands out: a note, a deadline, a warning',
    group: 'Text',
    fields: [
      {
        name: 'tone',
        label: 'Kind',
        kind: 'choice',
        options: [
          ['info', 'Note'],
          ['success', 'Good news'],
          ['warning', 'Warning'],
          ['danger', 'Danger'],
        ],
      },
      { name: 'title', label: 'Title', kind: 'line', max: 200, recommended: 60 },
      { name: 'text', label: 'Text', kind: 'lines', max: 2000, recommended: 300 },
    ],
    fresh: { tone: 'info', title: 'Good to know', text: '' },
  },
  {
    type: 'Image',
    label: 'Image',
    text: 'A picture, with a link if you like',
    group: 'Media',
    fields: [
      { name: 'src', label: 'Picture', kind: 'picture' },
      {
        name: 'alt',
        label: 'Description',
        kind: 'line',
        max: 300,
        recommended: 125,
        hint: 'For people who cannot see the picture. Leave it empty if the picture only decorates.',
      },
      { name: 'width', label: 'Width in pixels', kind: 'number', min: 1, max: 4000 },
      { name: 'height', label: 'Height in pixels', kind: 'number', min: 1, max: 4000 },
      OPTIONAL_LINK,
    ],
    fresh: { src: '', alt: '', width: 640, height: 360, link: null },
  },
  {
    type: 'Video',
    label: 'Video',
    text: 'A video from YouTube or Vimeo',
    group: 'Media',
    fields: [
      { name: 'video', label: 'Address of the video', kind: 'video', hint: 'On YouTube or Vimeo.' },
      { name: 'title', label: 'Title', kind: 'line', max: 200, recommended: 60 },
    ],
    fresh: { video: '', title: '' },
  },
  {
    type: 'Carousel',
    label: 'Carousel',
    text: 'Slides side by side',
    group: 'Media',
    fields: [
      { name: 'label', label: 'Name', kind: 'line', max: 200, hint: 'Read aloud to people who cannot see the slides.' },
      {
        name: 'slides',
        label: 'Slides',
        kind: 'items',
        noun: 'slide',
        max: 20,
        fresh: { title: 'New slide', text: '', src: null, alt: '', link: null },
        fields: [
          { name: 'title', label: 'Title', kind: 'line', max: 200, recommended: 60 },
          { name: 'text', label: 'Text', kind: 'lines', max: 1000, recommended: 160 },
          { name: 'src', label: 'Picture', kind: 'picture' },
          { name: 'alt', label: 'Description of the picture', kind: 'line', max: 300, recommended: 125 },
          OPTIONAL_LINK,
        ],
      },
    ],
    fresh: {
      label: '',
      slides: [
        { title: 'First slide', text: '', src: null, alt: '', link: null },
        { title: 'Second slide', text: '', src: null, alt: '', link: null },
      ],
    },
  },
  {
    type: 'Icon',
    label: 'Icon',
    text: 'One drawing, for example above a heading',
    group: 'Media',
    fields: [
      { name: 'icon', label: 'Icon', kind: 'icon' },
      {
        name: 'size',
        label: 'Size',
        kind: 'choice',
        options: [
          ['sm', 'Small'],
          ['md', 'Medium'],
          ['lg', 'Large'],
        ],
      },
      {
        name: 'color',
        label: 'Color',
        kind: 'choice',
        options: [
          ['primary', 'Primary'],
          ['secondary', 'Secondary'],
          ['text', 'Text'],
        ],
      },
      ALIGN,
    ],
    fresh: { icon: 'star', size: 'md', color: 'primary', align: 'left' },
  },
  {
    type: 'Buttons',
    label: 'Buttons',
    text: 'One button or several in a row',
    group: 'Buttons and links',
    fields: [
      {
        name: 'items',
        label: 'Buttons',
        kind: 'items',
        noun: 'button',
        max: 10,
        fresh: { label: 'New button', look: 'primary', link: link('/course') },
        fields: [
          { name: 'label', label: 'Label', kind: 'line', max: 100, recommended: 30, isRequired: true },
          {
            name: 'look',
            label: 'Look',
            kind: 'choice',
            options: [
              ['primary', 'Filled'],
              ['soft', 'Soft'],
              ['outline', 'Outline'],
              ['ghost', 'Bare'],
            ],
          },
          LINK,
        ],
      },
      ALIGN,
    ],
    fresh: { items: [{ label: 'See all courses', look: 'primary', link: link('/course') }], align: 'left' },
  },
  {
    type: 'PromoButtons',
    label: 'Promo buttons',
    text: 'Buttons that you keep in one place for many pages',
    group: 'Buttons and links',
    fields: [{ name: 'promo_button_ids', label: 'Promo buttons', kind: 'records', list: 'promo-buttons' }, ALIGN],
    fresh: { promo_button_ids: [], align: 'left' },
  },
  {
    type: 'Chip',
    label: 'Chips',
    text: 'Short words in a row, each with a link if you like',
    group: 'Buttons and links',
    fields: [
      {
        name: 'items',
        label: 'Chips',
        kind: 'items',
        noun: 'chip',
        max: 40,
        fresh: { label: 'New chip', link: null },
        fields: [
          { name: 'label', label: 'Label', kind: 'line', max: 100, recommended: 30, isRequired: true },
          OPTIONAL_LINK,
        ],
      },
      ALIGN,
    ],
    fresh: { items: [{ label: 'New chip', link: null }], align: 'left' },
  },
  ...COLLECTION_KINDS,
]

/** Where a block is shown (PGB-026, PGB-027). */
export const VISIBILITY: BlockField = {
  name: 'visibility',
  label: 'Where it shows',
  kind: 'choice',
  hint: 'The card is what a collection shows of the record.',
  options: [
    ['all', 'All'],
    ['page', 'Only page'],
    ['card', 'Only card'],
  ],
}

export const LAYOUT_NAMES: Record<(typeof LAYOUTS)[number], string> = {
  1: '1 column',
  2: '2 columns',
  3: '3 columns',
  4: '4 columns',
  '4-6': '4-6 split',
  '6-4': '6-4 split',
}

/** A section and its settings (PGB-021). */
export const SECTION: BlockKind = {
  type: 'Section',
  label: 'Section',
  text: 'Columns with blocks in them',
  group: 'Text',
  fields: [
    { name: 'layout', label: 'Columns', kind: 'choice', options: choices(LAYOUTS, LAYOUT_NAMES) },
    {
      name: 'tone',
      label: 'Background',
      kind: 'choice',
      options: choices(TONES, {
        plain: 'None',
        surface: 'White',
        soft: 'Soft primary',
        brand: 'Primary',
        dark: 'Dark',
        accent: 'Soft secondary',
      }),
    },
    {
      name: 'pattern',
      label: 'Drawing behind it',
      kind: 'choice',
      options: [
        ['none', 'None'],
        ['glow', 'Glow'],
        ['grid', 'Grid'],
        ['stripes', 'Stripes'],
      ],
    },
    {
      name: 'room',
      label: 'Room above and below',
      kind: 'choice',
      options: [
        ['small', 'Small'],
        ['medium', 'Medium'],
        ['large', 'Large'],
      ],
    },
    {
      name: 'align',
      label: 'Columns stand',
      kind: 'choice',
      options: [
        ['start', 'At the top'],
        ['center', 'In the middle'],
      ],
    },
    { name: 'has_cards', label: 'Show columns as cards', kind: 'switch' },
    {
      name: 'anchor',
      label: 'Name for links',
      kind: 'anchor',
      hint: 'A link to #name leads to this section. Lowercase letters, digits and hyphens.',
    },
  ],
  fresh: {
    layout: '1',
    tone: 'plain',
    pattern: 'none',
    room: 'medium',
    align: 'start',
    has_cards: false,
    anchor: '',
    column_1: [],
    column_2: [],
    column_3: [],
    column_4: [],
  },
}

const KINDS = new Map([SECTION, ...BLOCK_KINDS].map((kind) => [kind.type, kind]))
export const kindOf = (type: string): BlockKind | undefined => KINDS.get(type)

/** The words of formatted text. */
export const plainWords = (html: string): string =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replace(/&nbsp;/g, ' ')
    .replace(/&amp;/g, '&')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/\s+/g, ' ')
    .trim()

/** What a block is called in the outline: its kind, and the first words in it. */
export const blockName = ({ type, props }: { type: string; props: Record<string, unknown> }): string => {
  const label = kindOf(type)?.label ?? type
  const first = (props['items'] as { label?: unknown }[] | undefined)?.[0]?.label
  const words = plainWords(String(props['html'] ?? props['title'] ?? props['alt'] ?? props['anchor'] ?? first ?? ''))
  return words ? `${label}: ${words.length > 40 ? `${words.slice(0, 39)}…` : words}` : label
}
