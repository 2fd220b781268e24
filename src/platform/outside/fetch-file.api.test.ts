import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fetchFile } from './fetch-file.ts'

let server: http.Server
let origin = ''
const seen: http.IncomingHttpHeaders[] = []
beforeAll(async () => {
  server = http.createServer((request, response) => {
    seen.push(request.headers)
    const path = request.url ?? ''
    if (path === '/a.png') response.end('picture')
    else if (path === '/moved') response.writeHead(302, { location: '/a.png' }).end()
    else if (path === '/around') response.writeHead(302, { location: '/around' }).end()
    else if (path === '/inside') response.writeHead(302, { location: 'http://169.254.169.254/latest' }).end()
    else if (path === '/file') response.writeHead(302, { location: 'file:///etc/passwd' }).end()
    else if (path === '/large') response.end(Buffer.alloc(2000))
    else if (path === '/broken') response.destroy()
    else response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => new Promise((resolve) => server.close(resolve)))

const get = (path: string, networks = ['127.0.0.1/32']) =>
  fetchFile(path.startsWith('/') ? origin + path : path, { networks, max_bytes: 1000, accept: 'image/*' })

describe('a file at an address that somebody named (UPL-047)', () => {
  test('is fetched, also where it has moved to, and without cookies', async () => {
    expect((await get('/a.png')).bytes.toString()).toBe('picture')
    const moved = await get('/moved')
    expect([moved.bytes.toString(), moved.url.pathname]).toEqual(['picture', '/a.png'])
    expect(seen.every(({ cookie, authorization }) => cookie === undefined && authorization === undefined)).toBe(true)
  })

  test.each([
    ['/large', 'too_large'],
    ['/broken', 'no_answer'],
    ['/missing', 'refused'],
    ['/around', 'refused'],
    ['/inside', 'address'],
    ['/file', 'address'],
    ['http://10.0.0.1/a.png', 'address'],
    ['http://[::1]/a.png', 'address'],
    ['http://2130706433/a.png', 'address'],
    ['http://user:secret@127.0.0.1/a.png', 'address'],
    ['http://8.8.8.8:22/', 'address'],
    ['ftp://8.8.8.8/a.png', 'address'],
    ['nonsense', 'address'],
  ])('%s fails: %s', async (path, fault) => {
    const networks = path.startsWith('/') ? ['127.0.0.1/32'] : []
    await expect(get(path, networks)).rejects.toMatchObject({ fault })
  })

  test('a name that leads into an inner network is not opened', async () => {
    const { port } = new URL(origin)
    await expect(get(`http://localhost:${port}/a.png`, [])).rejects.toMatchObject({ fault: 'address' })
    await expect(get('http://localhost/a.png', [])).rejects.toMatchObject({ fault: 'address' })
    await expect(get(`${origin}/a.png`, [])).rejects.toMatchObject({ fault: 'address' })
  })
})
