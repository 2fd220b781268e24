import { code, words } from './html.ts'

/** A receiver in Node to copy; `docs/callbacks.md` has the same one. */
export const RECEIVER = `import { Webhook } from 'standardwebhooks'

/** Keeps the newest state of every record. Answers the HTTP status. */
export const createReceiver = (secret) => {
  const seen = new Set()
  const records = new Map()
  const receive = (headers, body) => {
    let message
    try {
      message = new Webhook(secret).verify(body, headers)
    } catch {
      return 401
    }
    if (seen.has(headers['webhook-id'])) return 204
    seen.add(headers['webhook-id'])
    const known = records.get(message.subject)
    if (!known || known.number < message.number) records.set(message.subject, message)
    return 204
  }
  return { receive, records }
}
`

/** A message is signed like this; the test of the guide checks one by it. */
export const BY_HAND = `import { createHmac, timingSafeEqual } from 'node:crypto'

/** Whether a message is from the portal: over the raw body, and not older than five minutes. */
export const isGenuine = (secret, headers, body) => {
  const { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signatures } = headers
  if (Math.abs(Date.now() / 1000 - Number(time)) > 300) return false
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const right = Buffer.from(createHmac('sha256', key).update(\`\${id}.\${time}.\${body}\`).digest('base64'))
  return signatures.split(' ').some((each) => {
    const signature = Buffer.from(each.replace('v1,', ''))
    return signature.length === right.length && timingSafeEqual(signature, right)
  })
}
`

const MESSAGE = `webhook-id: msg_019ac0de-…
webhook-timestamp: 1795703499
webhook-signature: v1,nOZdf+gGptFk…

{
  "type": "enrollment.completed",
  "timestamp": "2026-11-26T14:31:39.000Z",
  "version": "2026-11-26",
  "subject": "enrollment:46",
  "number": 7,
  "data": { "id": 46, "user_id": 480, "course_id": 12, "progress": 100 }
}`

/** For those who receive messages of callbacks: what comes, how to verify it and what to answer (INT-046). */
export const receivingGuide = (): string =>
  `<h2 id="receive">Receive messages</h2><p>${words('Every message is an HTTPS POST by the Standard Webhooks convention, so its libraries for many languages verify it.')} <a href="https://www.standardwebhooks.com">standardwebhooks.com</a></p>${code(MESSAGE, 'A message')}
<ol><li>${words('Verify the signature over the raw bytes of the body. While a secret is being replaced there are two signatures; one match is enough.')}</li><li>${words('Answer 2xx within 15 seconds, before you do anything slow. Everything else counts as a failure, redirects too.')}</li><li>${words('Ignore a `webhook-id` that you already have: a message can arrive twice.')}</li><li>${words('Keep the message with the highest `number` of a `subject`: `data` is the whole record at that time.')}</li></ol>
<h3 id="signatures">Check signatures</h3><p>${words('With the npm package `standardwebhooks`, and the secret that is shown when you create a callback:')}</p>${code(RECEIVER, 'A receiver in Node')}<p>${words('Without a library: the signature is the HMAC-SHA256 of `webhook-id.webhook-timestamp.body` in base64. The key is the secret without `whsec_`, decoded from base64.')}</p>${code(BY_HAND, 'Checking a signature by hand')}
<h3 id="retries">When you cannot answer</h3><p>${words('A message is tried eleven times in three days, later if you send `Retry-After`. While nothing of yours responds, messages wait and are sent when you respond again. A message that is sent again keeps its `webhook-id` and `number`. Admins see every attempt for 90 days and can send messages again.')}</p>
<h2 id="calls">Manage callbacks</h2>`
