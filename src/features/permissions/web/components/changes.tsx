import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Permission, PortalKind } from '#kernel/access/permissions.ts'
import { useApi } from '#ui/calls/api.tsx'
import { Pager } from '#ui/public/lists/pagination.tsx'
import { TimeText } from '#ui/public/parts/time.tsx'
import { listPermissionChanges } from '../../contract.ts'
import { changeOf } from '../../rules/words.ts'
import styles from '../permissions.module.css'

/** Who changed what, the newest first (ROL-084). */
export function Changes({ kind }: { kind: PortalKind }) {
  const api = useApi()
  const [cursor, setCursor] = useState<string | undefined>()
  const { data, isFetching } = useQuery({
    ...api.query(listPermissionChanges, { query: { kind, ...(cursor && { cursor }) } }),
    placeholderData: keepPreviousData,
  })
  return (
    <section className={styles.changes} aria-labelledby="permission-changes">
      <h2 id="permission-changes">History</h2>
      {data?.data.length === 0 && (
        <p className={styles.none}>
          Nobody has changed a permission here yet. Changes are listed here with their author.
        </p>
      )}
      <ol>
        {data?.data.map(({ id, actor, created_at: at, ...change }) => (
          <li key={id}>
            <strong>{changeOf({ ...change, permission: change.permission as Permission })}</strong>
            <span>
              {actor?.display_name ?? 'A former admin'}, <TimeText value={at} />
            </span>
          </li>
        ))}
      </ol>
      {data && (data.meta.next_cursor || data.meta.prev_cursor) && (
        <Pager meta={data.meta} isLoading={isFetching} onCursor={(next) => setCursor(next ?? undefined)} />
      )}
    </section>
  )
}
