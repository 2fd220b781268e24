import type { Tx } from '#platform/db/db.ts'
import type { ShownRow } from './received-store.ts'
import { countStates, type JobRow, type listShareRows } from './shares-store.ts'

type ShareRow = Awaited<ReturnType<typeof listShareRows>>['data'][number]

export const presentShare = ({ course_id, slug, title, to_portal_id, portal_name, portal_slug, ...row }: ShareRow) => ({
  ...row,
  state: row.state as 1 | 2 | 3 | 4,
  course: { id: course_id, slug, title },
  portal: { id: to_portal_id, name: portal_name, slug: portal_slug },
})

export const presentJob = async (tx: Tx, { id, portal_id, kind, release, created_at }: JobRow) => ({
  id,
  kind: kind as 'share' | 'update',
  release,
  created_at,
  ...(await countStates(tx, portal_id, id)),
})

export const presentReceived = ({
  id,
  slug,
  title,
  thumbnail,
  publication_status,
  source_id,
  source_name,
  ...row
}: ShownRow) => ({
  ...row,
  course: { id, slug, title, thumbnail, publication_status: publication_status as 1 | 2 | 3 | 4 },
  source: { id: source_id, name: source_name },
})
