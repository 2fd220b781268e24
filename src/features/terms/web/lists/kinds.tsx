import { CONTENT } from '#features/content/web/public.ts'
import type { Wire } from '#kernel/endpoint.ts'
import type { ContentKind } from '#ui/app/form/content-kind.ts'
import type { Column } from '#ui/app/list/list-types.ts'
import { DateText } from '#ui/public/parts/time.tsx'
import * as contract from '../../contract-lists.ts'

export type TermRow = Wire<typeof contract.agencies.list>['data'][number]

const usedBy = (row: TermRow, by: TermRow['used_by'][number]['by']) =>
  row.used_by.find((use) => use.by === by)?.count ?? 0

const counted = (by: 'courses' | 'people' | 'articles', title: string): Column<TermRow> =>
  ({
    key: by,
    title,
    align: 'right',
    width: 110,
    role: by === 'courses' ? undefined : 'secondary',
    cell: (row) => usedBy(row, by).toLocaleString('en-US'),
  }) as Column<TermRow>

const COLUMNS = {
  title: {
    key: 'title',
    title: 'Title',
    role: 'main',
    isSortable: true,
    cell: ({ title }) => title,
  },
  code: { key: 'code', title: 'Code', width: 110, cell: ({ code }) => code?.toUpperCase() },
  courses: counted('courses', 'Courses'),
  people: counted('people', 'People'),
  articles: counted('articles', 'Articles'),
  place: {
    key: 'sort_number',
    title: 'Place',
    align: 'right',
    width: 100,
    role: 'secondary',
    isSortable: true,
    cell: (row) => row.sort_number,
  },
  changed: {
    key: 'updated_at',
    title: 'Changed',
    width: 150,
    role: 'secondary',
    isSortable: true,
    cell: ({ updated_at: at }) => <DateText value={at} />,
  },
} as const satisfies Record<string, Column<TermRow>>

type Options = Pick<ContentKind<TermRow>, 'calls' | 'title' | 'text' | 'creates'> & {
  list: string
  /** One record in a sentence, and all of them. */
  noun: string
  nouns: string
  columns: readonly (keyof typeof COLUMNS)[]
  empty: string
}

const termKind = ({ list, noun, nouns, columns, empty, ...options }: Options): ContentKind<TermRow> => ({
  ...options,
  resource: 'catalog-terms',
  above: CONTENT,
  path: `/portals/${list}`,
  noun,
  words: { create: `New ${noun}`, search: `Search ${nouns}` },
  spec: { sorts: ['title', 'sort_number', 'updated_at'], sort: 'title' },
  columns: columns.map((name) => COLUMNS[name]),
  nameOf: ({ title }) => title,
  empty: { title: `No ${nouns} yet`, text: empty },
})

export const agencies = termKind({
  list: 'agencies',
  calls: contract.agencies,
  title: 'Agencies',
  text: 'The agencies that regulate the training, each with a public page.',
  noun: 'agency',
  nouns: 'agencies',
  columns: ['title', 'courses', 'place', 'changed'],
  empty: 'Visitors find the courses that satisfy an agency on its page.',
})

export const topics = termKind({
  list: 'topics',
  calls: contract.categories,
  title: 'Categories',
  text: 'The subjects of your catalog. A category can stand below another one.',
  noun: 'category',
  nouns: 'categories',
  columns: ['title', 'courses', 'place', 'changed'],
  empty: 'Categories let visitors find courses by subject.',
})

export const languages = termKind({
  list: 'languages',
  calls: contract.languages,
  title: 'Languages',
  text: 'The languages courses are taught in.',
  noun: 'language',
  nouns: 'languages',
  columns: ['title', 'code', 'courses', 'place', 'changed'],
  empty: 'Languages let visitors find courses in the one they speak.',
})

export const organizations = termKind({
  list: 'organizations',
  calls: contract.organizations,
  title: 'Organizations',
  text: 'The organizations that accept your courses for continuing education.',
  noun: 'organization',
  nouns: 'organizations',
  columns: ['title', 'courses', 'place', 'changed'],
  empty: 'Visitors find the courses an organization accepts on its page.',
})

export const states = termKind({
  list: 'states',
  calls: contract.states,
  creates: 'portals.create',
  title: 'States',
  text: 'The public page of each state: its requirements, agencies and courses.',
  noun: 'state',
  nouns: 'states',
  columns: ['title', 'code', 'courses', 'changed'],
  empty: 'The support team adds the states in which your courses count.',
})

export const subtitles = termKind({
  list: 'subtitles',
  calls: contract.subtitles,
  title: 'Subtitles',
  text: 'The languages in which courses have subtitles.',
  noun: 'subtitle language',
  nouns: 'subtitle languages',
  columns: ['title', 'code', 'courses', 'changed'],
  empty: 'Courses show the languages of their subtitles.',
})

export const tags = termKind({
  list: 'tags',
  calls: contract.tags,
  title: 'Tags',
  text: 'Labels for courses, people and articles.',
  noun: 'tag',
  nouns: 'tags',
  columns: ['title', 'courses', 'people', 'articles', 'changed'],
  empty: 'Tag people to find a crew again, and courses to group them.',
})

export const trainingOptions = termKind({
  list: 'training-options',
  calls: contract.trainingOptions,
  title: 'Training options',
  text: 'How courses are taught, such as online, in a classroom or by webinar.',
  noun: 'training option',
  nouns: 'training options',
  columns: ['title', 'courses', 'place', 'changed'],
  empty: 'Training options let visitors choose how they learn.',
})
