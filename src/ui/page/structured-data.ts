import type { PagePortal } from '#kernel/access/session.ts'
import { publishedRating } from '#kernel/product/published-rating.ts'
import { PUBLICATION } from '#kernel/product/statuses.ts'

/** A way of names and paths from the start page down to the page itself. */
export type Crumb = { title: string; path: string }

type Rated = { id: number; rating: number | null; reviews_count: number }

export type CourseData = Rated & {
  title: string
  meta_description: string | null
  seo_keywords: string | null
  publication_status: number
  course_pricings: readonly { from: number; price: number }[]
  is_certificate_required: boolean
  instructors: readonly { display_name: string }[]
  author: { name: string } | null
  categories: readonly { name: string }[]
  language: { code: string | null } | null
  provider: { name: string; slug: string } | null
  /** Minutes. */
  duration: number | null
  published_at: string | null
  updated_at: string
}

export type BundleData = {
  id: number
  title: string
  meta_description: string | null
  price: number
  discount_price: number | null
  is_available: boolean
  courses: readonly { title: string }[]
}

export type ArticleData = {
  title: string
  meta_description: string | null
  published_at: string
  updated_at: string
  authors: readonly { name: string; path?: string | null }[]
}

export type PartnerData = {
  name: string
  description: string | null
  url: string | null
  logo: string | null
  phone: string | null
  /** Left out where the company does not show it (CAT-042). */
  address: PostalAddress | null
  social_links: readonly string[]
}

type PostalAddress = {
  street: string | null
  city: string | null
  state: string | null
  postal_code: string | null
  country: string | null
}

/** Question and answer; the answer may hold the HTML that Google reads (links, lists, headings, bold). */
export type Question = { question: string; answer: string }

/**
 * What a page is about: its kind chooses the structured data (SEO-014, SEO-015, SEO-021). `crumbs` lead from the start
 * page to the page, itself included.
 */
export type PageData = { crumbs?: readonly Crumb[] } & (
  | { kind: 'course'; course: CourseData }
  | { kind: 'bundle'; bundle: BundleData }
  | { kind: 'blog'; article: ArticleData }
  | { kind: 'partnerpage'; partner: PartnerData }
  | { kind: 'faq'; questions: readonly Question[] }
  | { kind: 'courses'; courses: readonly { title: string; slug: string }[] }
  | { kind: 'home' }
  | { kind: 'other' }
)

type Site = { portal: PagePortal; url: string; picture: string }
type Thing = Record<string, unknown>

const CONTEXT = 'https://schema.org'

/** Leaves out unknown values: search engines report an empty property as an error. */
const known = (thing: Thing): Thing =>
  Object.fromEntries(
    Object.entries(thing).filter(
      ([, value]) =>
        value !== null && value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0),
    ),
  )

const absolute = (portal: PagePortal, address: string): string =>
  address.startsWith('/') ? portal.origin + (address === '/' ? '' : address) : address

const dollars = (price: number): string => price.toFixed(2)
const courseUrl = (portal: PagePortal, slug: string) => `${portal.origin}/course/${encodeURIComponent(slug)}`

const addressOf = ({ street, city, state, postal_code, country }: PostalAddress): Thing | null => {
  const parts = known({
    streetAddress: street,
    addressLocality: city,
    addressRegion: state,
    postalCode: postal_code,
    addressCountry: country,
  })
  return Object.keys(parts).length > 0 ? { '@type': 'PostalAddress', ...parts } : null
}

/** The portal as the organization behind its pages. */
const organizationOf = (portal: PagePortal): Thing => {
  const { company, setting } = portal
  return known({
    '@type': 'Organization',
    '@id': `${portal.origin}/#organization`,
    name: company.name ?? portal.name,
    url: portal.origin,
    logo: setting.logo && absolute(portal, setting.logo),
    sameAs: company.website ? [company.website] : null,
    telephone: company.support_phone,
    email: company.support_email,
    address: addressOf({ ...company, street: company.address }),
  })
}

/** The portal by name, as provider, publisher or seller. */
const nameOf = (portal: PagePortal): Thing =>
  known({
    '@type': 'Organization',
    '@id': `${portal.origin}/#organization`,
    name: portal.company.name ?? portal.name,
    url: portal.origin,
    logo: portal.setting.logo && absolute(portal, portal.setting.logo),
  })

const ratingOf = (portal: PagePortal, rated: Rated): Thing | null => {
  const rating = publishedRating(portal, rated)
  return (
    rating && {
      '@type': 'AggregateRating',
      ratingValue: rating.value,
      bestRating: 5,
      worstRating: 1,
      ratingCount: rating.rating_count,
      reviewCount: rating.review_count,
    }
  )
}

