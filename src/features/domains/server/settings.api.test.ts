import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { ConfigError, readConfig } from '#platform/process/config.ts'
import { platformHosts, spfIncludeOf, targetOf, webServerOf } from './settings.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'portico-settings-'))
afterAll(() => rmSync(folder, { recursive: true }))
const authority = path.join(folder, 'authority.pem')
writeFileSync(authority, 'an authority')

const read = (env: Record<string, string> = {}) => readConfig({ DATA_DIR: folder, ...env }, folder)
const faultsOf = (env: Record<string, string>) => {
  try {
    read(env)
    return ''
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return error.message
  }
}

test('records of portals name the configured hosts, otherwise those of PUBLIC_ORIGIN and MAIL_FROM (OPS-011)', () => {
  const plain = read({ PUBLIC_ORIGIN: 'https://courses.example.com', MAIL_FROM: 'hello@mail.example.com' })
  expect([targetOf(plain), spfIncludeOf(plain)]).toEqual(['courses.example.com', 'mail.example.com'])
  expect([plain.CERTIFICATE_AUTHORITIES, plain.DNS_SERVERS]).toEqual([['letsencrypt.org'], undefined])
  const own = read({
    ...{ PUBLIC_ORIGIN: 'https://courses.example.com', DOMAIN_TARGET: 'Edge.example.net' },
    ...{ MAIL_SPF_INCLUDE: 'spf.example.net', CERTIFICATE_AUTHORITIES: 'pki.goog, letsencrypt.org' },
    DNS_SERVERS: '9.9.9.9, [::1]:5353',
  })
  expect([targetOf(own), spfIncludeOf(own)]).toEqual(['edge.example.net', 'spf.example.net'])
  expect(own.CERTIFICATE_AUTHORITIES).toEqual(['pki.goog', 'letsencrypt.org'])
  expect(own.DNS_SERVERS).toEqual(['9.9.9.9', '[::1]:5353'])
  expect(platformHosts(own)).toEqual(expect.arrayContaining(['courses.example.com', 'edge.example.net']))
})

test('domains are opened at the configured web server, or else at the target if the platform has HTTPS, or else not (OPS-021)', () => {
  expect(webServerOf(read({ PUBLIC_ORIGIN: 'http://courses.example.com' }))).toBeNull()
  const secure = { PUBLIC_ORIGIN: 'https://courses.example.com' }
  expect(webServerOf(read(secure))).toEqual({ addresses: [], port: 443, authorities: [] })
  expect(webServerOf(read({ ...secure, HTTPS_CHECK: 'off' }))).toBeNull()
  expect(webServerOf(read({ HTTPS_CHECK: '10.0.0.2:8443', HTTPS_CHECK_CA: authority }))).toEqual({
    ...{ addresses: ['10.0.0.2'], port: 8443, authorities: ['an authority'] },
  })
  expect(webServerOf(read({ HTTPS_CHECK: '::1' }))).toMatchObject({ addresses: ['::1'], port: 443 })
  expect(webServerOf(read({ HTTPS_CHECK: '[::1]:8443' }))).toMatchObject({ addresses: ['::1'], port: 8443 })
})

test.each([
  [{ TLS_ASK_SECRET: 'short' }, 'TLS_ASK_SECRET: must have at least 32 characters'],
  [{ DNS_SERVERS: 'dns.example.com' }, 'DNS_SERVERS: must be addresses of name servers'],
  [{ HTTPS_CHECK: 'web.example.com' }, 'HTTPS_CHECK: must be off, or the address and port of your web server'],
  [{ HTTPS_CHECK_CA: '/nowhere/authority.pem' }, 'HTTPS_CHECK_CA: must be a file with certificates'],
  [{ DOMAIN_TARGET: 'https://edge.example.net' }, 'DOMAIN_TARGET: must be a domain'],
])('the start refuses %j and says what is wrong (OPS-001, OPS-011, OPS-021)', (env, fault) => {
  expect(faultsOf(env)).toContain(fault)
  expect(faultsOf(env)).not.toContain('short')
})
