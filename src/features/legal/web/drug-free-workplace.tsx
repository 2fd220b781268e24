import { createFileRoute } from '@tanstack/react-router'
import { pageHead } from '#ui/page/page-head.ts'
import { DrugFreeScreen } from './screens/drug-free.tsx'

/** The drug-free workplace program, only on the core portal (ROU-029). */
export const Route = createFileRoute('/_site/_core-only/drug-free-workplace')({
  head: ({ match }) =>
    pageHead(match.context.session.portal, {
      title: 'Drug-free workplace',
      description: `A drug-free workplace program with policy and training by ${match.context.session.portal.name}.`,
      path: '/drug-free-workplace',
      data: { kind: 'other', crumbs: [{ title: 'Drug-free workplace', path: '/drug-free-workplace' }] },
    }),
  component: DrugFreeScreen,
})
