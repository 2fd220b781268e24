import type { ReactNode } from 'react'
import { PageHeader } from '#ui/app/page-header.tsx'
import { TabLinks } from '#ui/app/tabs.tsx'
import styles from '../redirects.module.css'

const TABS = [
  { label: 'Redirects', href: '/portals/redirects' },
  { label: 'Former addresses', href: '/portals/former-addresses' },
]

type Props = { current: 'redirects' | 'former-addresses'; text: string; actions?: ReactNode; children: ReactNode }

/** The head over both lists of addresses. */
export function AddressesFrame({ current, text, actions, children }: Props) {
  return (
    <>
      <PageHeader title={current === 'redirects' ? 'Redirects' : 'Former addresses'} text={text} actions={actions} />
      <div className={styles.tabs}>
        <TabLinks label="Addresses" items={TABS} current={`/portals/${current}`} />
      </div>
      {children}
    </>
  )
}
