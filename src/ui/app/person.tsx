import type { ReactNode } from 'react'
import { Avatar } from '../public/parts/avatar.tsx'
import { EmailText } from '../public/parts/email-text.tsx'
import styles from './person.module.css'

type PersonProps = { display_name: string; avatar: string | null; email?: string | null }

/** What something is called, and below it a word on it. */
export function TitleWithNote({ title, note }: { title: ReactNode; note?: ReactNode }) {
  return (
    <span className={styles.words}>
      <span>{title}</span>
      {note && <small>{note}</small>}
    </span>
  )
}

/** Somebody in a list: picture, name and e-mail. */
export function Person({ user }: { user: PersonProps }) {
  return (
    <span className={styles.person}>
      <Avatar name={user.display_name} src={user.avatar} />
      <TitleWithNote
        title={user.display_name}
        note={user.email && user.email !== user.display_name && <EmailText email={user.email} />}
      />
    </span>
  )
}
