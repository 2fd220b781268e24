import { useRouterState, useSearch } from '@tanstack/react-router'
import { TabLinks } from '#ui/app/tabs.tsx'
import { Standing } from '../components/standing.tsx'
import styles from '../portals.module.css'
import { SETTINGS_PARTS } from '../settings-parts.tsx'
import { usePortal } from '../use-portal.ts'

/** The settings of a portal in parts: looks and storefront, terms, keys of outside services (PRT-049). */
export function SettingsScreen() {
  const { portal, scope } = usePortal()
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const { part } = useSearch({ strict: false }) as { part?: string }
  const current = SETTINGS_PARTS.find(({ key }) => key === part) ?? SETTINGS_PARTS[0]
  const hrefOf = (key: string) => (key === SETTINGS_PARTS[0]?.key ? path : `${path}?part=${key}`)
  return (
    <div className={styles.page}>
      <Standing portal={portal} />
      <TabLinks
        label="Settings"
        items={SETTINGS_PARTS.map(({ key, label }) => ({ label, href: hrefOf(key) }))}
        current={hrefOf(current?.key ?? '')}
      />
      {current?.content({ portal, scope })}
    </div>
  )
}
