/** Rows for custom domains and senders. Their own tests name those of other portals. */
export const DOMAIN_ROWS = {
  'GET /portal/custom-domains': { ok: 200 },
  'POST /portal/custom-domains': { hasNoRecord: true },
  'POST /portal/custom-domains/:id/check': { hasNoRecord: true },
  'POST /portal/custom-domains/:id/primary': { hasNoRecord: true },
  'DELETE /portal/custom-domains/:id': { hasNoRecord: true },
  'GET /portal/custom-emails': { ok: 200 },
  'POST /portal/custom-emails': { hasNoRecord: true },
  'POST /portal/custom-emails/:id/check': { hasNoRecord: true },
  'DELETE /portal/custom-emails/:id': { hasNoRecord: true },
} as const
