import { IconLogout } from '../../icons.tsx'
import { Dialog } from '../dialogs/dialog.tsx'
import { Anchor } from '../parts/anchor.tsx'
import styles from './header.module.css'
import type { HeaderProps } from './header-parts.tsx'
import { NavLinks, SearchBox } from './header-parts.tsx'
import { SchemeToggle } from './scheme-toggle.tsx'

/** Search, navigation and account as a drawer; its file is loaded when it is first opened. */
export function HeaderDrawer({
  portal,
  search,
  wantsSearch,
  catalog,
  links = [],
  action,
  person,
  personLinks = [],
  signInHref = '/login',
  onSignOut,
  onClose,
}: HeaderProps & { wantsSearch: boolean; onClose: () => void }) {
  return (
    <Dialog isOpen onClose={onClose} side="left" title={portal.name}>
      {search && (
        <div className={styles.drawerSearch}>
          <SearchBox {...search} isFirst={wantsSearch} />
        </div>
      )}
      {action && (
        <Anchor href={action.href} className={styles.drawerAction}>
          {action.label}
        </Anchor>
      )}
      {links.length > 0 && (
        <nav aria-label="Pages" className={styles.drawerGroup}>
          <NavLinks links={links} />
        </nav>
      )}
      {catalog && (
        <nav aria-label="Catalog" className={styles.drawerGroup}>
          <h3>{catalog.label ?? 'Catalog'}</h3>
          <NavLinks links={catalog.all ? [...catalog.links, catalog.all] : catalog.links} />
        </nav>
      )}
      <nav aria-label="Account" className={styles.drawerGroup}>
        <h3>{person?.name ?? 'Account'}</h3>
        {person ? <NavLinks links={personLinks} /> : <Anchor href={signInHref}>Sign in</Anchor>}
        {person && onSignOut && (
          <button type="button" onClick={onSignOut}>
            <IconLogout size={18} />
            Sign out
          </button>
        )}
      </nav>
      <div className={styles.scheme}>
        <SchemeToggle />
      </div>
    </Dialog>
  )
}
