import { plainPage } from './plain-page.ts'

/** The preview of a release that is live by now or deleted, and a link that is too old. */
export const NO_PREVIEW = {
  status: 404,
  headers: { 'content-type': 'text/html; charset=utf-8', 'x-robots-tag': 'noindex', 'referrer-policy': 'no-referrer' },
  body: plainPage(
    'Preview not available',
    '<h1>Preview not available</h1><p>The link has expired, or the changes are live by now. Ask the person who sent it for a new one, or <a href="/">open the site</a>.</p>',
  ),
}

/** A host that belongs to no portal. */
export const UNKNOWN_PORTAL = plainPage('Portal not found!', '<h1>404</h1><p>Portal not found!</p>')
/** An empty address is that of the form. */
export const NEEDS_SCRIPT = plainPage(
  'JavaScript is needed',
  '<h1>This form needs JavaScript</h1><p>What you entered has not been used. Please switch JavaScript on in your browser, or wait until the page has loaded completely, and try again.</p><p><a href="">Back to the form</a></p><p>Learners can sign in and take courses without JavaScript in the <a href="/lite">lite version</a>.</p>',
)
