import { useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { checkLinks } from '#features/seo/contract.ts'
import { deadLinkWarnings, type Warning } from '#kernel/checks/text-checks.ts'
import type { Api } from '#kernel/client.ts'
import { WarningList } from '#ui/app/checks/warning-list.tsx'
import { FormSection, Wide } from '#ui/app/form/detail-form.tsx'
import { useApi } from '#ui/calls/api.tsx'
import { confirm } from '#ui/public/dialogs/confirm.tsx'
import { type ArticleWords, articleLinks, articleWarnings } from '../../rules/warnings.ts'

/** One call asks about this many addresses (SEO-032). */
const MOST_LINKS = 1000
const bodyOf = (words: ArticleWords) => ({
  addresses: articleLinks(words)
    .map(({ address }) => address)
    .slice(0, MOST_LINKS),
})

/** What is worth a look in the article as it is written now (SEO-033). */
export function ArticleChecks({ words }: { words: ArticleWords }) {
  const article = useDeferredValue(words)
  const body = bodyOf(article)
  const { data } = useQuery({
    ...useApi().query(checkLinks, { body }),
    enabled: body.addresses.length > 0,
    // A page may be published in another window meanwhile.
    staleTime: 10_000,
  })
  const warnings = [...articleWarnings(article), ...deadLinkWarnings(articleLinks(article), data?.data.dead ?? [])]
  return (
    <FormSection title="Checks" text="What helps readers and search engines. You can publish the article as it is.">
      <Wide>
        {warnings.length > 0 ? (
          <WarningList warnings={warnings} />
        ) : (
          <p>Nothing to improve: headings, pictures, links and texts for search engines are fine.</p>
        )}
      </Wide>
    </FormSection>
  )
}

/** All that is said of the article, its dead links included; without an answer the rest is said. */
const allWarnings = async (api: Api, words: ArticleWords): Promise<Warning[]> => {
  const body = bodyOf(words)
  const dead =
    body.addresses.length === 0
      ? []
      : await api.call(checkLinks, { body }).then(
          ({ data }) => data.dead,
          () => [],
        )
  return [...articleWarnings(words), ...deadLinkWarnings(articleLinks(words), dead)]
}

/** Asks before an article with something to improve is published; true publishes it all the same (SEO-034). */
export const mayPublish = async (api: Api, words: ArticleWords): Promise<boolean> => {
  const warnings = await allWarnings(api, words)
  if (warnings.length === 0) return true
  return confirm({
    title: 'Publish this article?',
    text: (
      <>
        <p>Worth a look first:</p>
        <WarningList warnings={warnings} />
      </>
    ),
    yes: 'Publish',
    no: 'Keep editing',
  })
}
