import { Blocks, type LoadedPage, loadPage } from '#features/pages/web/public.ts'
import type { PageSession } from '#kernel/access/session.ts'
import type { Api } from '#kernel/client.ts'
import { orNull } from '#ui/page/or-not-found.ts'

/** The page that opens the course list of a channel portal; null if it has none. */
export const loadOpening = (api: Api, session: PageSession): Promise<LoadedPage | null> =>
  orNull(loadPage(api, session, 'home'))

/** That page's blocks. */
export function Opening({ page, data, date }: LoadedPage) {
  return <Blocks blocks={page.components} data={data} date={date} />
}
