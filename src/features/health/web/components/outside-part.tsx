import { isTextLimitReached } from '#kernel/access/text-limit.ts'
import { formatNumber } from '#kernel/format.ts'
import { DataList } from '#ui/app/list/data-list.tsx'
import { Row, Rows } from '#ui/app/list/rows.tsx'
import { StatusBadge } from '#ui/app/status-badge.tsx'
import { TimeText } from '#ui/public/parts/time.tsx'
import type { Health } from '../queries.ts'
import { spanOf } from '../words.ts'
import { Part } from './part.tsx'

/** E-mails, text messages, callbacks and domains: what depends on the servers of others. */
export function OutsidePart({ health: { mails, callbacks, domains, texts } }: { health: Health }) {
  return (
    <>
      <Part title="E-mail">
        <DataList
          items={[
            {
              label: 'Waiting',
              value:
                mails.waiting === 0
                  ? 'None'
                  : `${formatNumber(mails.waiting)}, the oldest for ${spanOf(mails.oldest_seconds)}`,
            },
            { label: 'Given up in the last 24 hours', value: mails.failed === 0 ? 'None' : formatNumber(mails.failed) },
            { label: 'Last sent', value: mails.last_sent_at && <TimeText value={mails.last_sent_at} /> },
            { label: 'Last error', value: mails.last_error },
          ]}
        />
      </Part>
      {texts.length > 0 && (
        <Part title="Text messages" text="Portals that have used most of their limit for today.">
          <Rows isInset label="Text messages">
            {texts.map(({ portal_id: id, portal_name: name, sent, limit }) => (
              <Row
                key={id}
                title={<strong>{name}</strong>}
                note={`${formatNumber(sent)} of ${formatNumber(limit)} sent today`}
              >
                {isTextLimitReached(sent, limit) && <StatusBadge status="failed" label="Limit reached" />}
              </Row>
            ))}
          </Rows>
        </Part>
      )}
      <Part
        title="Callbacks"
        text={
          callbacks.waiting === 0
            ? 'No message waits for the systems of customers.'
            : `${formatNumber(callbacks.waiting)} messages wait${callbacks.oldest_seconds > 0 ? `, the oldest for ${spanOf(callbacks.oldest_seconds)}` : ''}.`
        }
      >
        {callbacks.down.length > 0 && (
          <Rows isInset label="Callbacks that do not answer">
            {callbacks.down.map(({ id, name, portal_name: portal, failing_since: since }) => (
              <Row
                key={id}
                title={<strong>{name}</strong>}
                note={
                  <>
                    {portal}, no answer since <TimeText value={since} />
                  </>
                }
              >
                <StatusBadge status="failed" label="Down" />
              </Row>
            ))}
          </Rows>
        )}
      </Part>
      <Part
        title="Domains and senders"
        text={
          domains.length === 0
            ? 'None waits for records or a certificate.'
            : 'Those that wait for records or a certificate, or whose records went wrong.'
        }
      >
        {domains.length > 0 && (
          <Rows isInset label="Domains and senders">
            {domains.map(({ name, portal_name: portal, status, failing_since: since, checked_at: checked }) => (
              <Row
                key={`${portal} ${name}`}
                title={<strong>{name}</strong>}
                note={
                  <>
                    {portal}
                    {since && (
                      <>
                        , wrong since <TimeText value={since} />
                      </>
                    )}
                    {checked && (
                      <>
                        , checked <TimeText value={checked} />
                      </>
                    )}
                  </>
                }
              >
                <StatusBadge status={since ? 'failed' : status} {...(since && { label: 'Wrong records' })} />
              </Row>
            ))}
          </Rows>
        )}
      </Part>
    </>
  )
}
