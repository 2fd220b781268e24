import { PUBLICATION, type Publication } from '../rules/publication.ts'

/** What each publication status means for buyers and learners (BLD-065). */
export const PUBLICATION_MEANINGS: Record<Publication, string> = {
  [PUBLICATION.draft]: 'Only its authors see it. Nobody can buy it or enroll.',
  [PUBLICATION.coming_soon]: 'Visitors see its page. Nobody can buy it or enroll yet.',
  [PUBLICATION.published]: 'Visitors can buy it, and you can enroll people.',
  [PUBLICATION.archived]: 'Nobody new can buy it or enroll. Learners keep it, and certificates stay valid.',
}

const PARTS: Record<string, string> = {
  course_pricings: 'a price',
  instructors: 'an instructor',
  certificate_template: 'a certificate template',
}

/** What a course lacks for being published, as people say it (BLD-006, EXM-029). */
export const missingParts = (missing: Record<string, string[]>): string[] =>
  Object.entries(missing).flatMap(([part, texts]) =>
    PARTS[part] ? [PARTS[part]] : texts.map((text) => text.replace(/\.$/, '')),
  )
