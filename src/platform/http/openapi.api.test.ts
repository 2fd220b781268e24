import { gzipSync } from 'node:zlib'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { beforeAll, describe, expect, test } from 'vitest'
import { fieldErrors, z } from '#kernel/schema.ts'
import { hashPassword } from '#platform/passwords.ts'
import { type TestPortal, testApp } from '../../../tests/api.ts'
import { endpoints } from '../../../tests/endpoints.ts'
import { SUBJECTS } from './docs/subjects.ts'

const t = testApp()
let portal: TestPortal
beforeAll(async () => {
  portal = await t.make.portal()
})

type Schema = Record<string, unknown>
type Operation = {
  summary: string
  tags: string[]
  description: string
  parameters: { name: string; in: string; required: boolean; schema: Schema }[]
  requestBody?: { content: Record<string, { schema: Schema; example?: unknown }> }
  responses: Record<string, { description: string; content?: Record<string, { schema: Schema; example?: unknown }> }>
  security: Record<string, unknown>[]
}
type Document = {
  openapi: string
  info: { title: string; version: string }
  servers: { url: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema>; securitySchemes: Record<string, Schema> }
}

const fetchPage = async (url: string) =>
  t.app.http.inject({ method: 'GET', url: `/api/v1${url}`, headers: { host: portal.host } })
const readDocument = async (): Promise<Document> => (await fetchPage('/openapi.json')).json()
const operations = (document: Document) =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )

describe('the OpenAPI document', () => {
  test('describes every call once, with access, input and responses (API-001, API-006)', async () => {
    const document = await readDocument()
    expect(document.openapi).toMatch(/^3\.1\.\d+$/)
    expect(document).toMatchObject({ info: { title: 'Portico', version: '1' }, servers: [{ url: '/api/v1' }] })
    const described = operations(document).map(({ path, method }) => `${method} ${path}`)
    const served = endpoints.map(({ method, path }) => `${method.toLowerCase()} ${path.replace(/:(\w+)/g, '{$1}')}`)
    expect(described.toSorted()).toEqual([...served, 'get /health'].toSorted())
    expect(new Set(described).size).toBe(described.length)
  })

  test('is valid 3.1: path parameters, responses, references and security name existing things (API-006)', async () => {
    const document = await readDocument()
    for (const { path, method, operation } of operations(document)) {
      const at = `${method} ${path}`
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      const declared = operation.parameters.filter((parameter) => parameter.in === 'path')
      expect(declared.map(({ name }) => name).toSorted(), at).toEqual(inPath.toSorted())
      expect(
        declared.every(({ required }) => required),
        at,
      ).toBe(true)
      const names = operation.parameters.map((parameter) => `${parameter.in} ${parameter.name}`)
      expect(new Set(names).size, at).toBe(names.length)
      expect(operation.summary.length, at).toBeGreaterThan(0)
      expect(Object.keys(operation.responses).length, at).toBeGreaterThan(0)
      for (const [status, { description }] of Object.entries(operation.responses)) {
        expect(status, at).toMatch(/^[2-5]\d\d$/)
        expect(description.length, at).toBeGreaterThan(0)
      }
      for (const requirement of operation.security)
        for (const scheme of Object.keys(requirement))
          expect(document.components.securitySchemes, at).toHaveProperty(scheme)
    }
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, target]) => target ?? '')
    expect(references.length).toBeGreaterThan(0)
    for (const target of new Set(references)) {
      const schema = target
        .replace(/^#\//, '')
        .split('/')
        .reduce<unknown>((value, key) => (value as Schema | undefined)?.[key], document)
      expect(schema, target).toBeDefined()
    }
  })

  test('every schema in it is a JSON Schema of 2020-12 (API-006)', async () => {
    const document = await readDocument()
    const ajv = new Ajv2020({ strict: false, validateFormats: false })
    const schemas = operations(document).flatMap(({ path, method, operation }) => [
      ...operation.parameters.map(({ schema }) => ({ at: `${method} ${path}`, schema })),
      ...[operation.requestBody, ...Object.values(operation.responses)].flatMap((part) =>
        Object.values(part?.content ?? {}).map(({ schema }) => ({ at: `${method} ${path}`, schema })),
      ),
    ])
    expect(schemas.length).toBeGreaterThan(endpoints.length)
    for (const { at, schema } of schemas) expect(ajv.validateSchema(schema), `${at}: ${ajv.errorsText()}`).toBe(true)
  })

  test('a response of the product matches its schema, and an error matches the error schema (API-006, API-007)', async () => {
    const document = await readDocument()
    const ajv = new Ajv2020({ strict: false, validateFormats: false })
    const schema = document.paths['/portal']?.get?.responses['200']?.content?.['application/json']?.schema ?? {}
    const answer = (await fetchPage('/portal')).json()
    expect(ajv.validate(schema, answer), ajv.errorsText()).toBe(true)
    expect(ajv.validate(schema, { data: { ...answer.data, id: 'seven' } })).toBe(false)
    const error = document.components.schemas.Error as Schema
    expect(ajv.validate(error, (await fetchPage('/companies/1')).json()), ajv.errorsText()).toBe(true)
    expect(ajv.validate(error, { message: 'without a code' })).toBe(false)
  })

  test('repeatable calls accept the key, uploads a file, and changes name the missing token (API-003, API-011, API-024)', async () => {
    const { paths } = await readDocument()
    const names = paths['/certificates']?.post?.parameters.map(({ name }) => name)
    expect(names).toContain('Idempotency-Key')
    const form = paths['/portal/logo']?.post?.requestBody?.content['multipart/form-data']?.schema
    expect(form).toMatchObject({ properties: { file: { type: 'string' }, _method: { const: 'PUT' } } })
    expect(paths['/portal/settings']?.put?.responses['419']?.description).toContain('csrf_mismatch')
  })
})

