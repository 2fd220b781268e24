import { useQuery } from '@tanstack/react-query'
import { useApi, useSession } from '#ui/calls/api.tsx'
import type { AnyBlock } from '../rules/blocks.ts'
import { withNewIds } from '../rules/operations.ts'
import { SAMPLE_HOME } from '../rules/templates.ts'
import { loadPage } from './load-page.ts'
import { SitePageScreen } from './screens/site-page.tsx'

let count = 0
const SAMPLE = {
  components: SAMPLE_HOME.map((block) => withNewIds(block, () => `sample-${count++}`)),
  title: 'Home',
  custom_page_title: null,
}

/** The home page of the own portal as visitors see it, or a sample as long as there is none (PRT-115). */
export function HomePreview({ isOwn, blocks }: { isOwn: boolean; blocks?: readonly AnyBlock[] | undefined }) {
  const api = useApi()
  const session = useSession()
  const { data: home, isPending } = useQuery({
    queryKey: ['home-preview', session.portal.id],
    queryFn: () => loadPage(api, session, 'home').catch(() => null),
    enabled: isOwn,
  })
  if (blocks) return <SitePageScreen page={{ ...SAMPLE, components: [...blocks] }} data={{}} date="" />
  if (isOwn && isPending) return null
  return home ? <SitePageScreen {...home} /> : <SitePageScreen page={SAMPLE} data={{}} date="" />
}
