/** Rows for public lists and exported files. Their own tests name those of other portals. */
export const EXPORT_ROWS = {
  'GET /main/schedules': { ok: 200 },
  'GET /main/faq': { ok: 200 },
  'GET /main/faq/:slug': { params: { slug: 'faqItem' }, ok: 200 },
  'GET /earnings': { ok: 200 },
  'POST /me/data-export': { hasNoRecord: true },
  'GET /exports': { ok: 200 },
  'GET /exports/:id/download': { hasNoRecord: true },
  'GET /users/all-user-export': { hasNoRecord: true },
  'GET /users/joined-user-export': { hasNoRecord: true },
  'GET /managers/joined-users/download-certificates': { hasNoRecord: true },
  'GET /searches/export': { hasNoRecord: true },
  'GET /invites/export': { hasNoRecord: true },
  'GET /admin/credits/history/export': { hasNoRecord: true },
  'GET /orders/export': { hasNoRecord: true },
  'GET /payments/export': { hasNoRecord: true },
  'GET /earnings/export': { hasNoRecord: true },
} as const
