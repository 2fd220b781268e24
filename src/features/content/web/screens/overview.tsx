import type { Wire } from '#kernel/endpoint.ts'
import { PageHeader } from '#ui/app/page-header.tsx'
import {
  type Icon,
  IconBook,
  IconBuilding,
  IconCalendar,
  IconCategory,
  IconFileText,
  IconHelpCircle,
  IconInfoCircle,
  IconLink,
  IconList,
  IconMapPin,
  IconMessageCircle,
  IconNews,
  IconPackage,
  IconSchool,
  IconShieldLock,
  IconStar,
  IconTable,
  IconTag,
  IconTruck,
  IconUserCircle,
} from '#ui/icons.tsx'
import { Part } from '#ui/public/parts/layout.tsx'
import { LinkList } from '#ui/public/parts/link-list.tsx'
import type { countContent } from '../../contract.ts'
import { CONTENT_GROUPS, CONTENT_SCREENS, type ContentList } from '../../rules/screens.ts'
import styles from './overview.module.css'

const CARDS: Record<ContentList, { title: string; one: string; many: string; icon: Icon }> = {
  categories: { title: 'Categories', one: 'category', many: 'categories', icon: IconCategory },
  agencies: { title: 'Agencies', one: 'agency', many: 'agencies', icon: IconShieldLock },
  organizations: { title: 'Organizations', one: 'organization', many: 'organizations', icon: IconBuilding },
  states: { title: 'States', one: 'state', many: 'states', icon: IconMapPin },
  'training-options': { title: 'Training options', one: 'option', many: 'options', icon: IconSchool },
  languages: { title: 'Languages', one: 'language', many: 'languages', icon: IconMessageCircle },
  subtitles: { title: 'Subtitles', one: 'language', many: 'languages', icon: IconFileText },
  tags: { title: 'Tags', one: 'tag', many: 'tags', icon: IconTag },
  faq: { title: 'FAQ', one: 'question', many: 'questions', icon: IconHelpCircle },
  'question-categories': { title: 'Question categories', one: 'category', many: 'categories', icon: IconList },
  features: { title: 'Features', one: 'feature', many: 'features', icon: IconInfoCircle },
  widgets: { title: 'Widgets', one: 'widget', many: 'widgets', icon: IconTable },
  'promo-buttons': { title: 'Promo buttons', one: 'button', many: 'buttons', icon: IconLink },
  articles: { title: 'Articles', one: 'article', many: 'articles', icon: IconNews },
  'article-categories': { title: 'Article categories', one: 'category', many: 'categories', icon: IconBook },
  authors: { title: 'Authors', one: 'author', many: 'authors', icon: IconUserCircle },
  bundles: { title: 'Bundles', one: 'bundle', many: 'bundles', icon: IconPackage },
  schedules: { title: 'Schedule', one: 'date', many: 'dates', icon: IconCalendar },
  'shippable-products': { title: 'Shippable products', one: 'product', many: 'products', icon: IconTruck },
  reviews: { title: 'Reviews', one: 'review', many: 'reviews', icon: IconStar },
}

/** Every list of content that the person may open, with how many records it has. */
export function OverviewScreen({ counts }: { counts: Wire<typeof countContent>['data'] }) {
  const countOf = new Map(counts.map(({ list, count }) => [list, count]))
  const linkTo = ({ list, href }: { list: ContentList; href: string }) => {
    const { title, one, many, icon: Sign } = CARDS[list]
    const count = countOf.get(list) ?? 0
    const text = `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`
    return { key: list, href, title, text, sign: <Sign size={22} /> }
  }
  return (
    <>
      <PageHeader title="Content" text="The lists, articles and offers that visitors see with your courses." />
      <div className={styles.groups}>
        {CONTENT_GROUPS.map((title) => {
          const shown = CONTENT_SCREENS.filter(({ list, group }) => group === title && countOf.has(list))
          return (
            shown.length > 0 && (
              <Part key={title} title={title}>
                <LinkList label={title} links={shown.map(linkTo)} />
              </Part>
            )
          )
        })}
      </div>
    </>
  )
}
