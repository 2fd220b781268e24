import { expect, test } from 'vitest'
import { createApi } from '#kernel/client.ts'
import { endpoint, id, one } from '#kernel/endpoint.ts'
import { z } from '#kernel/schema.ts'
import { answers, localApi } from './local-calls.ts'

const path = '/things/:id'
const params = z.object({ id })
const thing = one(z.object({ said: z.string() }))
const show = endpoint({ method: 'GET', path, permission: 'public', summary: 'Show', params, response: thing })
const list = endpoint({ method: 'GET', path: '/things', permission: 'public', summary: 'List', response: thing })
const remove = endpoint({ method: 'DELETE', path, permission: 'public', summary: 'Remove', params })

const sent: string[] = []
const server = createApi(async ({ method, url }) => {
  sent.push(`${method} ${url}`)
  return { status: 200, body: { data: { said: 'the server' } } }
})
const named = [answers(show, ({ params: { id: which } }) => ({ data: { said: `the page, of ${which}` } }))]
const api = localApi(server, named, ({ method }) => method === 'GET')

test('a named call is answered in the page, directly and as a query (BLD-068)', async () => {
  expect((await api.call(show, { params: { id: 7 } })).data.said).toBe('the page, of 7')
  const query = api.query(show, { params: { id: 8 } })
  expect(query.queryKey).toEqual(server.query(show, { params: { id: 8 } }).queryKey)
  expect((await query.queryFn()).data.said).toBe('the page, of 8')
  expect(sent).toEqual([])
})

test('of the others only what may pass reaches the server', async () => {
  expect((await api.call(list)).data.said).toBe('the server')
  await expect(api.call(remove, { params: { id: 7 } })).rejects.toMatchObject({
    status: 403,
    code: 'operation_not_permitted',
  })
  expect(sent).toEqual(['GET /things'])
})
