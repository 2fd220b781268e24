import { useQuery } from '@tanstack/react-query'
import { TabLinks } from '#ui/app/tabs.tsx'
import { useApi } from '#ui/calls/api.tsx'
import styles from '../media-library.module.css'
import { ALT_PATH, LIBRARY_PATH, tagsQuery } from '../queries.ts'

/** The two ways through the library: everything, and what still needs an alternative text. */
export function MediaTabs({ current }: { current: typeof LIBRARY_PATH | typeof ALT_PATH }) {
  const { data } = useQuery(tagsQuery(useApi()))
  const missing = data?.data.missing_alt
  return (
    <div className={styles.tabs}>
      <TabLinks
        label="Media library"
        current={current}
        items={[
          { label: 'All files', href: LIBRARY_PATH },
          { label: 'No alternative text', href: ALT_PATH, ...(missing !== undefined && { count: missing }) },
        ]}
      />
    </div>
  )
}
