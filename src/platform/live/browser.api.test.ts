// The browser side of the live channels (src/ui/calls/live.ts), bundled and run in a real browser against the real server.
import path from 'node:path'
import type { Duplex } from 'node:stream'
import { type Browser, chromium, type Page, type WebSocket } from '@playwright/test'
import pg from 'pg'
import { type RolldownOutput, rolldown } from 'rolldown'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { browserFlags, findBrowser } from '../../../scripts/browser.mjs'
import { createTestDatabase, type TestDatabase } from '../../../tests/database.ts'
import { createDb, type Db } from '../db/db.ts'
import { publish } from './publish.ts'
import { attachLive } from './server.ts'
import { credentials, type LiveServer, startLiveServer } from './testing.ts'

// Shows a value that it reads once, and again only if the live connection says so.
const PAGE = `
  import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
  import { useState } from 'react'
  import { createRoot } from 'react-dom/client'
  import { browserTransport } from '#ui/calls/api.tsx'
  import { useOnline } from '#ui/hooks/use-online.ts'
  import { connectLive, LiveContext, useLive } from '#ui/calls/live.ts'

  const wishes = new URLSearchParams(location.search)
  const queries = new QueryClient({
    defaultOptions: {
      queries: { staleTime: Infinity, refetchOnReconnect: false, refetchOnWindowFocus: false, networkMode: 'always' },
    },
  })
  const live = connectLive({
    key: '${credentials.key}',
    host: location.hostname,
    port: Number(location.port),
    is_secure: false,
    transport: browserTransport({ onSessionEnded: () => {} }),
  })
  live.onReconnect(() => queries.invalidateQueries())

  const Value = () => <output>value {useQuery({ queryKey: ['value'], queryFn: async () => (await fetch('/value')).text() }).data}</output>
  const Events = () => {
    const [events, setEvents] = useState([])
    useLive('notifications.7', { 'notification.created': ({ title }) => setEvents([...events, title]) })
    return <output>events {events.join(' ')}</output>
  }
  const Network = () => <output>{useOnline() ? 'online' : 'offline'}</output>
  const Screen = () => {
    const [isShown, setShown] = useState(wishes.has('listening'))
    return <>
      <Value /> <Network /> {isShown && <Events />}
      <button onClick={() => setShown(!isShown)}>{isShown ? 'Leave' : 'Listen'}</button>
    </>
  }
  createRoot(document.body).render(
    <QueryClientProvider client={queries}><LiveContext value={live}><Screen /></LiveContext></QueryClientProvider>,
  )`

const bundlePage = async (): Promise<RolldownOutput> => {
  const entry = path.resolve(import.meta.dirname, '../../ui/live-page.tsx')
  const build = await rolldown({
    input: entry,
    platform: 'browser',
    logLevel: 'silent',
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
    plugins: [
      {
        name: 'page',
        resolveId: (id) => (id === entry ? id : null),
        load: (id) => (id === entry ? { code: PAGE, moduleType: 'tsx' } : null),
      },
    ],
  })
  const output = await build.generate({ format: 'esm', entryFileNames: 'entry.js', chunkFileNames: '[name].js' })
  await build.close()
  return output
}

// If there is no browser, the journeys say so. These tests need the same one.
const executablePath = findBrowser()

