import type { Wire } from '#kernel/endpoint.ts'
import type { ContentKind } from '#ui/app/form/content-kind.ts'
import { DateText } from '#ui/public/parts/time.tsx'
import { partnerQuestions } from '../../contract-content.ts'
import { OF_PARTNER } from '../of-partner.ts'
import { placeColumn } from './place.tsx'

type Row = Wire<typeof partnerQuestions.list>['data'][number]

/** The questions of the company in their order (PAR-005, PAR-012). */
export const questions: ContentKind<Row> = {
  ...OF_PARTNER,
  calls: partnerQuestions,
  path: '/partner/faq',
  title: 'FAQ',
  text: 'What people ask your company, with your answers.',
  words: { create: 'New question', search: 'Search questions' },
  spec: { sorts: ['sort_number'], sort: 'sort_number' },
  nameOf: ({ question }) => question,
  columns: [
    { key: 'question', title: 'Question', role: 'main', cell: ({ question }) => question },
    placeColumn,
    {
      key: 'updated_at',
      title: 'Changed',
      width: 160,
      role: 'secondary',
      cell: ({ updated_at: at }) => <DateText value={at} />,
    },
  ],
  empty: { title: 'No questions yet', text: 'Answer the questions you hear every day, once.' },
}
