import { PUBLICATION } from '#kernel/product/statuses.ts'
import { coverSvg } from '../covers.ts'
import type { BundleCardData } from '../public/products/bundle-card.tsx'
import type { CourseCardData } from '../public/products/course-card.tsx'
import type { FooterProps } from '../public/site/footer.tsx'

/** What the gallery shows; names and figures are made up. */
const picture = (title: string, subject: string) =>
  `data:image/svg+xml,${encodeURIComponent(coverSvg({ title, subject }))}`

const course = (slug: string, title: string, subject: string, more: Partial<CourseCardData>): CourseCardData => ({
  slug,
  title,
  thumbnail: picture(title, subject),
  author: { name: 'Harbor Safety Institute' },
  lowest_price: 89,
  has_several_prices: true,
  rating: 4.6,
  reviews_count: 128,
  duration: 240,
  publication_status: PUBLICATION.published,
  ...more,
})

export const COURSES: CourseCardData[] = [
  course('hazwoper-40', '40-Hour HAZWOPER for General Site Workers', 'hazmat', {
    lowest_price: 349,
    duration: 2400,
    rating: 4.8,
    reviews_count: 1540,
  }),
  course('osha-10', 'Construction Safety Basics', 'construction', {
    is_bought: true,
    lowest_price: 59,
    has_several_prices: false,
  }),
  course('nfpa-70e', 'Electrical Safety at Work: Arc Flash and Lockout', 'electrical', {
    rating: 4.2,
    reviews_count: 37,
    duration: 90,
  }),
  course('bloodborne', 'Bloodborne Pathogens for Health Workers', 'healthcare', {
    lowest_price: 0,
    rating: null,
    duration: 45,
    has_several_prices: false,
  }),
  course('stormwater', 'Stormwater Inspector Certification', 'environment', {
    publication_status: PUBLICATION.coming_soon,
    lowest_price: null,
    rating: null,
  }),
  course(
    'leading',
    'Leading a Safety Culture: A Course With a Title That Runs Over More Than Two Lines on Every Card',
    'leadership',
    {},
  ),
  course('forklift', 'Forklift Operator', 'forklift', { rating: 4.9, reviews_count: 2210 }),
  course('first-aid', 'First Aid, CPR and AED', 'first-aid', { author: { name: 'Northwind Training' } }),
]

export const BUNDLES: BundleCardData[] = [
  {
    slug: 'site',
    title: 'Site Supervisor Starter Bundle',
    thumbnail: null,
    price: 480,
    discount_price: 389,
    courses: COURSES.slice(0, 3),
  },
  {
    slug: 'care',
    title: 'Care Team Essentials',
    thumbnail: null,
    price: 120,
    discount_price: null,
    courses: COURSES.slice(3, 5),
  },
]

export const PORTAL = { name: 'Harbor Safety', logo: null, secondary_logo: null }

export const FOOTER: FooterProps = {
  portal: PORTAL,
  navigation: [
    { button_name: 'For business', title: 'Training for business', slug: 'for-business', sort_number: 3 },
    { button_name: 'About us', title: 'About us', slug: 'about', sort_number: 1 },
    { button_name: 'Continuing education', title: 'Continuing education', slug: 'ce', sort_number: 2 },
  ],
  contacts: {
    support_phone: '5550142398',
    support_email: 'help@example.com',
    address: '12 Harbor Street',
    city: 'Portland',
    state: 'OR',
    postal_code: '97201',
    address_link: 'https://maps.example.com/?q=12+Harbor+Street',
  },
  tax_form: '/files/w-9.pdf',
  scorm_agreement: '/files/scorm-agreement.pdf',
  year: 2026,
}

export const CATEGORIES = [
  'Hazardous materials',
  'Construction',
  'Electrical',
  'Healthcare',
  'Environment',
  'Leadership',
].map((label) => ({ label, href: `/training-courses/${label.toLowerCase().replace(' ', '-')}` }))
