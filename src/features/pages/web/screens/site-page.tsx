import { PageTop } from '#ui/public/site/page-top.tsx'
import { Blocks } from '../blocks.tsx'
import type { LoadedPage } from '../load-page.ts'

const opensWithHeading = (components: LoadedPage['page']['components']): boolean =>
  JSON.stringify(components).includes('<h1')

/** A page of blocks; if none of them is its first heading, the page's title is (PGB-005). */
export function SitePageScreen({ page, data, date }: LoadedPage) {
  return (
    <>
      {!opensWithHeading(page.components) && <PageTop title={page.custom_page_title ?? page.title} />}
      <Blocks blocks={page.components} data={data} date={date} />
    </>
  )
}
