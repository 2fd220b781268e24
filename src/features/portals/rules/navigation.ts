import type { NavigationGroup, PortalSetting } from '#kernel/context.ts'

type Switches = Pick<PortalSetting, 'is_marketable' | 'has_course_catalog' | 'has_blog'>

const PAGES: { slug: string; title: string; exists: (setting: Switches) => boolean }[] = [
  { slug: 'course', title: 'Courses', exists: (setting) => setting.is_marketable },
  { slug: 'bundles', title: 'Bundles', exists: (setting) => setting.is_marketable },
  { slug: 'course-catalog', title: 'Course catalog', exists: (setting) => setting.has_course_catalog },
  { slug: 'knowledge', title: 'Knowledge', exists: (setting) => setting.has_blog },
  { slug: 'faq', title: 'Questions and answers', exists: () => true },
]

/** The navigation groups a portal starts with: those of its public pages that exist with its settings (PRT-005, PRT-014). */
export const firstNavigations = (setting: Switches): NavigationGroup[] =>
  PAGES.filter((page) => page.exists(setting)).map(({ slug, title }, index) => ({
    button_name: title,
    title,
    slug,
    sort_number: index + 1,
  }))
