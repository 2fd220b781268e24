import { cx } from '../../cx.ts'
import { IconLogout } from '../../icons.tsx'
import { Avatar } from '../parts/avatar.tsx'
import styles from './header.module.css'
import type { HeaderPerson, HeaderProps } from './header-parts.tsx'
import { NavLinks } from './header-parts.tsx'
import { Disclosure } from './menu.tsx'
import { SchemeToggle } from './scheme-toggle.tsx'

/** The categories of the catalog. */
export function CatalogMenu({ label = 'Catalog', links, all }: NonNullable<HeaderProps['catalog']>) {
  return (
    <Disclosure trigger={label} className={styles.item}>
      <NavLinks links={links} />
      {all && (
        <>
          <hr />
          <NavLinks links={[all]} />
        </>
      )}
    </Disclosure>
  )
}

type PersonMenuProps = Pick<HeaderProps, 'personLinks' | 'onSignOut'> & { person: HeaderPerson }

/** The signed-in person, and where they can go. */
export function PersonMenu({ person, personLinks = [], onSignOut }: PersonMenuProps) {
  return (
    <Disclosure
      align="end"
      hasChevron={false}
      label={`Account of ${person.name}`}
      className={cx(styles.item, styles.square, styles.round)}
      trigger={<Avatar name={person.name} src={person.avatar} />}
    >
      <div className={styles.who}>
        <strong>{person.name}</strong>
        {person.email && <span>{person.email}</span>}
      </div>
      <NavLinks links={personLinks} />
      <hr />
      <div className={styles.scheme}>
        <SchemeToggle />
      </div>
      {onSignOut && (
        <button type="button" onClick={onSignOut}>
          <IconLogout size={18} />
          Sign out
        </button>
      )}
    </Disclosure>
  )
}
