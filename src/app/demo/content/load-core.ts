import { createArticle, createArticleCategory } from '#features/articles/server/api.ts'
import * as courses from '#features/courses/contract.ts'
import * as partners from '#features/partners/server/api.ts'
import { createSchedule } from '#features/schedules/server/api.ts'
import { createTerm } from '#features/terms/server/api.ts'
import { createPromoButton } from '#features/widgets/server/api.ts'
import { APPROVAL } from '#kernel/product/statuses.ts'
import type { App } from '../../app.ts'
import { CORE_ARTICLES, CORE_AUTHORS, CORE_LINKS, CORE_QUESTIONS, CORE_TERMS } from './core.ts'
import { DEMO_DOCUMENTS, documentPdf } from './documents.ts'
import { tradeHome } from './home-pages.ts'
import { DEMO_PARTNERS, practiceDays } from './partners.ts'
import { among, publish, type Site, termIds, writeCategories, writeQuestions } from './site.ts'
import { safetyIn, statesWith } from './states.ts'

const DAY = 86_400_000
const HOUR = 3_600_000

const writeCoreTerms = async (app: App, site: Site) => {
  await writeCategories(app, site, CORE_TERMS.category)
  await site.act(async (tx, ctx) => {
    for (const state of statesWith(safetyIn)) await createTerm(tx, ctx, 'state', state)
  })
  const states = await termIds(app, site.portalId, 'state')
  await site.act(async (tx, ctx) => {
    for (const { state, ...agency } of CORE_TERMS.agency.map((each) => ({ state: null, ...each })))
      await createTerm(tx, ctx, 'agency', { ...agency, state_id: state ? (states.get(state) ?? null) : null })
    for (const kind of ['organization', 'training_option', 'language'] as const)
      for (const [at, term] of CORE_TERMS[kind].entries())
        await createTerm(tx, ctx, kind, { ...term, sort_number: at + 1 })
  })
  const [agencies, organizations, options, languages] = await Promise.all(
    ['agency', 'organization', 'training_option', 'language'].map((kind) => termIds(app, site.portalId, kind)),
  )
  const everywhere = [...new Set(states.values())]
  const near = among(states, ['Colorado', 'Illinois', 'Texas'])
  for (const [title, link] of Object.entries(CORE_LINKS)) {
    const course = site.courses.get(title)
    if (!course) continue
    await site.api.call(courses.updateCourse, {
      params: { slug: course.slug },
      body: {
        agency_ids: among(agencies, link.agencies),
        organization_ids: among(organizations, link.organizations),
        training_option_ids: among(options, link.options),
        state_ids: link.isEverywhere ? everywhere : near,
        language_id: link.languages ? (languages?.get(link.languages) ?? null) : null,
      },
    })
  }
}

const writeArticles = async (site: Site) => {
  const authors = new Map<string, number>()
  for (const author of CORE_AUTHORS) {
    const { id } = await site.act((tx, ctx) => partners.createAuthor(tx, ctx, { ...author, partner_company_id: null }))
    authors.set(author.name, id)
  }
  const categories = new Map<string, number>()
  const tags = new Map<string, number>()
  for (const { category, cover, author, days, tags: names, ...article } of CORE_ARTICLES) {
    if (!categories.has(category)) {
      const place = { title: category, sort_number: categories.size + 1 }
      categories.set(category, (await site.act((tx, ctx) => createArticleCategory(tx, ctx, place))).id)
    }
    for (const name of names)
      if (!tags.has(name)) tags.set(name, await site.act((tx, ctx) => createTag(tx, ctx.portal.id, name)))
    const picture = await site.picture(cover)
    await site.act((tx, ctx) =>
      createArticle(tx, ctx, {
        ...article,
        is_draft: false,
        published_at: new Date(ctx.now.getTime() - days * DAY),
        article_category_id: categories.get(category) ?? null,
        author_ids: [authors.get(author) ?? 0],
        tag_ids: names.flatMap((name) => tags.get(name) ?? []),
        image: picture,
        cover: picture,
      }),
    )
  }
}