/** Course with what Google's "Course info" asks for: an offer with its category, and an instance with mode and workload. */
const courseOf = ({ portal, url, picture }: Site, course: CourseData): Thing => {
  // The price that one person pays (CRT-012).
  const [tier] = course.course_pricings.toSorted((one, other) => one.from - other.from)
  const isFree = tier?.price === 0
  return known({
    '@type': 'Course',
    '@id': `${url}#course`,
    name: course.title,
    description: course.meta_description || course.title,
    url,
    image: picture,
    provider: course.provider ? { '@type': 'Organization', name: course.provider.name } : nameOf(portal),
    publisher: nameOf(portal),
    inLanguage: course.language?.code ?? 'en',
    about: course.categories.map(({ name }) => name),
    keywords: course.seo_keywords,
    author: course.author && { '@type': 'Person', name: course.author.name },
    datePublished: course.published_at,
    dateModified: course.updated_at,
    educationalCredentialAwarded: course.is_certificate_required
      ? { '@type': 'EducationalOccupationalCredential', name: 'Certificate', credentialCategory: 'Certificate' }
      : null,
    aggregateRating: ratingOf(portal, course),
    offers: tier && [
      {
        '@type': 'Offer',
        category: isFree ? 'Free' : 'Paid',
        price: dollars(tier.price),
        priceCurrency: 'USD',
        url,
        availability: `${CONTEXT}/${course.publication_status === PUBLICATION.coming_soon ? 'PreOrder' : 'InStock'}`,
      },
    ],
    hasCourseInstance: [
      known({
        '@type': 'CourseInstance',
        courseMode: 'Online',
        courseWorkload: course.duration && `PT${course.duration}M`,
        instructor: course.instructors.map(({ display_name }) => ({ '@type': 'Person', name: display_name })),
      }),
    ],
  })
}

/** What a bundle is, in a sentence: its own words, else its courses. */
export const describeBundle = ({ meta_description, courses }: Pick<BundleData, 'meta_description' | 'courses'>) =>
  meta_description || `${courses.length} courses: ${courses.map(({ title }) => title).join(', ')}`

const bundleOf = ({ portal, url, picture }: Site, bundle: BundleData): Thing =>
  known({
    '@type': 'Product',
    '@id': `${url}#product`,
    name: bundle.title,
    description: describeBundle(bundle),
    image: [picture],
    sku: `bundle-${bundle.id}`,
    brand: { '@type': 'Brand', name: portal.name },
    aggregateRating: ratingOf(portal, { id: bundle.id, rating: null, reviews_count: 0 }),
    offers: {
      '@type': 'Offer',
      url,
      price: dollars(bundle.discount_price ?? bundle.price),
      priceCurrency: 'USD',
      availability: `${CONTEXT}/${bundle.is_available ? 'InStock' : 'OutOfStock'}`,
      itemCondition: `${CONTEXT}/NewCondition`,
      seller: nameOf(portal),
    },
  })

const articleOf = ({ portal, url, picture }: Site, article: ArticleData): Thing =>
  known({
    '@type': 'Article',
    '@id': `${url}#article`,
    mainEntityOfPage: url,
    headline: article.title.slice(0, 110),
    description: article.meta_description,
    image: [picture],
    datePublished: article.published_at,
    dateModified: article.updated_at,
    author:
      article.authors.length > 0
        ? article.authors.map(({ name, path }) =>
            known({ '@type': 'Person', name, url: path ? absolute(portal, path) : null }),
          )
        : [nameOf(portal)],
    publisher: nameOf(portal),
  })

const partnerOf = ({ portal, url }: Site, partner: PartnerData): Thing =>
  known({
    '@type': 'Organization',
    '@id': `${url}#organization`,
    name: partner.name,
    description: partner.description,
    url: partner.url ?? url,
    logo: partner.logo && absolute(portal, partner.logo),
    telephone: partner.phone,
    address: partner.address && addressOf(partner.address),
    sameAs: [...partner.social_links, ...(partner.url ? [url] : [])],
  })

const faqOf = (questions: readonly Question[]): Thing => ({
  '@type': 'FAQPage',
  mainEntity: questions.map(({ question, answer }) => ({
    '@type': 'Question',
    name: question,
    acceptedAnswer: { '@type': 'Answer', text: answer },
  })),
})

const crumbsOf = (portal: PagePortal, crumbs: readonly Crumb[]): Thing => ({
  '@type': 'BreadcrumbList',
  itemListElement: crumbs.map(({ title, path }, at) => ({
    '@type': 'ListItem',
    position: at + 1,
    name: title,
    item: absolute(portal, path),
  })),
})

const thingsOf = (site: Site, data: PageData): Thing[] => {
  const { portal } = site
  switch (data.kind) {
    case 'course':
      return [courseOf(site, data.course)]
    case 'bundle':
      return [bundleOf(site, data.bundle)]
    case 'blog':
      return [articleOf(site, data.article)]
    case 'partnerpage':
      return [partnerOf(site, data.partner)]
    case 'faq':
      return data.questions.length > 0 ? [faqOf(data.questions)] : []
    case 'courses':
      // A list of fewer than three courses is none to Google.
      if (data.courses.length < 3) return []
      return [
        {
          '@type': 'ItemList',
          itemListElement: data.courses.map(({ title, slug }, at) => ({
            '@type': 'ListItem',
            position: at + 1,
            name: title,
            url: courseUrl(portal, slug),
          })),
        },
      ]
    case 'home':
      return [
        organizationOf(portal),
        {
          '@type': 'WebSite',
          '@id': `${portal.origin}/#website`,
          name: portal.name,
          url: portal.origin,
          publisher: { '@id': `${portal.origin}/#organization` },
        },
      ]
    case 'other':
      return []
  }
}

/**
 * The structured data of a page by Google's documented rules, one object for each item. Only the server makes it:
 * search engines read the page as served, and the browser does not need to load this code.
 */
export const structuredData = (site: Site, data: PageData): object[] => {
  if (!import.meta.env.SSR) return []
  const crumbs = data.crumbs && data.crumbs.length > 1 ? [crumbsOf(site.portal, data.crumbs)] : []
  return [...thingsOf(site, data), ...crumbs].map((thing) => ({ '@context': CONTEXT, ...thing }))
}
