import { Select } from '@mantine/core'
import { useRouter, useRouterState } from '@tanstack/react-router'
import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { useHydrated } from '../hooks/use-hydrated.ts'
import { useWidthChange } from '../hooks/use-width.ts'
import { IconCheck, IconLogout, IconMenu2, IconSearch } from '../icons.tsx'
import { Dialog } from '../public/dialogs/dialog.tsx'
import { Anchor } from '../public/parts/anchor.tsx'
import { Avatar } from '../public/parts/avatar.tsx'
import { SkipLink } from '../public/parts/layout.tsx'
import type { HeaderPerson, NavLink } from '../public/site/header-parts.tsx'
import { Logo, type PortalLook } from '../public/site/logo.tsx'
import { Disclosure } from '../public/site/menu.tsx'
import { SchemeToggle } from '../public/site/scheme-toggle.tsx'
import styles from './app-shell.module.css'
import { QuickSearch, useSearchKey } from './list/quick-search.tsx'
import { hitsOf, type NavGroup, type SearchHit } from './navigation.ts'
import { SideNav } from './side-nav.tsx'

type Choice = { value: string; label: string }
export type Switch = { current: string; options: readonly Choice[]; onChange: (value: string) => void }

export type AppShellProps = {
  portal: PortalLook
  /** What the person may open (`visibleGroups`). */
  groups: readonly NavGroup[]
  person: HeaderPerson
  personLinks?: readonly NavLink[]
  onSignOut: () => void
  /** The roles of the person; a single role needs no switch. */
  roles?: Switch
  /** The portals to choose from, by name (PRT-041); null for people who are bound to one. */
  portals?: Switch | null
  findRecords?: (words: string, signal: AbortSignal) => Promise<readonly SearchHit[]>
  /** What can be done at once, for the search. */
  actions?: readonly SearchHit[]
  /** The notification bell. */
  bell?: ReactNode
  /** Strips above everything: impersonation, offline, announcements. */
  banners?: ReactNode
  homeHref?: string
  children: ReactNode
}

/** A line at the top while the next page is on its way; most pages are there before it is seen. */
function PageComing() {
  const isHydrated = useHydrated()
  const isLoading = useRouterState({ select: (state) => state.isLoading })
  return isHydrated && isLoading && <div className={styles.coming} data-coming aria-hidden="true" />
}

/** The frame of the screens for signed-in people; below 1200 px its navigation is a drawer (UIX-014). */
export function AppShell(props: AppShellProps) {
  const { portal, bell, banners, groups, findRecords, homeHref = '/dashboard', children } = props
  const [opened, setOpened] = useState<'menu' | 'search' | null>(null)
  const close = useCallback(() => setOpened(null), [])
  const router = useRouter()
  useEffect(() => router.subscribe('onBeforeNavigate', close), [router, close])
  useWidthChange(() => setOpened((now) => (now === 'menu' ? null : now)))
  useSearchKey(() => setOpened('search'))
  return (
    <div className={styles.shell} data-frame="work">
      <PageComing />
      <div className={styles.banners}>
        <SkipLink />
        {banners}
      </div>
      <nav aria-label="Main" className={styles.side} data-print="no">
        <div className={styles.sideHead}>
          <Logo portal={portal} href={homeHref} place="surface" />
          <PortalSwitch portals={props.portals} />
        </div>
        <SideNav groups={groups} className={styles.nav} />
      </nav>
      <div className={styles.body}>
        <header className={styles.top} data-print="no">
          <button
            type="button"
            className={`${styles.square} ${styles.narrow}`}
            aria-label="Menu"
            aria-haspopup="dialog"
            onClick={() => setOpened('menu')}
          >
            <IconMenu2 size={22} />
          </button>
          <span className={styles.narrow}>
            <Logo portal={portal} href={homeHref} place="surface" />
          </span>
          {groups.length > 0 && (
            <button type="button" className={styles.find} aria-haspopup="dialog" onClick={() => setOpened('search')}>
              <IconSearch size={18} />
              <span>Search</span>
              <kbd>Ctrl K</kbd>
            </button>
          )}
          <div className={styles.end}>
            {bell}
            <AccountMenu {...props} />
          </div>
        </header>
        <main id="main" tabIndex={-1} className={styles.main}>
          {children}
        </main>
      </div>
      <Dialog isOpen={opened === 'menu'} onClose={close} side="left" title={portal.name}>
        <PortalSwitch portals={props.portals} />
        <nav aria-label="Main">
          <SideNav groups={groups} className={styles.drawerNav} />
        </nav>
      </Dialog>
      <QuickSearch
        isOpen={opened === 'search'}
        onClose={close}
        screens={[...hitsOf(groups), ...(props.actions ?? [])]}
        person={props.person.email ?? props.person.name}
        findRecords={findRecords}
      />
    </div>
  )
}

function PortalSwitch({ portals }: { portals?: Switch | null }) {
  if (!portals) return null
  return (
    <Select
      aria-label="Portal"
      data={[...portals.options]}
      value={portals.current}
      onChange={(value) => value && value !== portals.current && portals.onChange(value)}
      allowDeselect={false}
      searchable={portals.options.length > 8}
      nothingFoundMessage="Nothing found"
    />
  )
}

function AccountMenu({ person, personLinks = [], roles, onSignOut }: AppShellProps) {
  return (
    <Disclosure
      align="end"
      hasChevron={false}
      label={`Account of ${person.name}`}
      className={`${styles.square} ${styles.round}`}
      trigger={<Avatar name={person.name} src={person.avatar} />}
    >
      <div className={styles.who}>
        <strong>{person.name}</strong>
        {person.email && <span>{person.email}</span>}
      </div>
      <hr />
      {personLinks.map(({ href, label, icon: Drawing }) => (
        <Anchor key={href} href={href}>
          {Drawing && <Drawing size={18} />}
          {label}
        </Anchor>
      ))}
      {roles && roles.options.length > 1 && <RoleSwitch {...roles} />}
      <hr />
      <div className={styles.scheme}>
        <SchemeToggle />
      </div>
      <button type="button" onClick={onSignOut}>
        <IconLogout size={18} />
        Sign out
      </button>
    </Disclosure>
  )
}

function RoleSwitch({ current, options, onChange }: Switch) {
  return (
    <fieldset>
      <hr />
      <legend className="only-read">Role</legend>
      <div className={styles.label} aria-hidden="true">
        Work as
      </div>
      {options.map(({ value, label }) => (
        <button key={value} type="button" aria-pressed={value === current} onClick={() => onChange(value)}>
          {label}
          {value === current && <IconCheck size={18} className={styles.check} />}
        </button>
      ))}
    </fieldset>
  )
}
