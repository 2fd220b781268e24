/** The library, and the files and pictures of courses. */
export const MATERIAL_ROWS = {
  'GET /materials': { ok: 200 },
  'POST /materials': { hasNoRecord: true },
  'POST /materials/videos': { hasNoRecord: true },
  'POST /materials/pictures': { hasNoRecord: true },
  'DELETE /materials/:id': { params: { id: 'mediaId' } },
  'GET /pictures/:uuid': { params: { uuid: 'uuid' } },
  'GET /files/:uuid': { params: { uuid: 'uuid' }, query: { expires: '9999999999', signature: 'forged' } },
  'GET /portal/media': { ok: 200 },
  'GET /portal/media/tags': { ok: 200 },
  'GET /portal/media/:id': { params: { id: 'mediaId' }, ok: 200 },
  'PUT /portal/media/:id': { params: { id: 'mediaId' } },
  'POST /portal/media/:id/replacement': { params: { id: 'mediaId' } },
  'POST /portal/media/:id/former/:former_id': { params: { id: 'mediaId', former_id: 'mediaId' } },
  'POST /portal/media/:id/copies': { params: { id: 'mediaId' } },
  'DELETE /portal/media/:id': { params: { id: 'mediaId' } },
} as const
