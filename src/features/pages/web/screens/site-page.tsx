import { PageTop } from '#ui/public/site/page-top.tsx'
import type { Around } from '../blocks/types.ts'
import { Blocks } from '../blocks.tsx'
import type { LoadedPage } from '../load-page.ts'

export type ShownPage = Omit<LoadedPage, 'page'> & {
  page: Pick<LoadedPage['page'], 'components' | 'custom_page_title' | 'title'>
  around?: Around
}

const opensWithHeading = (components: LoadedPage['page']['components']): boolean =>
  JSON.stringify(components).includes('<h1')

/** A page of blocks; if none of them is its first heading, the page's title is (PGB-005). */
export function SitePageScreen({ page, data, date, around }: ShownPage) {
  return (
    <>
      {!opensWithHeading(page.components) && <PageTop title={page.custom_page_title ?? page.title} />}
      <Blocks blocks={page.components} data={data} date={date} around={around} />
    </>
  )
}
