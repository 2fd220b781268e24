import { useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useCallback, useEffect, useState } from 'react'
import { formatCount } from '#kernel/format.ts'
import { whenOnline } from '../../calls/when-online.ts'
import { cx } from '../../cx.ts'
import { useWidthChange } from '../../hooks/use-width.ts'
import { IconMenu2, IconSearch, IconShoppingCart } from '../../icons.tsx'
import { later } from '../../page/later.tsx'
import { Anchor } from '../parts/anchor.tsx'
import styles from './header.module.css'
import { type HeaderProps, SearchBox } from './header-parts.tsx'
import { Logo } from './logo.tsx'

// Visitors have no account menu, so its file is loaded where somebody is signed in.
const PersonMenu = later(() => import('./header-menus-part.tsx').then((file) => file.PersonMenu), {
  isRare: true,
})
const CatalogMenu = later(() => import('./header-menus-part.tsx').then((file) => file.CatalogMenu), {
  isRare: true,
})
const HeaderDrawer = lazy(() =>
  whenOnline(() => import('./header-drawer.tsx').then((file) => ({ default: file.HeaderDrawer }))),
)

/** The head of every public page; below 1200 px its navigation is a drawer (UIX-014, UIX-015). */
export function Header(props: HeaderProps) {
  const { portal, catalog, links = [], layout, action, search, cart, person, extra, signInHref = '/login' } = props
  const [opened, setOpened] = useState<'menu' | 'search' | null>(null)
  const close = useCallback(() => setOpened(null), [])
  useWidthChange(close)
  useOnNavigation(close)
  return (
    <header className={styles.header} data-print="no">
      <div className={styles.bar} data-layout={layout}>
        <button
          type="button"
          className={cx(styles.item, styles.square, styles.narrow)}
          aria-label="Menu"
          aria-haspopup="dialog"
          onClick={() => setOpened('menu')}
        >
          <IconMenu2 size={22} />
        </button>
        <Logo portal={portal} />
        <nav aria-label="Main" className={styles.wide}>
          {catalog && <CatalogMenu {...catalog} />}
          {links.map((link) => (
            <Anchor key={link.href} href={link.href} className={styles.item}>
              {link.label}
            </Anchor>
          ))}
        </nav>
        {search && (
          <div className={cx(styles.search, styles.medium)}>
            <SearchBox {...search} />
          </div>
        )}
        <div className={styles.end}>
          {search && (
            <button
              type="button"
              className={cx(styles.item, styles.square, styles.small)}
              aria-label="Search"
              aria-haspopup="dialog"
              onClick={() => setOpened('search')}
            >
              <IconSearch />
            </button>
          )}
          {cart && <CartLink {...cart} />}
          {action && (
            <Anchor href={action.href} className={cx(styles.item, styles.action)}>
              {action.label}
            </Anchor>
          )}
          {extra}
          {person ? (
            <PersonMenu person={person} personLinks={props.personLinks} onSignOut={props.onSignOut} />
          ) : (
            <Anchor href={signInHref} className={cx(styles.item, styles.signIn)}>
              Sign in
            </Anchor>
          )}
        </div>
      </div>
      {opened && (
        <Suspense fallback={null}>
          <HeaderDrawer {...props} wantsSearch={opened === 'search'} onClose={close} />
        </Suspense>
      )}
    </header>
  )
}

/** A page opened from the drawer closes it, also when it is the page one is on. */
const useOnNavigation = (run: () => void) => {
  const router = useRouter()
  useEffect(() => router.subscribe('onBeforeNavigate', run), [router, run])
}

function CartLink({ count, href = '/cart' }: { count: number; href?: string }) {
  return (
    <Anchor
      href={href}
      className={cx(styles.item, styles.square)}
      aria-label={`Cart, ${count} ${count === 1 ? 'item' : 'items'}`}
    >
      <IconShoppingCart size={22} />
      {count > 0 && (
        <span className={styles.badge} aria-hidden="true">
          {count > 99 ? '99+' : formatCount(count)}
        </span>
      )}
    </Anchor>
  )
}
