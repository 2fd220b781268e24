import { createFaq, createQuestionCategory } from '#features/faq/server/api.ts'
import * as pages from '#features/pages/contract.ts'
import { updateTerm } from '#features/terms/server/api.ts'
import { PUBLICATION } from '#kernel/product/statuses.ts'
import type { Config } from '#platform/process/config.ts'
import type { App } from '../../app.ts'
import { type Actor, actorOf } from '../actor.ts'
import { clientOf, type DemoClient } from '../client.ts'
import { type DemoPortals, storePicture } from '../create-portals.ts'

/** Courses of a portal of the demo by their titles. */
export type Courses = ReadonlyMap<string, { id: number; slug: string }>
export type Site = Actor & {
  api: DemoClient['api']
  portalId: number
  courses: Courses
  /** The address of a picture of the demo in this portal. */
  picture: (name: string) => Promise<string>
  idOf: (email: string) => number
}

export const siteOf = async (
  app: App,
  config: Config,
  founded: DemoPortals,
  slug: string,
  email: string,
  made: Courses,
): Promise<Site> => {
  const portal = founded.portals.get(slug)
  if (!portal) throw new Error(`No portal ${slug}`)
  const idOf = (address: string) => founded.people.get(address) ?? 0
  const person = { user_id: idOf(email), role: 'portal_admin' } as const
  const stored = new Map<string, string>()
  const picture = async (name: string) => {
    const known = stored.get(name) ?? (await storePicture(app, portal.id, `covers/${name}.jpg`)) ?? ''
    stored.set(name, known)
    return known
  }
  const { api } = await clientOf(app, config, person, portal)
  return { ...(await actorOf(app, portal.id, person)), api, portalId: portal.id, courses: made, picture, idOf }
}

export const publish = (
  site: Site,
  words: { slug: string; title: string; meta_title: string; meta_description: string },
  components: unknown[],
) => site.api.call(pages.createPage, { body: { ...words, publication_status: PUBLICATION.published, components } })

export const writeQuestions = async (
  site: Site,
  title: string,
  questions: readonly (readonly [string, string])[],
  first: number,
) => {
  const category = await site.act((tx, ctx) => createQuestionCategory(tx, ctx, { title, sort_number: first }))
  for (const [at, [question, answer]] of questions.entries())
    await site.act((tx, ctx) =>
      createFaq(tx, ctx, { question, answer, question_category_id: category.id, sort_number: first + at }),
    )
}

export const termIds = async (app: App, portalId: number, kind: string): Promise<Map<string, number>> => {
  const rows = await app.db.withPortal(portalId, (tx) =>
    tx
      .selectFrom('terms')
      .select(['id', 'title', 'code'])
      .where('portal_id', '=', portalId)
      .where('kind', '=', kind)
      .execute(),
  )
  return new Map(rows.flatMap(({ id, title, code }) => [[title, id] as const, ...(code ? [[code, id] as const] : [])]))
}

export const writeCategories = async (app: App, site: Site, texts: Record<string, string>) => {
  const categories = await termIds(app, site.portalId, 'category')
  for (const [title, text] of Object.entries(texts))
    await site.act((tx, ctx) =>
      updateTerm(tx, ctx, 'category', categories.get(title) ?? 0, {
        meta_description: text,
        text: `<p>Every course below ends with a certificate that can be checked.</p>`,
      }),
    )
}

export const among = (known: Map<string, number> | undefined, names: readonly string[]) =>
  names.flatMap((name) => known?.get(name) ?? [])
