import { useQuery } from '@tanstack/react-query'
import { listPages } from '#features/pages/contract.ts'
import type { StartingPoint } from '#features/pages/web/public.ts'
import { useFormWiring } from '#ui/app/form/form-context.ts'
import { useApi } from '#ui/calls/api.tsx'
import { queryOf } from '../portal-scope.ts'
import { StartSite } from '../starts/start-site.tsx'
import { usePortal } from '../use-portal.ts'
import styles from './theme.module.css'

type StartProps = { chosen: StartingPoint | null; onChoose: (point: StartingPoint | null) => void }

/** Complete sites for a portal without pages, seen in the preview beside them (PRT-121). */
export function StartTab(props: StartProps) {
  const api = useApi()
  const { isReadOnly } = useFormWiring()
  const { scope } = usePortal()
  const pages = useQuery(api.query(listPages, { query: { per_page: 1, ...queryOf(scope) } as never }))
  if (!pages.data) return null
  if (pages.data.data.length > 0)
    return <p className={styles.note}>Starting points are for a site without pages. Yours has pages already.</p>
  return (
    <div className={styles.fields}>
      <StartSite {...props} isReadOnly={isReadOnly} />
    </div>
  )
}
