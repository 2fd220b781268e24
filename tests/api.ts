import path from 'node:path'
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll } from 'vitest'
import { type App, createApp } from '#app/app.ts'
import type { Role } from '#kernel/access/permissions.ts'
import { type Api, createApi } from '#kernel/client.ts'
import type { Tx } from '#platform/db/db.ts'
import { makeCsrfToken } from '#platform/http/csrf.ts'
import { type Config, readConfig } from '#platform/process/config.ts'
import { hashToken, randomToken } from '#platform/secrets.ts'
import { createTestDatabase, makeTemplate, type TestDatabase } from './database.ts'
import { type S3Server, startS3Server } from './storage/s3-server.ts'

export type TestPortal = { id: number; slug: string; host: string; name: string }
export type TestPerson = { id: number; email: string; portal: TestPortal; role: Role; token: string }

/** The fields of a person’s account. Everything else is their profile in the portal. */
const OF_ACCOUNT = new Set([
  'email',
  'password_hash',
  'is_password_shared',
  'is_blocked',
  'email_verified_at',
  'created_at',
])

let counter = 0
const next = () => ++counter

/** Complete, with a subscription that outlasts any test (ORD-047). */
const MADE_PORTAL = { logo: '/logo.svg', status: 'active' as const, subscribed_until: new Date('9999-01-01T00:00:00Z') }

/** Creates records with everything they depend on. Each call creates new ones. */
const builders = (app: () => App, now: () => Date) => {
  const platform = <T>(work: (tx: Tx) => Promise<T>) => app().db.withPlatform(work)

  const portal = async (values: Record<string, unknown> = {}): Promise<TestPortal> => {
    const n = next()
    return platform(async (tx) => {
      const row = await tx
        .insertInto('portals')
        .values({ slug: `portal-${n}`, name: `Portal ${n}`, ...MADE_PORTAL, ...values } as never)
        .returning(['id', 'slug', 'name'])
        .executeTakeFirstOrThrow()
      await tx
        .insertInto('companies')
        .values({
          portal_id: row.id,
          name: `Company ${n}`,
          support_phone: '5550100100',
          support_email: `help${n}@example.com`,
        })
        .execute()
      return { ...row, host: `${row.slug}.localhost` }
    })
  }

  /** A person who has the role in the portal and is signed in there. */
  const person = async (
    role: Role,
    { portal: at, ...values }: { portal?: TestPortal } & Record<string, unknown> = {},
  ): Promise<TestPerson> => {
    const n = next()
    const where = at ?? (await portal())
    const email = (values.email as string | undefined) ?? `person${n}@example.com`
    const isOfAccount = ([name]: [string, unknown]) => OF_ACCOUNT.has(name)
    const account = Object.fromEntries(Object.entries(values).filter(isOfAccount))
    const profile = Object.fromEntries(Object.entries(values).filter((entry) => !isOfAccount(entry)))
    const isSuper = role === 'super_admin' || role === 'sub_super_admin'
    const id = await platform(async (tx) => {
      const user = await tx
        .insertInto('users')
        .values({ ...account, email, platform_role: isSuper ? role : null } as never)
        .returning('id')
        .executeTakeFirstOrThrow()
      await tx
        .insertInto('portal_users')
        .values({
          first_name: 'Pat',
          last_name: `Person${n}`,
          ...profile,
          portal_id: where.id,
          user_id: user.id,
        } as never)
        .execute()
      if (!isSuper)
        await tx.insertInto('portal_user_roles').values({ portal_id: where.id, user_id: user.id, role }).execute()
      return user.id
    })
    return { id, email, portal: where, role, token: await session(id, where, role) }
  }

  /** Starts a session directly, with the same result as a sign-in. */
  const session = async (userId: number, at: TestPortal, role: Role): Promise<string> => {
    const token = randomToken()
    // A session lasts a day, and a test whose clock is ahead of the database's would find it ended by the hour of the day.
    const last_seen_at = new Date(Math.max(now().getTime(), Date.now()))
    await platform(async (tx) => {
      // Platform staff leave a name where they sign in.
      await tx
        .insertInto('portal_users')
        .values({ portal_id: at.id, user_id: userId, left_at: new Date() })
        .onConflict((c) => c.doNothing())
        .execute()
      await tx
        .insertInto('sessions')
        .values({ portal_id: at.id, user_id: userId, token_hash: hashToken(token), current_role: role, last_seen_at })
        .execute()
    })
    return token
  }

  /** Gives a person another role, in this or another portal. */
  const role = (userId: number, at: TestPortal, name: Role) =>
    platform(async (tx) => {
      await tx
        .insertInto('portal_users')
        .values({ portal_id: at.id, user_id: userId })
        .onConflict((c) => c.doNothing())
        .execute()
      await tx
        .insertInto('portal_user_roles')
        .values({ portal_id: at.id, user_id: userId, role: name as never })
        .onConflict((c) => c.doNothing())
        .execute()
    })

  return { portal, person, session, role }
}

