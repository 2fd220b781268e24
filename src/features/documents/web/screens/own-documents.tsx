import { useSuspenseQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { ProfileFrame } from '#features/accounts/web/public.ts'
import { useApi } from '#ui/calls/api.tsx'
import { IconFileText } from '#ui/icons.tsx'
import { EmptyState } from '#ui/public/lists/empty-state.tsx'
import { LoadingNote } from '#ui/public/lists/skeleton.tsx'
import { RequirementCard } from '../components/requirement-card.tsx'
import styles from '../documents.module.css'
import { documentQueries } from '../queries.ts'

const UploadDialog = lazy(() =>
  import('../components/upload-dialog.tsx').then((file) => ({ default: file.UploadDialog })),
)

/** My documents: what is required, what was uploaded, and what became of it (CMP-026). */
export function OwnDocumentsScreen() {
  const requirements = useSuspenseQuery(documentQueries(useApi()).own()).data.data
  const [openedId, setOpenedId] = useState<number | null>(null)
  const opened = requirements.find(({ id }) => id === openedId)
  return (
    <ProfileFrame title="Profile">
      {requirements.length === 0 ? (
        <EmptyState
          icon={IconFileText}
          title="No documents required"
          text="Licenses and documents that you need for your work will be listed here."
        />
      ) : (
        <ul className={styles.cards} aria-label="My documents">
          {requirements.map((requirement) => (
            <RequirementCard
              key={requirement.id}
              requirement={requirement}
              onUpload={() => setOpenedId(requirement.id)}
            />
          ))}
        </ul>
      )}
      {opened && (
        <Suspense fallback={<LoadingNote text="Loading the form" />}>
          <UploadDialog requirement={opened} onClose={() => setOpenedId(null)} />
        </Suspense>
      )}
    </ProfileFrame>
  )
}
