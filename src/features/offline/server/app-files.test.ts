import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { signedOutPage } from './app-files.ts'

test.each(['/lite/sign-in', '/sign-on/sign-out'])(
  'the page after signing out leads to %s, by a link, and runs its own scripts alone (OFF-023, LIT-020)',
  (next) => {
    const { body, headers } = signedOutPage(next)
    expect([...body.matchAll(/ (?:href|src)="([^"]*)"/g)].map(([, address]) => address)).toEqual([next])
    expect(body).toContain(`<noscript><meta http-equiv="refresh" content="0;url=${next}"></noscript>`)
    const scripts = [...body.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)].map(([, script]) => script as string)
    const allowed = scripts.map((script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`)
    expect(scripts).toHaveLength(2)
    expect(headers?.['content-security-policy']).toContain(`script-src ${allowed.join(' ')};`)
    expect(headers?.['content-security-policy']).toContain("default-src 'none'")
  },
)