describe.runIf(executablePath)('in a browser', () => {
  let database: TestDatabase
  let db: Db
  let server: LiveServer
  let bundle: RolldownOutput
  let browser: Browser
  let page: Page
  let value: string
  /** Responses of the authorization call in order. The first ones can be chosen. */
  let statuses: number[]
  let failures: number[]

  beforeAll(async () => {
    bundle = await bundlePage()
    database = await createTestDatabase()
    db = createDb(database.app)
    browser = await chromium.launch({ executablePath, args: browserFlags })
  })
  beforeEach(async () => {
    value = 'one'
    statuses = []
    failures = []
    server = await startLiveServer(database.app, {
      extend: (app) => {
        app.get('/', (_request, reply) =>
          reply.type('text/html').send('<!doctype html><body></body><script type="module" src="/entry.js"></script>'),
        )
        for (const chunk of bundle.output)
          if (chunk.type === 'chunk')
            app.get(`/${chunk.fileName}`, (_request, reply) => reply.type('text/javascript').send(chunk.code))
        app.get('/value', () => value)
        app.get('/api/v1/csrf-cookie', (_request, reply) =>
          reply.code(204).header('set-cookie', 'XSRF-TOKEN=fresh; Path=/').send(),
        )
        app.addHook('preHandler', async ({ url, headers }, reply) => {
          if (!url.endsWith('/broadcasting/auth')) return
          const failure = failures.shift()
          if (failure) return reply.code(failure).send({})
          if (headers['x-xsrf-token'] !== 'fresh') return reply.code(419).send({})
          headers['x-user'] = /session=(\d+)/.exec(headers.cookie ?? '')?.[1]
        })
        app.addHook('onResponse', async ({ url }, { statusCode }) => {
          if (url.endsWith('/broadcasting/auth')) statuses.push(statusCode)
        })
      },
    })
    const context = await browser.newContext()
    await context.addCookies([
      { name: 'session', value: '7', url: `http://127.0.0.1:${server.port}` },
      { name: 'XSRF-TOKEN', value: 'old', url: `http://127.0.0.1:${server.port}` },
    ])
    page = await context.newPage()
  })
  afterEach(async () => {
    await page.context().close()
    await server.close()
  })
  afterAll(async () => {
    await browser?.close()
    await db?.close()
    await database?.drop()
  })

  const open = (query: string) => page.goto(`http://127.0.0.1:${server.port}/?${query}`)
  const shows = (text: string) => page.getByText(text, { exact: true }).waitFor()
  const raise = (title: string) =>
    db.withPortal(1, (tx) =>
      publish(tx, { channel: 'notifications.7', event: 'notification.created', data: { title } }),
    )
  /** Resolves with the connection when the page has joined its channel. Call it before that. */
  const joins = () =>
    new Promise<WebSocket>((resolve) => {
      page.on('websocket', (socket) =>
        socket.on('framereceived', ({ payload }) => {
          if (payload.includes('subscription_succeeded')) resolve(socket)
        }),
      )
    })
  const openAndJoin = async () => {
    const joined = joins()
    await open('listening')
    await shows('value one')
    return joined
  }

  test('a page joins with its cookies and the CSRF token, retries if that can help, and shows events (RTM-001)', async () => {
    failures = [503]
    await openAndJoin()
    expect(statuses).toEqual([503, 419, 200])
    await raise('first')
    await shows('events first')
    await raise('second')
    await shows('events first second')
  })

  test('a page that listens to nothing loads no library and opens no connection', async () => {
    const loaded: string[] = []
    page.on('request', (request) => loaded.push(new URL(request.url()).pathname))
    await open('')
    await shows('value one')
    const library = bundle.output.filter((chunk) => chunk.type === 'chunk' && !chunk.isEntry)
    expect(library).toHaveLength(1)
    expect(loaded).toEqual(expect.arrayContaining(['/entry.js', '/value']))
    expect(loaded).not.toContain(`/${library[0]?.fileName}`)
    expect(server.live.connections).toBe(0)
    const request = page.waitForRequest((one) => one.url().endsWith(`/${library[0]?.fileName}`))
    await page.getByRole('button', { name: 'Listen' }).click()
    await request
  })

  test('an unmounted component gets nothing more, and one mounted again gets events again', async () => {
    const socket = await openAndJoin()
    await raise('first')
    await shows('events first')
    const unsubscribed = socket.waitForEvent('framesent', ({ payload }) => payload.includes('pusher:unsubscribe'))
    await page.getByRole('button', { name: 'Leave' }).click()
    await unsubscribed
    const back = socket.waitForEvent('framereceived', ({ payload }) => payload.includes('subscription_succeeded'))
    await page.getByRole('button', { name: 'Listen' }).click()
    await back
    await raise('second')
    await shows('events second')
  })

  test('after the live connection was lost and restored, the page reads again (RTM-006)', async () => {
    const sockets: Duplex[] = []
    server.app.server.on('upgrade', (_request, socket) => sockets.push(socket))
    await openAndJoin()
    value = 'changed meanwhile'
    for (const socket of sockets) socket.destroy()
    await shows('value changed meanwhile')
    await raise('again')
    await shows('events again')
  })

  test('if the server missed events itself, the page reads again (RTM-006)', async () => {
    await openAndJoin()
    value = 'changed meanwhile'
    const owner = new pg.Client(database.owner)
    await owner.connect()
    await owner.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where application_name = 'portico-bus' and datname = current_database()`,
    )
    await owner.end()
    await shows('value changed meanwhile')
  })

  test('changes between the page request and joining the channel are read again (RTM-006)', async () => {
    await open('')
    await shows('value one')
    value = 'two'
    await raise('unheard')
    await page.getByRole('button', { name: 'Listen' }).click()
    await shows('value two')
  })

  test('without a live connection, a page reads when it is opened, and again once there is one (RTM-006)', async () => {
    await server.live.close()
    await page.clock.install()
    await open('')
    await shows('value one')
    value = 'two'
    const failure = new Promise((resolve) => {
      page.on('websocket', (socket) => socket.on('socketerror', resolve))
    })
    await open('listening')
    await shows('value two')
    await failure
    value = 'three'
    const successor = attachLive(server.app.server, { ...credentials, bus: server.bus, onError: () => {} })
    // The library retries after 15 seconds.
    await page.clock.fastForward('00:16')
    await shows('value three')
    await successor.close()
  })

  test('going offline and online is noticed, and the page reads again once it is back online (RTM-006, RTM-007)', async () => {
    await open('')
    await shows('value one')
    await shows('online')
    await page.context().setOffline(true)
    await shows('offline')
    value = 'changed meanwhile'
    await page.context().setOffline(false)
    await shows('online')
    await shows('value changed meanwhile')
  })
})
