import type { HistoryView, SiteValue } from '#features/site-history/web/public.ts'
import { longestRising } from '#kernel/format/compare.ts'
import type { ChangedItem, Difference } from '#ui/app/history/change-groups.tsx'
import styles from './navigation.module.css'
import type { NavigationLinks } from './navigation-list.tsx'

type Link = NavigationLinks[number]

const linksOf = (value: SiteValue) => (value['groups'] as NavigationLinks | undefined) ?? []

const itemOf = ({ slug, button_name: title }: Link, differences: Difference[] = []): ChangedItem => ({
  key: slug,
  title,
  note: `/${slug}`,
  differences,
})

const differencesOf = (before: Link, after: Link): Difference[] =>
  (
    [
      ['button_name', 'Label'],
      ['title', 'Title'],
    ] as const
  ).flatMap(([name, label]) =>
    before[name] === after[name] ? [] : [{ name, label, before: before[name], after: after[name] }],
  )

/** How the versions of the navigation are compared and shown (PGB-064); a link is known by its address. */
export const navigationHistory: HistoryView = {
  kind: 'navigation',
  changes: (earlier, later) => {
    const [before, after] = [linksOf(earlier), linksOf(later)]
    const former = new Map(before.map((link, at) => [link.slug, { link, at }]))
    const stayed = after.flatMap((link) => former.get(link.slug) ?? [])
    const kept = longestRising(stayed.map(({ at }) => at))
    const worded = after.flatMap((link) => {
      const was = former.get(link.slug)
      const differences = was ? differencesOf(was.link, link) : []
      return differences.length > 0 ? [itemOf(link, differences)] : []
    })
    return [
      {
        key: 'added',
        title: 'New',
        label: 'New links',
        items: after.filter(({ slug }) => !former.has(slug)).map((link) => itemOf(link)),
      },
      { key: 'changed', title: 'Changed', label: 'Changed links', items: worded },
      {
        key: 'moved',
        title: 'Moved',
        label: 'Moved links',
        items: stayed.filter(({ at }) => !kept.has(at)).map(({ link }) => itemOf(link)),
      },
      {
        key: 'removed',
        title: 'Removed',
        label: 'Removed links',
        items: before.filter(({ slug }) => !after.some((link) => link.slug === slug)).map((link) => itemOf(link)),
      },
    ]
  },
  preview: (value) => (
    <ol className={styles.preview}>
      {linksOf(value).map(({ slug, button_name: name }) => (
        <li key={slug}>
          {name} <span>/{slug}</span>
        </li>
      ))}
    </ol>
  ),
}