describe('paths', () => {
  test('are lower case with hyphens; only the parts in braces are parameters (API-009)', () => {
    for (const { path } of endpoints)
      for (const part of path.split('/').slice(1))
        if (!part.startsWith(':')) expect(part, path).toMatch(/^[a-z0-9]+([-.][a-z0-9]+)*$/)
  })

  test('/main/ is public and read-only, /learner/ is for learners, and /admin/ and /partner/ need a session (API-010)', () => {
    for (const { path, permission, method } of endpoints) {
      const at = `${method} ${path}`
      if (path.startsWith('/main/')) expect(permission, at).toBe('public')
      if (path.startsWith('/learner/')) expect(permission, at).not.toBe('public')
      if (/^\/(admin|partner)\//.test(path)) expect(permission, at).not.toBe('public')
    }
  })
})

describe('the documentation page', () => {
  const addresses = ['', '/errors', '?q=refund', ...SUBJECTS.map(({ slug }) => `/${slug}`)]

  test('lists every call once with an example and its errors, and works without scripts (API-006, API-028)', async () => {
    const pages = await Promise.all(addresses.map((address) => fetchPage(`/docs${address}`)))
    for (const page of pages) {
      expect(page.statusCode).toBe(200)
      expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
      expect(page.headers['content-security-policy']).toContain("default-src 'none'")
      expect(page.body).toContain('<html lang="en">')
      expect(page.body).not.toContain('<script')
    }
    const all = pages.map((page) => page.body).join('')
    expect(all).toContain('<h1>Portico API</h1>')
    for (const { method, path } of endpoints) {
      const name = `${method} ${path.replace(/:(\w+)/g, '{$1}')}`
      expect(all.split(`aria-label="Example of ${name}"`).length, name).toBe(2)
    }
    expect(all).toContain('The course has no certificate template')
    expect((await fetchPage('/docs/nothing')).statusCode).toBe(404)
  })

  test('every page is small enough for a phone: at most 12 KB compressed (API-028)', async () => {
    for (const address of addresses) {
      const { body } = await fetchPage(`/docs${address}`)
      expect(gzipSync(body).length, address).toBeLessThan(12 * 1024)
    }
  })

  test('every subject has calls, and a search finds calls by words and errors by code (API-028)', async () => {
    for (const { slug } of SUBJECTS) expect((await fetchPage(`/docs/${slug}`)).body, slug).toContain('<article')
    const page = (await fetchPage('/docs?q=give%20credits')).body
    expect(page).toContain('/docs/credits#post-admin-courses-slug-credits-give')
    expect(page).not.toContain('#post-login')
    expect((await fetchPage('/docs?q=portal_would_close')).body).toContain('/docs/errors#portal_would_close')
    const nothing = (await fetchPage(`/docs?q=${encodeURIComponent('<b>zebra')}`)).body
    expect(nothing).toContain('0 calls for “&#60;b&#62;zebra”')
    expect(nothing).toContain('No call has all of these words')
  })

  test('every example matches its call: bodies are accepted and responses are real (API-028)', async () => {
    const { paths } = await readDocument()
    let checked = 0
    for (const { method, path, body, response } of endpoints) {
      const operation = paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
      const sent = Object.values(operation?.requestBody?.content ?? {})[0]?.example
      const answered = operation?.responses['200']?.content?.['application/json']?.example
      for (const [schema, example] of [
        [body, sent],
        [response, answered],
      ] as const) {
        if (example === undefined || schema._zod.def.type === 'undefined') continue
        checked += 1
        const result = z.safeParse(schema, example)
        expect(result.success ? {} : fieldErrors(result.error.issues), `${method} ${path}`).toEqual({})
      }
    }
    expect(checked).toBeGreaterThan(endpoints.length)
  })

  test('the steps in the guide sign in and out, and a missing header is named (API-028, API-003)', async () => {
    const person = await t.make.person('learner', { portal })
    await t.platform(async (tx) => {
      const password_hash = await hashPassword('Ladder-safe-9')
      await tx
        .updateTable('users')
        .set({ password_hash, email_verified_at: new Date() })
        .where('id', '=', person.id)
        .execute()
    })
    const cookies: Record<string, string> = {}
    const call = async (method: 'GET' | 'POST', url: string, payload?: object, headers = {}) => {
      const cookie = Object.entries(cookies)
        .map(([name, value]) => `${name}=${value}`)
        .join('; ')
      const answer = await t.app.http.inject({
        method,
        url: `/api/v1${url}`,
        headers: { host: portal.host, cookie, ...headers },
        ...(payload && { payload }),
      })
      for (const one of answer.cookies as { name: string; value: string }[]) cookies[one.name] = one.value
      return answer
    }
    const csrf = () => ({ 'x-xsrf-token': cookies['XSRF-TOKEN'] })
    const credentials = { email: person.email, password: 'Ladder-safe-9' }
    expect((await call('GET', '/csrf-cookie')).statusCode).toBe(204)
    const without = await call('POST', '/login', credentials)
    expect([without.statusCode, without.json().code]).toEqual([419, 'csrf_mismatch'])
    expect(without.json().message).toContain('the X-XSRF-TOKEN header is missing')
    expect((await call('POST', '/login', credentials, csrf())).statusCode).toBe(200)
    expect((await call('GET', '/me')).statusCode).toBe(200)
    const stale = await call('POST', '/logout', {}, { 'x-xsrf-token': 'old' })
    expect(stale.json().message).toContain('does not belong to this session')
    expect((await call('POST', '/logout', {}, csrf())).statusCode).toBe(204)
  })
})
