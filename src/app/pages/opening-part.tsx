import { Blocks, type LoadedPage, loadPage } from '#features/pages/web/public.ts'
import type { Api } from '#kernel/client.ts'
import type { PageSession } from '#kernel/session.ts'
import { foundOrNull } from '#ui/found.ts'

/** The page that opens the course list of a channel portal; null where it has none. */
export const loadOpening = (api: Api, session: PageSession): Promise<LoadedPage | null> =>
  foundOrNull(loadPage(api, session, 'home'))

/** That page's blocks. */
export function Opening({ page, data, date }: LoadedPage) {
  return <Blocks blocks={page.components} data={data} date={date} />
}