export type TestApp = {
  app: App
  config: Config
  make: ReturnType<typeof builders>
  /** Calls as a person, or as a visitor of a portal. Errors are thrown as ApiError. */
  as: (who: TestPerson | TestPortal) => Api
  /** A raw request with the person's cookies and CSRF token, for data that the typed client cannot send. */
  request: (who: TestPerson | TestPortal, options: InjectOptions) => Promise<LightMyRequestResponse>
  platform: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
}

/** Cookies and CSRF token of a person, or of a visitor. */
export const headersOf = (config: Config, who: TestPerson | TestPortal) => {
  const token = 'token' in who ? who.token : undefined
  const csrf = makeCsrfToken(config.secret, token)
  const cookies = [`XSRF-TOKEN=${csrf}`, ...(token ? [`session=${token}`] : [])]
  return {
    host: 'token' in who ? who.portal.host : who.host,
    cookie: cookies.join('; '),
    'x-xsrf-token': csrf,
  }
}

export type TestAppOptions = {
  /** Further variables, which may come from a server that is started first. */
  env?: Record<string, string> | (() => Promise<Record<string, string>>)
  now?: () => Date
  /** Another database than a copy of the template, for tests that take one apart. */
  openDatabase?: () => Promise<TestDatabase>
}

const root = path.resolve(import.meta.dirname, '..')
const configOf = (database: TestDatabase, more: Record<string, string> = {}) =>
  readConfig(
    {
      NODE_ENV: 'test',
      LOG_LEVEL: 'silent',
      CALLS_PER_MINUTE: '1000000',
      SECRET: 'a secret for tests only, of enough length',
      DATA_DIR: `/tmp/${database.name}`,
      ...more,
    },
    root,
  )

let template: Promise<string> | null = null
/** A database in which the product has been started before, which makes the queues of its jobs at the first start. */
const copyOfStarted = async (): Promise<TestDatabase> => {
  template ??= makeTemplate('template_started', async (database) => {
    const options = { config: configOf(database), database: database.app, hasPages: false, works: false }
    await (await createApp(options)).close()
  })
  return createTestDatabase(await template)
}

/**
 * The whole product on its own copy of the template database, without pages. One for each test file. With TEST_FILES=bucket
 * its files are in a bucket.
 */
export const testApp = ({ openDatabase = copyOfStarted, ...options }: TestAppOptions = {}): TestApp => {
  const out = {} as TestApp
  let drop = async () => {}
  let storage: S3Server | null = null
  beforeAll(async () => {
    const database = await openDatabase()
    drop = database.drop
    if (process.env['TEST_FILES'] === 'bucket') {
      storage = await startS3Server(`/tmp/${database.name}/s3`)
      await storage.makeBucket('files')
    }
    const more = typeof options.env === 'function' ? await options.env() : options.env
    const config = configOf(database, { ...storage?.variables('files'), ...more })
    const app = await createApp({
      config,
      database: { ...database.app, max: 8 },
      pooler: database.pooler ?? null,
      replica: database.replica ?? null,
      hasPages: false,
      works: false,
      ...(options.now && { now: options.now }),
    })
    const request: TestApp['request'] = (who, options) =>
      app.http.inject({ ...options, headers: { ...headersOf(config, who), ...options.headers } })
    Object.assign(out, {
      app,
      config,
      make: builders(() => app, options.now ?? (() => new Date())),
      request,
      platform: app.db.withPlatform,
      as: (who: TestPerson | TestPortal) =>
        createApi(async (call) => {
          const answer = await request(who, {
            method: call.method as 'GET',
            url: `/api/v1${call.url}`,
            ...(call.headers && { headers: call.headers }),
            ...(call.body !== undefined && { payload: call.body as object }),
          })
          return { status: answer.statusCode, body: answer.body ? answer.json() : null }
        }),
    } satisfies TestApp)
  })
  afterAll(async () => {
    await out.app?.close()
    await storage?.close()
    await drop()
  })
  return out
}
