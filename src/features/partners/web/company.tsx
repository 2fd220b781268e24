import { createFileRoute } from '@tanstack/react-router'
import { listCourses } from '#features/catalog/contract.ts'
import { listedCourse } from '#features/catalog/web/public.ts'
import { excerpt } from '#kernel/text.ts'
import { moved } from '#ui/page/moved.ts'
import { orNotFound } from '#ui/page/or-not-found.ts'
import { pageHead } from '#ui/page/page-head.ts'
import { showPartnerCompany } from '../contract.ts'
import { companyPath, partnerTags } from './partners.ts'
import { CompanyScreen } from './screens/company.tsx'

/** One partner company (ROU-036, CAT-042); a former address leads to the present one (ROU-004). */
export const Route = createFileRoute('/_site/_catalog/training-providers/$slug')({
  loaderDeps: ({ search }) => ({ cursor: (search as { cursor?: string }).cursor }),
  loader: async ({ context, params, deps, location }) => {
    const { data: company } = await orNotFound(context.api.call(showPartnerCompany, { params: { slug: params.slug } }))
    if (company.slug !== params.slug) throw moved(companyPath(company.slug), location)
    const query = { provider: [company.slug], per_page: 12, ...(deps.cursor && { cursor: deps.cursor }) }
    const { data, meta } = await context.api.call(listCourses, { query })
    return { company, courses: { data: data.map(listedCourse), meta } }
  },
  staleTime: 30_000,
  head: ({ match, loaderData }) => {
    if (!loaderData) return {}
    const { company } = loaderData
    const path = companyPath(company.slug)
    const description = company.meta_description ?? (company.about_us ? excerpt(company.about_us) : null)
    return pageHead(match.context.session.portal, {
      title: company.name,
      meta_title: company.meta_title,
      description,
      path,
      query: match.search as Record<string, unknown>,
      keywords: company.seo_keywords,
      pictures: [company.seo_image],
      record: { kind: 'company', id: company.id },
      data: {
        kind: 'partnerpage',
        partner: {
          name: company.name,
          description,
          url: company.url,
          logo: company.logo,
          phone: company.phone,
          address:
            company.address === null
              ? null
              : {
                  street: [company.address, company.address_2].filter(Boolean).join(', '),
                  city: company.city,
                  state: company.state,
                  postal_code: company.zip_code,
                  country: company.country,
                },
          social_links: company.social_links.map(({ address }) => address),
        },
        crumbs: [
          { title: 'Training providers', path: '/training-providers' },
          { title: company.name, path },
        ],
      },
    })
  },
  headers: ({ match }) => partnerTags(match.context.session.portal.id),
  component: Company,
})

function Company() {
  return <CompanyScreen {...Route.useLoaderData()} />
}
