import { createArticle } from '#features/articles/server/api.ts'
import * as courses from '#features/courses/contract.ts'
import { createTerm } from '#features/terms/server/api.ts'
import type { Config } from '#platform/process/config.ts'
import type { App } from '../../app.ts'
import type { DemoPortals } from '../create-portals.ts'
import { educationHome, resellerHome } from './home-pages.ts'
import { loadCore } from './load-core.ts'
import { MERIDIAN, SAFESTART_CATEGORIES, SAFESTART_QUESTIONS } from './others.ts'
import { among, type Courses, publish, type Site, siteOf, termIds, writeCategories, writeQuestions } from './site.ts'
import { educationIn, statesWith } from './states.ts'

const DAY = 86_400_000

const loadMeridian = async (app: App, site: Site) => {
  await writeCategories(app, site, MERIDIAN.categories)
  await site.act(async (tx, ctx) => {
    for (const [at, organization] of MERIDIAN.organizations.entries())
      await createTerm(tx, ctx, 'organization', { ...organization, sort_number: at + 1 })
    for (const state of statesWith(educationIn)) await createTerm(tx, ctx, 'state', state)
  })
  const organizations = await termIds(app, site.portalId, 'organization')
  const states = [...new Set((await termIds(app, site.portalId, 'state')).values())]
  for (const [title, { organizations: names, words }] of Object.entries(MERIDIAN.courses)) {
    const course = site.courses.get(title)
    if (course)
      await site.api.call(courses.updateCourse, {
        params: { slug: course.slug },
        body: {
          organization_ids: among(organizations, names),
          state_ids: states,
          seo_keywords: `continuing education, professional development hours, ${words}`,
        },
      })
  }
  await writeQuestions(site, 'Hours and renewals', MERIDIAN.questions, 1)
  for (const { cover, days, ...article } of MERIDIAN.articles) {
    const picture = await site.picture(cover)
    await site.act((tx, ctx) =>
      createArticle(tx, ctx, {
        ...article,
        is_draft: false,
        published_at: new Date(ctx.now.getTime() - days * DAY),
        image: picture,
        cover: picture,
      }),
    )
  }
  await publish(
    site,
    {
      slug: 'home',
      title: 'Home',
      meta_title: 'Continuing education with hours – Meridian',
      meta_description:
        'Online continuing education for engineers, operators and building professionals. Each course names its hours and who accepts them.',
    },
    educationHome(),
  )
}

const loadSafestart = async (app: App, site: Site) => {
  await writeCategories(app, site, SAFESTART_CATEGORIES)
  await writeQuestions(site, 'Asked every week', SAFESTART_QUESTIONS, 1)
  await publish(
    site,
    {
      slug: 'home',
      title: 'Home',
      meta_title: 'OSHA 10, forklift and first aid in Texas – SafeStart Training',
      meta_description: 'Three courses every Texas crew needs, from a small shop in Austin that picks up the phone.',
    },
    resellerHome({ 'osha-10': await site.picture('osha-10') }),
  )
}

/** What the public pages of the demo's three shops show; each looks made for its own people. */
export const loadContent = async (
  app: App,
  config: Config,
  founded: DemoPortals,
  made: ReadonlyMap<string, Courses>,
): Promise<void> => {
  const site = (slug: string, email: string) => siteOf(app, config, founded, slug, email, made.get(slug) ?? new Map())
  await loadCore(app, await site('core', 'petra@example.com'))
  await loadMeridian(app, await site('meridian', 'cleo@example.com'))
  await loadSafestart(app, await site('safestart', 'petra@example.com'))
}
