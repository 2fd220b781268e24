type Row = { params?: Record<string, string>; query?: Record<string, string>; ok?: 200; hasNoRecord?: true }

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
  ...(kind !== 'state' && {
    [`DELETE /portal/${list}/:id`]: { params: { id: `termId ${kind}` } },
    [`POST /portal/${list}/delete`]: {},
  }),
})

/** The calls of any other list: where its records stand in the world, and its pictures. */
const list = (path: string, id: string, pictures: readonly string[] = []): Record<string, Row> => ({
  [`GET ${path}`]: { ok: 200 },
  [`POST ${path}`]: { hasNoRecord: true },
  [`GET ${path}/:id`]: { params: { id }, ok: 200 },
  [`PUT ${path}/:id`]: { params: { id } },
  [`DELETE ${path}/:id`]: { params: { id } },
  [`POST ${path}/delete`]: {},
  ...pictureRows(path, id, pictures),
})

const pictureRows = (path: string, id: string, pictures: readonly string[]): Record<string, Row> =>
  Object.fromEntries(
    pictures.flatMap((picture) =>
      ['POST', 'DELETE'].map((method) => [`${method} ${path}/:id/${picture}`, { params: { id } }] as const),
    ),
  )

const OF_PARTNER: Row = { params: { id: 'partnerAuthorId' }, query: { user_id: 'partnerId' } }

/** Rows for the portal's lists of content. */
export const CONTENT_ROWS: Record<string, Row> = {
  'GET /main/gate-list': { ok: 200 },
  'GET /portal/pages': { ok: 200 },
  'POST /portal/pages': { hasNoRecord: true },
  'GET /portal/pages/:id': { params: { id: 'pageId' }, ok: 200 },
  'PUT /portal/pages/:id': { params: { id: 'pageId' } },
  'DELETE /portal/pages/:id': { params: { id: 'pageId' } },
  'POST /portal/pages/delete': {},
  'PUT /portal/pages/live-versions': {},
  'POST /portal/pages/:id/copy': { params: { id: 'pageId' } },
  'GET /portal/pages/:id/versions': { params: { id: 'pageId' }, ok: 200 },
  'GET /portal/pages/:id/versions/:number': { params: { id: 'pageId', number: '=1' }, ok: 200 },
  'POST /portal/pages/:id/versions/:number/restore': { params: { id: 'pageId', number: '=1' } },
  'POST /portal/pages/:id/versions/:number/publish': { params: { id: 'pageId', number: '=1' } },
  'POST /portal/pages/:id/seo-image': { params: { id: 'pageId' } },
  'POST /portal/pages/pictures': { hasNoRecord: true },
  'POST /portal/pages/links': { hasNoRecord: true },
  'POST /portal/pages/blocks': { hasNoRecord: true },
  'GET /portal/pages/records': { ok: 200, hasNoRecord: true },
  'GET /portal/history/:kind/:recordId': { params: { kind: '=widget', recordId: 'widgetId' }, ok: 200 },
  'GET /portal/history/:kind/:recordId/:number': {
    params: { kind: '=widget', recordId: 'widgetId', number: '=1' },
    ok: 200,
  },
  'POST /portal/history/:kind/:recordId/:number/restore': {
    params: { kind: '=widget', recordId: 'widgetId', number: '=1' },
  },
  'GET /portal/releases': { ok: 200 },
  'POST /portal/releases': { hasNoRecord: true },
  'GET /portal/releases/:id': { params: { id: 'releaseId' }, ok: 200 },
  'PUT /portal/releases/:id': { params: { id: 'releaseId' } },
  'DELETE /portal/releases/:id': { params: { id: 'releaseId' } },
  'PUT /portal/releases/:id/items': { params: { id: 'releaseId' } },
  'DELETE /portal/releases/:id/items/:kind/:recordId': {
    params: { id: 'releaseId', kind: '=page', recordId: 'pageId' },
  },
  'POST /portal/releases/:id/publish': { params: { id: 'releaseId' } },
  'PUT /portal/releases/:id/time': { params: { id: 'releaseId' } },
  'POST /portal/releases/:id/roll-back': { params: { id: 'releaseId' } },
  'POST /portal/releases/:id/preview-link': { params: { id: 'releaseId' } },
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
  ...pictureRows('/portal/agencies', 'termId agency', ['logo', 'seo-image']),
  ...pictureRows('/portal/organizations', 'termId organization', ['logo', 'seo-image']),
  'GET /main/features': { ok: 200 },
  ...list('/portal/faq', 'faqId'),
  ...list('/portal/question-categories', 'questionCategoryId'),
  ...list('/portal/authors', 'ownAuthorId', ['avatar']),
  ...list('/portal/features', 'ownFeatureId'),
  ...list('/admin/articles', 'articleId', ['thumbnail', 'cover', 'seo-image']),
  'POST /portal/shippable-products/delete': {},
  'POST /partner/authors/delete': { query: { user_id: 'partnerId' } },
  'POST /partner/features/delete': { query: { user_id: 'partnerId' } },
  'POST /partner/questions/delete': { query: { user_id: 'partnerId' } },
  'POST /partner/external-pages/delete': { query: { user_id: 'partnerId' } },
  'PUT /admin/articles/publication': {},
  'PUT /portal/bundles/publication': {},
  ...list('/portal/article-categories', 'articleCategoryId'),
  ...list('/portal/bundles', 'bundleId', ['thumbnail', 'seo-image']),
  ...list('/portal/schedules', 'scheduleId'),
  ...list('/portal/promo-buttons', 'promoButtonId'),
  ...list('/portal/widgets', 'widgetId'),
  'GET /portal/section-templates': { ok: 200 },
  'POST /portal/section-templates': { hasNoRecord: true },
  'GET /portal/section-templates/:id': { params: { id: 'sectionTemplateId' }, ok: 200 },
  'PUT /portal/section-templates/:id': { params: { id: 'sectionTemplateId' } },
  'DELETE /portal/section-templates/:id': { params: { id: 'sectionTemplateId' } },
  'POST /partner/authors/:id/avatar': OF_PARTNER,
  'DELETE /partner/authors/:id/avatar': OF_PARTNER,
  'GET /portal/content': { ok: 200 },
  'GET /portal/selects/:list': { params: { list: '=tags' }, ok: 200, hasNoRecord: true },
}
