import { formatNumber } from '#kernel/format.ts'
import { Anchor } from '#ui/public/parts/anchor.tsx'
import type { ReportFigures } from '../queries.ts'
import styles from './by-portal.module.css'

type ByPortalProps = { report: ReportFigures; hrefOf: (values: Record<string, string | null>) => string }

/** The figures of each portal, which opens its own report (REP-032). */
export function ByPortal({ report: { figures, by_portal: portals }, hrefOf }: ByPortalProps) {
  return (
    <section className={styles.box} aria-label="By portal">
      <h2 className={styles.title}>By portal</h2>
      <div className={styles.scroll}>
        <table>
          <thead>
            <tr>
              <th scope="col">Portal</th>
              {figures.map(({ key, label }) => (
                <th key={key} scope="col" className={styles.number}>
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {portals?.map(({ portal_id: id, name, values }) => (
              <tr key={id}>
                <th scope="row">
                  <Anchor href={hrefOf({ portal_id: String(id), course_id: null, manager_id: null })}>{name}</Anchor>
                </th>
                {figures.map(({ key }, index) => (
                  <td key={key} className={styles.number}>
                    {formatNumber(values[index] ?? 0)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
