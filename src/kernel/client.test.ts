import { expect, test } from 'vitest'
import { createApi } from './client.ts'
import { endpoint } from './endpoint.ts'
import { z } from './schema.ts'

const call = (path: string) =>
  endpoint({
    method: 'GET',
    path,
    permission: 'public',
    summary: 'For the test',
    query: z.object({ search: z.optional(z.string()) }),
    response: z.object({ data: z.int() }),
  })

/** The addresses that a client of this portal requests. */
const urlFor = async (portalId: number | null, path: string, search?: string) => {
  const urls: string[] = []
  const api = createApi(
    async ({ url }) => {
      urls.push(url)
      return { status: 200, body: { data: 1 } }
    },
    () => portalId,
  )
  await api.call(call(path), { query: search ? { search } : {} })
  return urls[0]
}

test('portal calls name the portal whose site makes them; other calls, and those without a portal, do not (API-004, PRT-054)', async () => {
  expect(await urlFor(7, '/portal')).toBe('/portal?referer_portal_id=7')
  expect(await urlFor(7, '/admin/courses', 'ladder')).toBe('/admin/courses?search=ladder&referer_portal_id=7')
  expect(await urlFor(7, '/portals/select')).toBe('/portals/select')
  expect(await urlFor(7, '/learner/courses')).toBe('/learner/courses')
  expect(await urlFor(null, '/portal')).toBe('/portal')
})
