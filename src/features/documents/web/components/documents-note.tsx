import { useQuery } from '@tanstack/react-query'
import { useApi } from '#ui/calls/api.tsx'
import { Alert } from '#ui/public/parts/alert.tsx'
import { LinkButton } from '#ui/public/parts/button.tsx'
import styles from '../documents.module.css'
import { needsUpload } from '../own-state.ts'
import { documentQueries } from '../queries.ts'

/** How many licenses and documents a person still has to upload; nothing where none is missing (CMP-026). */
export function DocumentsNote() {
  const { data } = useQuery(documentQueries(useApi()).own())
  const missing = data?.data.filter(needsUpload) ?? []
  if (missing.length === 0) return null
  return (
    <div className={styles.dashboardNote}>
      <Alert
        tone="warning"
        title={missing.length === 1 ? '1 document to upload' : `${missing.length} documents to upload`}
        action={
          <LinkButton href="/profile/documents" size="sm" variant="outline">
            Upload documents
          </LinkButton>
        }
      >
        {missing.map(({ title }) => title).join(', ')}
      </Alert>
    </div>
  )
}
