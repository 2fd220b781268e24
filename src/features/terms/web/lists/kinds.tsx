import { CONTENT } from '#features/content/web/public.ts'
import type { Wire } from '#kernel/endpoint.ts'
import { changedColumn, placeColumn, titleColumn, usesColumn } from '#ui/app/content/content-columns.tsx'
import { contentKind } from '#ui/app/content/content-kind.ts'
import type { Column } from '#ui/app/list/list-types.ts'
import * as contract from '../../contract-lists.ts'

export type TermRow = Wire<typeof contract.agencies.list>['data'][number]

const COLUMNS = {
  title: titleColumn,
  code: { key: 'code', title: 'Code', width: 110, cell: ({ code }) => code?.toUpperCase() },
  parent: { key: 'parent_title', title: 'Part of', width: 200, cell: (row) => row.parent_title },
  courses: usesColumn('courses', 'Courses'),
  people: usesColumn('people', 'People', 'secondary'),
  articles: usesColumn('articles', 'Articles', 'secondary'),
  place: placeColumn,
  changed: changedColumn,
} as const satisfies Record<string, Column<TermRow>>

type Options = Omit<Parameters<typeof contentKind<TermRow>>[0], 'path' | 'resource' | 'columns' | 'sorts'> & {
  list: string
  columns: readonly (keyof typeof COLUMNS)[]
}

const termKind = ({ list, columns, ...options }: Options) =>
  contentKind<TermRow>({
    ...options,
    resource: 'catalog-terms',
    above: CONTENT,
    path: `/portals/${list}`,
    sorts: ['title', 'sort_number', 'updated_at'],
    columns: columns.map((name) => COLUMNS[name]),
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
  columns: ['title', 'parent', 'courses', 'place', 'changed'],
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
