import { endpoint, listQuery, one, page, time } from '#kernel/endpoint.ts'
import { z } from '#kernel/schema.ts'

export const showAbout = endpoint({
  method: 'GET',
  path: '/main/about',
  permission: 'public',
  summary: 'How many courses, learners, certificates and providers the portal has',
  response: one(z.object({ courses: z.int(), learners: z.int(), certificates: z.int(), providers: z.int() })),
})

export const listGoogleReviews = endpoint({
  method: 'GET',
  path: '/main/google-reviews',
  permission: 'public',
  summary: 'What people say about the business, from the stored copy',
  query: z.object({
    ...listQuery(['written_at']),
    sort: z._default(z.enum(['written_at', '-written_at']), '-written_at'),
  }),
  response: page(
    z.object({
      id: z.int(),
      author_name: z.string(),
      author_avatar: z.nullable(z.string()),
      rating: z.int(),
      text: z.nullable(z.string()),
      written_at: time,
    }),
  ),
})

/** A document that the footer offers for download (UIX-016, UIX-017). */
export const downloadDocument = endpoint({
  method: 'GET',
  path: '/main/documents/:name',
  permission: 'public',
  summary: 'The W-9 tax form or the SCORM agreement of the core portal, as PDF',
  is_always_open: true,
  gives: 'file',
  params: z.object({ name: z.string() }),
  errors: ['not_found'],
})

const text = z.nullable(z.string())

/** What the portal says makes it different (CNT-009, CNT-043). */
export const listFeatures = endpoint({
  method: 'GET',
  path: '/main/features',
  permission: 'public',
  summary: 'What the portal says makes it different, in its order',
  response: z.object({ data: z.array(z.object({ id: z.int(), title: z.string(), text, icon: text })) }),
})
