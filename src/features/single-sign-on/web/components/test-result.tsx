import { ROLES, type Role } from '#kernel/access/roles.ts'
import { DataList } from '#ui/app/list/data-list.tsx'
import { Alert } from '#ui/public/parts/alert.tsx'
import { TimeText } from '#ui/public/parts/time.tsx'
import { Card } from '#ui/public/products/card.tsx'
import type { ShownProvider } from '../queries.ts'
import styles from '../sign-on.module.css'

const shown = (value: string | readonly string[]) => (typeof value === 'string' ? value : value.join(', '))
const nameOf = (role: string) => ROLES[role as Role]?.name ?? role

const managerText = ({ named, display_name: name }: NonNullable<NonNullable<ShownProvider['last_test']>['manager']>) =>
  name ? `${name} (${named})` : `${named} is not in this portal yet`

/** What the last test brought back, and what a sign-in would make of it. */
export function TestResult({ result }: { result: NonNullable<ShownProvider['last_test']> }) {
  const claims = Object.entries(result.claims)
  return (
    <Card>
      <div className={styles.card}>
        <div className={styles.head}>
          <h2>Last test</h2>
          <small className={styles.hint}>
            <TimeText value={result.at} />
          </small>
        </div>
        <Alert tone={result.is_admitted ? 'success' : 'warning'}>{result.outcome}</Alert>
        {claims.length > 0 && (
          <>
            <DataList
              items={[
                { label: 'E-mail', value: result.email },
                { label: 'Name', value: [result.first_name, result.last_name].filter(Boolean).join(' ') || null },
                { label: 'Roles', value: result.roles.map(nameOf).join(', ') },
                ...(result.manager ? [{ label: 'Manager', value: managerText(result.manager) }] : []),
              ]}
            />
            <details className={styles.claims}>
              <summary>Everything the provider sent</summary>
              <DataList items={claims.map(([label, value]) => ({ label, value: shown(value) }))} />
            </details>
          </>
        )}
      </div>
    </Card>
  )
}
