import { createFileRoute } from '@tanstack/react-router'
import { moved } from '#ui/page/moved.ts'
import { orNotFound } from '#ui/page/or-not-found.ts'
import { pageHead } from '#ui/page/page-head.ts'
import { describeBundle } from '#ui/page/structured-data.ts'
import { showBundle } from '../contract.ts'
import { BundleScreen } from './screens/bundle.tsx'

/** The public page of a bundle (ROU-041). */
export const Route = createFileRoute('/_site/_storefront/bundles/$slug')({
  loader: async ({ context, params, location }) => {
    const { data } = await orNotFound(context.api.call(showBundle, { params: { slug: params.slug } }))
    if (data.slug !== params.slug) throw moved(`/bundles/${encodeURIComponent(data.slug)}`, location)
    return data
  },
  staleTime: 30_000,
  head: ({ match, loaderData }) =>
    loaderData
      ? pageHead(match.context.session.portal, {
          title: loaderData.title,
          meta_title: loaderData.meta_title,
          description: describeBundle(loaderData),
          path: `/bundles/${encodeURIComponent(loaderData.slug)}`,
          keywords: loaderData.seo_keywords,
          pictures: [loaderData.seo_image, loaderData.thumbnail],
          record: { kind: 'bundle', id: loaderData.id },
          data: {
            kind: 'bundle',
            bundle: loaderData,
            crumbs: [
              { title: 'Bundles', path: '/bundles' },
              { title: loaderData.title, path: `/bundles/${encodeURIComponent(loaderData.slug)}` },
            ],
          },
        })
      : {},
  headers: ({ match }) => ({
    'x-page-tags': `bundles:${match.context.session.portal.id} courses:${match.context.session.portal.id}`,
  }),
  component: Bundle,
})

function Bundle() {
  return <BundleScreen bundle={Route.useLoaderData()} />
}
