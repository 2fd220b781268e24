import { displayPerson } from '#features/accounts/server/api.ts'
import { averageRating } from '#kernel/product/rating.ts'
import type { ListedCourse, TermRow } from './columns.ts'

const shown = ({ id, name, slug }: TermRow) => ({ id, name, slug })

/** The terms of one kind in their order. */
export const termsOf = (course: Pick<ListedCourse, 'terms'>, kind: string) =>
  course.terms.filter((term) => term.kind === kind).map(shown)

/** A course of the storefront as it is answered (CAT-001). */
export const presentCourse = (row: ListedCourse) => {
  const prices = row.tiers.map((tier) => tier.price_cents)
  const language = row.terms.find((term) => term.kind === 'language')
  return {
    id: row.id,
    slug: row.slug,
    title: row.title,
    thumbnail: row.thumbnail,
    status: row.learner?.status ?? null,
    publication_status: row.publication_status,
    is_sequential: row.is_sequential,
    is_bought: row.is_bought,
    min_credit_price: row.min_credit_price_cents,
    max_discount: row.max_discount,
    learner: row.learner && { id: row.learner.id },
    course_pricings: row.tiers.map(({ id, from, price_cents }) => ({ id, from, price: price_cents })),
    lowest_price: prices.length > 0 ? Math.min(...prices) : null,
    has_several_prices: new Set(prices).size > 1,
    certificate_template: row.certificate_template_id === null ? null : { id: row.certificate_template_id },
    is_certificate_required: row.is_certificate_required,
    instructors: row.instructors.map((person) =>
      displayPerson({
        ...person,
        avatar_changed_at: person.avatar_changed_at === null ? null : new Date(person.avatar_changed_at),
      }),
    ),
    author: row.author_name === null ? null : { name: row.author_name, avatar: row.author_avatar },
    portal_id: row.portal_id,
    categories: termsOf(row, 'category'),
    language: language ? { ...shown(language), code: language.code } : null,
    provider: row.provider,
    video: row.video,
    duration: row.duration_minutes,
    rating: averageRating(row.rating_sum, row.rating_count),
    reviews_count: row.rating_count,
    options: { button_name: row.button_name },
    seo_keywords: row.seo_keywords,
    meta_title: row.meta_title,
    meta_description: row.meta_description,
    seo_image: row.seo_image,
    published_at: row.published_at,
    updated_at: row.updated_at,
  }
}

export type ShownCourse = ReturnType<typeof presentCourse>

/** A course on its own page, with its text and all its terms. */
export const presentDetails = (row: ListedCourse & { description: string | null }) => ({
  ...presentCourse(row),
  description: row.description,
  training_options: termsOf(row, 'training_option'),
  states: termsOf(row, 'state'),
  agencies: termsOf(row, 'agency'),
  organizations: termsOf(row, 'organization'),
  subtitles: termsOf(row, 'subtitle'),
  tags: termsOf(row, 'tag'),
})
