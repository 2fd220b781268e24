import { listArticles } from '#features/articles/contract.ts'
import type { StoreArticle } from '#features/articles/web/public.ts'
import { listBundles } from '#features/bundles/contract.ts'
import { listCourses } from '#features/catalog/contract.ts'
import { listedCourse, type StoreCourse } from '#features/catalog/web/public.ts'
import { listFaq } from '#features/faq/contract.ts'
import { listStates } from '#features/terms/contract.ts'
import type { PageSession } from '#kernel/access/session.ts'
import type { Api } from '#kernel/client.ts'
import { dayOf, formatDay } from '#kernel/format/day.ts'
import { hasBlog, hasCatalog } from '#kernel/product/portal-pages.ts'
import { type AnyBlock, allBlocks, isShownAt } from '../rules/blocks.ts'
import type { BlockData, Collection } from './blocks/types.ts'

type Props = Record<string, unknown>
type Load = (api: Api, props: Props, session: PageSession) => Promise<Collection | null>

const isShop = ({ portal: { flags } }: PageSession) => flags.is_marketable && !flags.is_in_house
const withCatalog = (session: PageSession) => hasCatalog(session) && !session.portal.flags.is_in_house
const withoutEmpty = (values: Props): Props =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => Boolean(value)))
const listOf = (values: Props): Props =>
  Object.fromEntries(Object.entries(withoutEmpty(values)).map(([name, value]) => [name, [value]]))

/** How each collection reads its records; if the portal has no such pages, it shows nothing. */
const LOADS: Record<string, Load> = {
  CoursesCollection: async (api, { sort, number, filter }, session) => {
    if (!isShop(session) && !withCatalog(session)) return null
    const query = { sort, per_page: number, ...listOf((filter ?? {}) as Props) }
    const { data } = await api.call(listCourses, { query: query as never })
    const category = (course: StoreCourse) => course.categories[0]?.name ?? null
    return { kind: 'courses', items: data.map((course) => ({ ...listedCourse(course), category: category(course) })) }
  },
  BundlesCollection: async (api, { sort, number }, session) => {
    if (!isShop(session)) return null
    const { data } = await api.call(listBundles, { query: { sort, per_page: number } as never })
    return {
      kind: 'bundles',
      items: data.map(({ id, slug, title, thumbnail, price, discount_price, courses }) => ({
        id,
        slug,
        title,
        thumbnail,
        price,
        discount_price,
        courses: courses.map((course) => ({ title: course.title, thumbnail: course.thumbnail })),
      })),
    }
  },
  States: async (api, _props, session) => {
    if (!withCatalog(session)) return null
    const { data } = await api.call(listStates, { query: { per_page: 100 } })
    return { kind: 'states', items: data.map(({ id, title, slug }) => ({ id, title, slug })) }
  },
  Faqs: async (api, { number, question_category_id: category }) => {
    const query = { per_page: number, ...withoutEmpty({ category }) }
    const { data } = await api.call(listFaq, { query: query as never })
    return { kind: 'faqs', items: data.map(({ id, slug, question, answer }) => ({ id, slug, question, answer })) }
  },
  BlogCollection: async (api, { sort, number, category }, session) => {
    if (!hasBlog(session)) return null
    const query = { sort, per_page: number, ...withoutEmpty({ category }) }
    const { data } = await api.call(listArticles, { query: query as never })
    const named = (authors: StoreArticle['authors']) => authors.map((author) => ({ ...author, description: null }))
    return { kind: 'blog', items: data.map((article) => ({ ...article, authors: named(article.authors) })) }
  },
}

/** What the collections of a page show, by the id of their block (PGB-028). */
export const loadBlocks = async (api: Api, session: PageSession, blocks: readonly AnyBlock[]): Promise<BlockData> => {
  const loadable = [...allBlocks(blocks)].filter(
    ({ type, props }) => Object.hasOwn(LOADS, type) && isShownAt(props.visibility, 'page'),
  )
  const collections = await Promise.all(
    loadable.map(async ({ type, props }) => [props.id, (await LOADS[type]?.(api, props, session)) ?? null] as const),
  )
  return Object.fromEntries(collections.filter((entry): entry is [string, Collection] => entry[1] !== null))
}

/** What `{date}` says in the texts of a page: today, where the portal is. */
export const today = ({ portal }: PageSession): string => formatDay(dayOf(new Date(), portal.setting.time_zone), 'long')
