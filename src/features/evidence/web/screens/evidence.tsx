import { useQuery } from '@tanstack/react-query'
import { exportQueries, FileList } from '#features/exports/web/public.ts'
import { SigningKeysSection } from '#features/signing-keys/web/public.ts'
import { PartState } from '#ui/app/list/part-state.tsx'
import { PageHeader } from '#ui/app/page-header.tsx'
import { useApi, useSession } from '#ui/calls/api.tsx'
import { can } from '#ui/page/guard.ts'
import styles from '../components/evidence.module.css'
import { EvidenceButton } from '../components/evidence-button.tsx'

/** Signed files for inspectors about everyone in the portal, those that were made, and the keys that sign them (EVD-012). */
export function EvidenceScreen() {
  const session = useSession()
  const result = useQuery(exportQueries(useApi()))
  const files = (result.data?.data.files ?? []).filter(({ kind }) => kind.startsWith('evidence-'))
  return (
    <div className={styles.page}>
      <PageHeader
        title="Inspectors"
        text="Hand an inspector signed training records that can be checked without you. For one person or course, open it and choose Inspector’s file."
        actions={<EvidenceButton subject={{ about: 'portal', name: session.portal.name }} />}
      />
      <section className={styles.parts} aria-labelledby="made-files">
        <h2 id="made-files" className={styles.heading}>
          Your files
        </h2>
        <PartState query={result} label="your files" />
        {result.data && files.length === 0 && (
          <p>No files yet. Files that you make for inspectors stay here for seven days.</p>
        )}
        {files.length > 0 && <FileList files={files} />}
      </section>
      {can(session, 'portal-settings.view') && <SigningKeysSection />}
    </div>
  )
}
