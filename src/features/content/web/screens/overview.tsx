import type { Wire } from '#kernel/endpoint.ts'
import { PageHeader } from '#ui/app/page-header.tsx'
import {
  type Icon,
  IconBuilding,
  IconCategory,
  IconFileText,
  IconMapPin,
  IconMessageCircle,
  IconSchool,
  IconShieldLock,
  IconTag,
} from '#ui/icons.tsx'
import { LinkList } from '#ui/public/parts/link-list.tsx'
import type { countContent } from '../../contract.ts'
import { CONTENT_SCREENS, type ContentList } from '../../rules/screens.ts'

const CARDS: Record<ContentList, { title: string; one: string; many: string; icon: Icon }> = {
  categories: { title: 'Categories', one: 'category', many: 'categories', icon: IconCategory },
  agencies: { title: 'Agencies', one: 'agency', many: 'agencies', icon: IconShieldLock },
  organizations: { title: 'Organizations', one: 'organization', many: 'organizations', icon: IconBuilding },
  states: { title: 'States', one: 'state', many: 'states', icon: IconMapPin },
  'training-options': { title: 'Training options', one: 'option', many: 'options', icon: IconSchool },
  languages: { title: 'Languages', one: 'language', many: 'languages', icon: IconMessageCircle },
  subtitles: { title: 'Subtitles', one: 'language', many: 'languages', icon: IconFileText },
  tags: { title: 'Tags', one: 'tag', many: 'tags', icon: IconTag },
}

/** Every list of content that the person may open, with how many records it has. */
export function OverviewScreen({ counts }: { counts: Wire<typeof countContent>['data'] }) {
  const countOf = new Map(counts.map(({ list, count }) => [list, count]))
  const shown = CONTENT_SCREENS.filter(({ list }) => countOf.has(list))
  return (
    <>
      <PageHeader title="Content" text="What visitors filter and read around your courses." />
      <LinkList
        label="Content lists"
        links={shown.map(({ list, href }) => {
          const { title, one, many, icon: Sign } = CARDS[list]
          const count = countOf.get(list) ?? 0
          return {
            key: list,
            href,
            title,
            text: `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`,
            sign: <Sign size={22} />,
          }
        })}
      />
    </>
  )
}
