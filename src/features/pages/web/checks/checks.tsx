import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useMemo } from 'react'
import { deadLinkWarnings, type Warning } from '#kernel/checks/text-checks.ts'
import { WarningList } from '#ui/app/checks/warning-list.tsx'
import { useApi } from '#ui/calls/api.tsx'
import { IconCircleCheck } from '#ui/icons.tsx'
import { contrast, parseColor, WHITE } from '#ui/theme/color.ts'
import { checkLinks } from '../../contract.ts'
import { ownLinks, type PageWords, pageWarnings } from '../../rules/warnings.ts'
import styles from '../builder/builder.module.css'
import type { Builder } from '../builder/use-builder.ts'

const contrastOn = (color: string): number | null => {
  const parsed = parseColor(color)
  return parsed && contrast(parsed, WHITE)
}

/** What is to be said of a page: at once what it says itself, and its dead links once the server has answered. */
const useWarnings = (words: PageWords) => {
  const page = useDeferredValue(words)
  const own = useMemo(() => pageWarnings(page, contrastOn), [page])
  const links = useMemo(() => ownLinks(page.components), [page.components])
  const addresses = useMemo(() => [...new Set(links.map(({ address }) => address))].slice(0, 1000), [links])
  const { data } = useQuery({
    ...useApi().query(checkLinks, { body: { addresses } }),
    enabled: addresses.length > 0,
    // A page may be published in another window meanwhile.
    staleTime: 10_000,
  })
  return [...own, ...deadLinkWarnings(links, data?.data.dead ?? [])]
}

/** Everything that is worth a look before the page is published; a press leads to where it stands (SEO-031). */
export function ChecksTab({ builder }: { builder: Builder }) {
  const warnings = useWarnings(builder.values)
  const open = ({ block }: Warning) => {
    if (block === null) return builder.setTab(2)
    builder.select(block)
    builder.setTab(0)
  }
  if (warnings.length === 0)
    return (
      <p className={styles.checked}>
        <IconCircleCheck size={18} />
        Nothing to improve: headings, pictures, links and texts for search engines are fine.
      </p>
    )
  return (
    <div className={styles.tab}>
      <p>You can publish the page as it is. These points help readers and search engines.</p>
      <WarningList warnings={warnings} onOpen={open} />
    </div>
  )
}

/** The same in the question before publishing. */
export function PublishWarnings({ page }: { page: PageWords }) {
  const warnings = useWarnings(page)
  if (warnings.length === 0) return null
  return (
    <section aria-label="Worth a look first">
      <h3>Worth a look first</h3>
      <WarningList warnings={warnings} />
    </section>
  )
}
