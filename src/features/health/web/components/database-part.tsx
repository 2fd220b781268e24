import { formatFileSize, formatNumber } from '#kernel/format.ts'
import { DataList } from '#ui/app/list/data-list.tsx'
import { Row, Rows } from '#ui/app/list/rows.tsx'
import type { Health } from '../queries.ts'
import { spanOf } from '../words.ts'
import { Part } from './part.tsx'

const milliseconds = (value: number) => `${formatNumber(Math.round(value * 10) / 10)} ms`

/** Size, connections, replicas and what takes the most time in the database. */
export function DatabasePart({ database }: Pick<Health, 'database'>) {
  const { replicas, slowest } = database
  return (
    <Part title="Database">
      <DataList
        items={[
          { label: 'Version', value: `PostgreSQL ${database.version}` },
          { label: 'Size', value: formatFileSize(database.size) },
          {
            label: 'Connections',
            value: `${formatNumber(database.connections)} of ${formatNumber(database.connections_max)}`,
          },
          {
            label: 'Oldest transaction',
            value: database.oldest_transaction_seconds < 1 ? 'None' : spanOf(database.oldest_transaction_seconds),
          },
          {
            label: 'Replicas',
            value:
              replicas.length === 0
                ? 'None'
                : replicas
                    .map(
                      ({ name, state, lag_seconds: lag }) =>
                        `${name}${state ? `, ${state}` : ''}${lag === null ? '' : `, ${spanOf(lag)} behind`}`,
                    )
                    .join('; '),
          },
        ]}
      />
      {slowest === null ? (
        <p>
          With the extension <code>pg_stat_statements</code> the slowest statements are listed here.
        </p>
      ) : (
        slowest.length > 0 && (
          <Rows isInset label="Slowest statements">
            {slowest.map(({ statement, calls, mean_ms: mean, total_ms: total }) => (
              <Row
                key={statement}
                title={<code>{statement}</code>}
                note={`${formatNumber(calls)} calls, ${milliseconds(mean)} each, ${spanOf(total / 1000)} in all`}
              />
            ))}
          </Rows>
        )
      )}
    </Part>
  )
}

/** The portals whose files take the most room. */
export function StoragePart({ storage }: Pick<Health, 'storage'>) {
  return (
    <Part
      title="Storage by portal"
      text={storage.length === 0 ? 'No portal has files yet.' : 'The ten with the most files.'}
    >
      {storage.length > 0 && (
        <Rows isInset label="Storage by portal">
          {storage.map(({ portal_id: id, portal_name: name, used }) => (
            <Row key={id} title={name}>
              {formatFileSize(used)}
            </Row>
          ))}
        </Rows>
      )}
    </Part>
  )
}
