import { ERRORS } from '#kernel/errors.ts'
import { BASE, code, escapeHtml, page, words } from './html.ts'
import type { Subject } from './subjects.ts'

const SESSION = `PORTAL=https://granite.example.com

# 1. A CSRF token comes as the cookie XSRF-TOKEN.
curl -c cookies.txt "$PORTAL/api/v1/csrf-cookie"
XSRF=$(awk '$6 == "XSRF-TOKEN" { print $7 }' cookies.txt)

# 2. Sign in. The session comes as a cookie, with a new CSRF token.
curl -b cookies.txt -c cookies.txt "$PORTAL/api/v1/login" \\
  -H "X-XSRF-TOKEN: $XSRF" \\
  -H 'Content-Type: application/json' \\
  -d '{ "email": "lena@example.com", "password": "Ladder-safe-9" }'
XSRF=$(awk '$6 == "XSRF-TOKEN" { print $7 }' cookies.txt)

# 3. Call. What changes data needs the header as well.
curl -b cookies.txt "$PORTAL/api/v1/me"
curl -b cookies.txt -X POST "$PORTAL/api/v1/logout" -H "X-XSRF-TOKEN: $XSRF"`

const TOKEN = `PORTAL=https://granite.example.com
TOKEN=…   # shown once, when you create it

curl "$PORTAL/api/v1/me" -H "Authorization: Bearer $TOKEN"`

const PAGING = `curl "$PORTAL/api/v1/users?per_page=50&sort=-id" -H "Authorization: Bearer $TOKEN"
# { "data": [ … ], "meta": { "next_cursor": "WzEyXQ", "prev_cursor": null } }

curl "$PORTAL/api/v1/users?per_page=50&sort=-id&cursor=WzEyXQ" -H "Authorization: Bearer $TOKEN"
# … until next_cursor is null`

const ERROR = `{
  "message": "Please enter a valid email address.",
  "code": "invalid",
  "errors": { "email": ["Please enter a valid email address."] }
}`

const IDEMPOTENCY = `curl -X POST "$PORTAL/api/v1/enrollments" \\
  -H "Authorization: Bearer $TOKEN" \\
  -H 'Idempotency-Key: crew-7-2026-03-02' \\
  -H 'Content-Type: application/json' \\
  -d '{ "course_id": 12, "user_ids": [57] }'`

/** The first page: what every call has in common, and what there are calls for. */
export const guidePage = (subjects: readonly Subject[], countOf: (subject: Subject) => number): string =>
  page({
    title: 'Portico API',
    body: `<h1>Portico API</h1><p>Everything the product does goes through these calls, so whatever a person can do on a screen, a program can do with the same rights. Paths start with <code>/api/v1</code> at the address of a portal.</p>
<h2 id="subjects">Calls by subject</h2><ul class="cards">${subjects
      .map(
        (subject) =>
          `<li><a href="${BASE}/${subject.slug}">${escapeHtml(subject.title)}</a> <span class="quiet">${countOf(subject)}</span><p>${escapeHtml(subject.text)}</p></li>`,
      )
      .join('')}</ul>
<h2 id="sign-in">Sign in</h2>
<h3>With a token of the portal</h3><p>${words('For systems of yours, such as an HR system. A portal admin creates it under “Two-way API” with the scopes it needs; it belongs to no person and makes the calls below `/sync`.')} <a href="${BASE}/two-way-api">Those calls, with examples in curl and TypeScript</a></p><h3>With an API token</h3><p>${words('For your own scripts. Create one on your profile under “API tokens” or with `POST /api-tokens`; it acts as you, with your rights, in one portal, for at most a year. It needs no CSRF token. It cannot create tokens or change passwords, roles or payment accounts.')}</p>${code(TOKEN, 'A call with an API token')}
<h3>With a session</h3><p>${words('As the website does it. A call that changes data answers 419 without the header `X-XSRF-TOKEN`; its value is that of the cookie `XSRF-TOKEN`, and each sign-in makes a new one.')}</p>${code(SESSION, 'Signing in with a session')}
<h2 id="data">Data</h2><ul><li>${words('A single record is answered as `data`, a list as `data` with `meta`.')}</li><li>${words('Names are in lower case with underscores. Times are ISO 8601 in UTC, amounts decimal numbers in USD.')}</li><li>${words('Bodies are JSON in UTF-8; uploads are `multipart/form-data` with the file in the field `file`, up to 20 MB.')}</li><li>${words('A change sends only the fields to change; `null` clears one.')}</li></ul>
<h2 id="paging">Lists and paging</h2><p>${words('Lists take `cursor`, `per_page` (1 to 100), `search` and `sort` (a field, with `-` for descending), and filters by name. Send `meta.next_cursor` back as `cursor` for the next page. A filter that a list does not know answers 422.')}</p>${code(PAGING, 'Reading a list page by page')}
<h2 id="idempotency">Repeating safely</h2><p>${words('Calls that show an `Idempotency-Key` take any text of up to 200 characters there. When the answer got lost, send the same call with the same key: it happens once, and you get the first answer. The same key with another body answers 422; while the first call still runs, a token gets 409. Keys are kept for 24 hours.')}</p>${code(IDEMPOTENCY, 'A call with an Idempotency-Key')}
<h2 id="errors">Errors</h2><p>${words('An error has a status, a stable `code` and a `message` for people. With 422, `errors` names the fields by their path.')} <a href="${BASE}/errors">All ${Object.keys(ERRORS).length} codes</a></p>${code(ERROR, 'An error')}
<h2 id="limits">Limits</h2><p>${words('1,200 calls per minute for each session or API token, otherwise for each network address; files and pictures are not counted. Visitors may make 120 changes a minute from one address, and signing in, resetting a password and trying out links have narrower limits. More answer 429, and the header `Retry-After` says how many seconds to wait. Answers to a token tell its limit in `RateLimit-Policy` and `RateLimit`.')}</p>`,
  })

/** Every code that a call can answer. */
export const errorsPage = (): string =>
  page({
    title: 'Errors · Portico API',
    body: `<h1>Errors</h1><p>${words('The `code` is stable and is what a program should look at; the `message` is for people. Braces stand for a value. Codes with a general text answer a more exact message where one is known.')}</p><div class="scroll"><table><thead><tr><th scope="col">Status</th><th scope="col">Code</th><th scope="col">Message</th></tr></thead><tbody>${Object.entries(
      ERRORS,
    )
      .toSorted(([a, one], [b, other]) => one.status - other.status || a.localeCompare(b))
      .map(
        ([name, row]) =>
          `<tr id="${name}"><td>${row.status}</td><td><code>${name}</code></td><td>${escapeHtml(row.text)}</td></tr>`,
      )
      .join('')}</tbody></table></div>`,
  })
