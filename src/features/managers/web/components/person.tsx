import { Avatar } from '#ui/public/avatar.tsx'
import styles from '../managers.module.css'

type Shown = { display_name: string; avatar: string | null; email: string }

/** Somebody in a list of a manager: picture, name and e-mail. */
export function Person({ user }: { user: Shown }) {
  return (
    <span className={styles.person}>
      <Avatar name={user.display_name} src={user.avatar} />
      <span className={styles.words}>
        <span>{user.display_name}</span>
        {user.email !== user.display_name && <small>{user.email}</small>}
      </span>
    </span>
  )
}
