import { useQuery } from '@tanstack/react-query'
import { useApi } from '#ui/calls/api.tsx'
import { Alert } from '#ui/public/parts/alert.tsx'
import { shownAnnouncements } from '../queries.ts'
import styles from './announcements.module.css'

/** What is announced to the role of the dashboard (PRT-052). */
export function RoleAnnouncements() {
  const announced = useQuery(shownAnnouncements(useApi())).data?.data ?? []
  const own = announced.filter(({ audience }) => audience !== 'banner')
  if (own.length === 0) return null
  return (
    <section aria-label="Announcements" className={styles.list}>
      {own.map(({ id, title, text }) => (
        <Alert key={id} title={title}>
          <p className={styles.text}>{text}</p>
        </Alert>
      ))}
    </section>
  )
}
