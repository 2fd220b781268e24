type Row = { params?: Record<string, string>; ok?: 200; hasNoRecord?: true }

/** The public calls of a list of terms. */
const terms = (list: string, kind: string): Record<string, Row> => ({
  [`GET /main/${list}`]: { ok: 200 },
  [`GET /main/${list}/:slug`]: { params: { slug: `term ${kind}` }, ok: 200 },
})

/** The calls of a list of terms in which a portal's editors work (CNT-035). */
const termList = (list: string, kind: string): Record<string, Row> => ({
  [`GET /portal/${list}`]: { ok: 200 },
  [`POST /portal/${list}`]: { hasNoRecord: true },
  [`GET /portal/${list}/:id`]: { params: { id: `termId ${kind}` }, ok: 200 },
  [`PUT /portal/${list}/:id`]: { params: { id: `termId ${kind}` } },
  ...(kind !== 'state' && { [`DELETE /portal/${list}/:id`]: { params: { id: `termId ${kind}` } } }),
})

/** Rows for the portal's lists of content. */
export const CONTENT_ROWS: Record<string, Row> = {
  ...terms('agencies', 'agency'),
  ...terms('states', 'state'),
  ...terms('categories', 'category'),
  ...terms('organizations', 'organization'),
  ...terms('training-options', 'training_option'),
  ...termList('agencies', 'agency'),
  ...termList('categories', 'category'),
  ...termList('languages', 'language'),
  ...termList('organizations', 'organization'),
  ...termList('states', 'state'),
  ...termList('subtitles', 'subtitle'),
  ...termList('tags', 'tag'),
  ...termList('training-options', 'training_option'),
  'GET /portal/content': { ok: 200 },
  'GET /portal/selects/:list': { params: { list: '=tags' }, ok: 200, hasNoRecord: true },
}
