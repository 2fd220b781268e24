import { createFileRoute } from '@tanstack/react-router'
import { orNotFound } from '#ui/page/or-not-found.ts'
import { pageHead } from '#ui/page/page-head.ts'
import { listPartnerCompanies } from '../contract.ts'
import { partnerTags } from './partners.ts'
import { CompanyListScreen } from './screens/company-list.tsx'

/** The partner companies (ROU-036). */
export const Route = createFileRoute('/_site/_catalog/training-providers/')({
  loaderDeps: ({ search }) => ({ cursor: (search as { cursor?: string }).cursor }),
  loader: ({ context, deps }) =>
    orNotFound(context.api.call(listPartnerCompanies, { query: deps.cursor ? { cursor: deps.cursor } : {} })),
  staleTime: 30_000,
  head: ({ match }) =>
    pageHead(match.context.session.portal, {
      title: 'Training providers',
      description: `The companies whose courses ${match.context.session.portal.name} offers.`,
      path: '/training-providers',
      query: match.search as Record<string, unknown>,
      data: { kind: 'other', crumbs: [{ title: 'Training providers', path: '/training-providers' }] },
    }),
  headers: ({ match }) => partnerTags(match.context.session.portal.id),
  component: CompanyList,
})

function CompanyList() {
  return <CompanyListScreen page={Route.useLoaderData()} />
}
