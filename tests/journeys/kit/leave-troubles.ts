// Leaves in the database of a running product what a mail server that was away and a worker that died leave: a mail whose
// job was given up, a job that nobody takes, and a portal that has used most of its texts. Started by app.ts.
import path from 'node:path'
import pg from 'pg'
import { startEmbedded } from '#platform/db/embedded-postgres.ts'
import { readConfig } from '#platform/process/config.ts'

const config = readConfig(process.env, path.resolve(import.meta.dirname, '../../..'))
const server = await startEmbedded(path.join(config.data_dir, 'postgres'))
const client = new pg.Client({
  host: server.host,
  port: server.port,
  user: 'postgres',
  password: server.password,
  database: 'portico',
})
await client.connect()
await client.query(`set role portico_platform`)
await client.query(`
  with mail as (
    insert into mails (portal_id, template, to_email, from_email, subject, html, text, error)
    values (1, 'invoice', 'waits@example.com', 'no-reply@example.com', 'Your invoice', '<p>Your invoice</p>', 'Your invoice', 'connect ECONNREFUSED')
    returning id, portal_id
  )
  insert into pgboss.job (name, state, data, output, created_on, completed_on, retry_limit, retry_count)
  select 'mail.send', 'failed', json_build_object('id', id, 'portal_id', portal_id,
      '_origin', json_build_object('request_id', '0af7651916cd43dd8448eb211c80319c')),
    '{"message":"connect ECONNREFUSED 10.0.0.9:587"}', now() - interval '5 hours', now() - interval '1 hour', 40, 40
  from mail`)
await client.query(`
  insert into pgboss.queue (name, policy, retry_limit, retry_delay, retry_backoff, expire_seconds, retention_seconds,
    deletion_seconds, partition, table_name)
  select 'reports.of-a-former-version', policy, retry_limit, retry_delay, retry_backoff, expire_seconds, retention_seconds,
    deletion_seconds, partition, table_name from pgboss.queue where name = 'mail.send'`)
await client.query(`
  insert into pgboss.job (name, state, start_after) values ('reports.of-a-former-version', 'created', now() - interval '25 minutes')`)
// A day later than today's counts as today's in every time zone.
await client.query(`insert into text_days (portal_id, day, sent) values (1, current_date + 1, 950)`)
await client.end()
await server.stop()