const createTag = async (tx: Parameters<typeof createTerm>[0], portalId: number, title: string): Promise<number> =>
  (
    await tx
      .insertInto('terms')
      .values({ portal_id: portalId, kind: 'tag', title, slug: title.toLowerCase().replace(/\W+/g, '-') })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id

const writePartners = async (site: Site) => {
  for (const { company, isPartners, features, questions, authors, page, courses: titles } of DEMO_PARTNERS) {
    const { id } = await site.act((tx, ctx) =>
      partners.createCompany(tx, ctx, {
        ...company,
        social_links: [...company.social_links],
        user_id: isPartners ? site.idOf('paul@example.com') : null,
      }),
    )
    const of = { partner_company_id: id }
    await site.act(async (tx, ctx) => {
      for (const [at, [icon, title, text]] of features.entries())
        await partners.createFeature(tx, ctx, { ...of, icon, title, text, sort_number: at + 1 })
      for (const [at, [question, answer]] of questions.entries())
        await partners.createPartnerQuestion(tx, ctx, { ...of, question, answer, sort_number: at + 1 })
      for (const [name, description] of authors) await partners.createAuthor(tx, ctx, { ...of, name, description })
      if (page)
        await partners.createExternalPage(tx, ctx, {
          ...of,
          ...page,
          components: practiceDays(),
          approval_status: APPROVAL.approved,
        })
    })
    for (const title of titles) {
      const course = site.courses.get(title)
      if (course)
        await site.api.call(courses.updateCourse, { params: { slug: course.slug }, body: { partner_company_id: id } })
    }
  }
}

const PLACES = [
  {
    title: 'Forklift Operator Certification',
    days: 12,
    hour: 14,
    hours: 8,
    time_zone: 'America/Boise',
    place: 'Boise, ID: 410 Summit Street',
  },
  {
    title: 'First Aid, CPR and AED',
    days: 19,
    hour: 15,
    hours: 6,
    time_zone: 'America/Chicago',
    place: 'Springfield, IL: 100 Training Way',
  },
  {
    title: '40-Hour HAZWOPER Training',
    days: 33,
    hour: 14,
    hours: 106,
    time_zone: 'America/Denver',
    place: 'Denver, CO: Platte Training Yard',
  },
  { title: 'Stormwater Inspector', days: 41, hour: 17, hours: 3, time_zone: 'America/New_York', place: 'Live online' },
] as const

const writeSchedules = async (site: Site) => {
  for (const { title, days, hour, hours, ...rest } of PLACES) {
    const course = site.courses.get(title)
    if (!course) continue
    await site.act((tx, ctx) => {
      const day = new Date(ctx.now.getTime() + days * DAY)
      day.setUTCHours(hour, 0, 0, 0)
      const ends_at = new Date(day.getTime() + hours * HOUR)
      return createSchedule(tx, ctx, {
        ...rest,
        course_id: course.id,
        starts_at: day,
        ends_at,
        instructor_id: site.idOf('ivan@example.com'),
        seats: 12,
      })
    })
  }
}

const REVIEWS = [
  ['Dana Drywall', 5, 12, 'Took the 10-hour course on my phone between two jobs. Card on file, no drama.'],
  ['Luis Loader', 5, 30, 'Bought eleven seats, handed them out in ten minutes, saw who was late.'],
  ['Greta Grader', 4, 47, 'Good course. Wanted more on trenches, they answered my mail the same day.'],
] as const

const writeReviews = (site: Site) =>
  site.act(async (tx, ctx) => {
    const rows = REVIEWS.map(([author_name, rating, days, text], at) => ({
      portal_id: ctx.portal.id,
      review_key: `demo-${at}`,
      author_name,
      rating,
      text,
      written_at: new Date(ctx.now.getTime() - days * DAY),
      fetched_at: ctx.now,
    }))
    await tx.insertInto('google_reviews').values(rows).execute()
  })

const storeDocuments = async (app: App, portalId: number) => {
  for (const [name, sheet] of Object.entries(DEMO_DOCUMENTS)) {
    const bytes = await documentPdf(sheet)
    const key = `media/${portalId}/demo-${name}`
    await app.services.files.put(key, bytes)
    const file = {
      portal_id: portalId,
      name,
      type: 'pdf',
      mime_type: 'application/pdf',
      size: bytes.length,
      key,
      is_public: true,
    }
    await app.db.withPortal(portalId, (tx) => tx.insertInto('media').values(file).execute())
  }
}

/** The public pages of the core portal. */
export const loadCore = async (app: App, site: Site) => {
  await writeCoreTerms(app, site)
  await writePartners(site)
  await writeArticles(site)
  let first = 1
  for (const [title, questions] of Object.entries(CORE_QUESTIONS)) {
    await writeQuestions(site, title, questions, first)
    first += questions.length
  }
  await writeSchedules(site)
  await writeReviews(site)
  await storeDocuments(app, site.portalId)
  const promo = await site.act((tx, ctx) =>
    createPromoButton(tx, ctx, {
      title: 'Run your own portal',
      link: '/learning-management-system',
      color: '#f2b33d',
      icon: 'school',
    }),
  )
  const pictures = { 'hazwoper-40': await site.picture('hazwoper-40') }
  await publish(
    site,
    {
      slug: 'home',
      title: 'Home',
      meta_title: 'Safety training with certificates that count – Portico Academy',
      meta_description:
        'HAZWOPER, OSHA, electrical and first-aid courses online, for one person or a whole crew, with certificates that anybody can check.',
    },
    tradeHome(pictures, [promo.id]),
  )
}
