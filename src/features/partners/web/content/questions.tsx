import type { Wire } from '#kernel/endpoint.ts'
import { changedColumn, placeColumn } from '#ui/app/content/content-columns.tsx'
import { contentKind } from '#ui/app/content/content-kind.ts'
import { partnerQuestions } from '../../contract-content.ts'
import { OF_PARTNER } from '../of-partner.ts'

type Row = Wire<typeof partnerQuestions.list>['data'][number]

/** The questions of the company in their order (PAR-005, PAR-012). */
export const questions = contentKind<Row>({
  ...OF_PARTNER,
  calls: partnerQuestions,
  path: '/partner/faq',
  title: 'FAQ',
  text: 'What people ask your company, with your answers.',
  noun: 'question',
  nouns: 'questions',
  sorts: ['sort_number'],
  nameOf: ({ question }) => question,
  columns: [
    { key: 'question', title: 'Question', role: 'main', cell: ({ question }) => question },
    placeColumn,
    { ...changedColumn, isSortable: false },
  ],
  empty: 'Answer the questions you hear every day, once.',
})
