import type { BlockField, BlockKind, Choice } from './block-fields.ts'

const TITLE: BlockField = { name: 'title', label: 'Title', kind: 'line', max: 200, recommended: 60 }
const TEXT: BlockField = { name: 'text', label: 'Text below the title', kind: 'lines', max: 500, recommended: 160 }
const NUMBER: BlockField = { name: 'number', label: 'How many', kind: 'number', min: 1, max: 24 }
const SORT = (options: readonly Choice[]): BlockField => ({ name: 'sort', label: 'Order', kind: 'choice', options })

/** The blocks that fill themselves from what the portal has (PGB-028), and the widget (PGB-035). */
export const COLLECTION_KINDS: readonly BlockKind[] = [
  {
    type: 'CoursesCollection',
    label: 'Courses',
    text: 'Courses of your portal, most popular first',
    group: 'Lists that fill themselves',
    fields: [
      TITLE,
      TEXT,
      SORT([
        ['-popularity', 'Most popular first'],
        ['-id', 'Newest first'],
        ['id', 'Oldest first'],
        ['title', 'A to Z'],
        ['-title', 'Z to A'],
        ['-updated_at', 'Last changed first'],
      ]),
      NUMBER,
      {
        name: 'layout',
        label: 'Shown as',
        kind: 'choice',
        options: [
          ['cards', 'Cards'],
          ['list', 'List'],
        ],
      },
      { name: 'filter', label: 'Only courses of', kind: 'course_filter' },
    ],
    fresh: { title: 'Courses', text: '', sort: '-popularity', number: 12, filter: {}, layout: 'cards' },
  },
  {
    type: 'BundlesCollection',
    label: 'Bundles',
    text: 'Bundles of courses, newest first',
    group: 'Lists that fill themselves',
    fields: [
      TITLE,
      TEXT,
      SORT([
        ['-id', 'Newest first'],
        ['id', 'Oldest first'],
      ]),
      NUMBER,
    ],
    fresh: { title: 'Bundles', text: '', sort: '-id', number: 3 },
  },
  {
    type: 'States',
    label: 'States',
    text: 'Links to the pages of all states',
    group: 'Lists that fill themselves',
    fields: [TITLE, TEXT],
    fresh: { title: 'Training by state', text: '' },
  },
  {
    type: 'Faqs',
    label: 'FAQs',
    text: 'Questions with their answers',
    group: 'Lists that fill themselves',
    fields: [
      TITLE,
      TEXT,
      { name: 'question_category_id', label: 'Category', kind: 'record', list: 'question-categories' },
      NUMBER,
    ],
    fresh: { title: 'Frequently asked questions', text: '', question_category_id: null, number: 6 },
  },
  {
    type: 'BlogCollection',
    label: 'Blog',
    text: 'Articles, newest first',
    group: 'Lists that fill themselves',
    fields: [
      TITLE,
      TEXT,
      SORT([
        ['-published_at', 'Newest first'],
        ['published_at', 'Oldest first'],
        ['title', 'A to Z'],
        ['-updated_at', 'Last changed first'],
        ['-word_count', 'Longest first'],
      ]),
      NUMBER,
      { name: 'category', label: 'Category', kind: 'article_category' },
    ],
    fresh: { title: 'From our blog', text: '', sort: '-published_at', number: 3, category: null },
  },
  {
    type: 'Widget',
    label: 'Widget',
    text: 'Blocks that you keep in one place for many pages',
    group: 'Lists that fill themselves',
    fields: [{ name: 'widget_id', label: 'Widget', kind: 'record', list: 'widgets' }],
    fresh: { widget_id: null },
  },
]
