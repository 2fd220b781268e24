import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startEmbedded } from '#platform/db/embedded-postgres.ts'
import { migrate } from '#platform/db/migrate.ts'
import { emptyDatabase } from '../../../tests/database.ts'
import { freePort } from '../../../tests/processes/built-program.ts'
import { runMain, runProgram } from '../../../tests/processes/program.ts'

const isRoot = process.getuid?.() === 0
/** Whether file permissions and low ports restrict this user. */
const NOBODY = { uid: 65534, gid: 65534 }
const hasIPv6 = Object.values(os.networkInterfaces()).some((list) => list?.some(({ address }) => address === '::1'))

let folder: string
let closing: (() => unknown)[]

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'portico-start-'))
  fs.chmodSync(folder, 0o755)
  closing = []
})

afterEach(async () => {
  for (const close of closing) await close()
  fs.rmSync(folder, { recursive: true, force: true })
})

const SECRET = randomBytes(32).toString('hex')

/** A start of the demo, which needs no settings, with the test’s changes. */
const demo = (env: Record<string, string> = {}) => ({
  NODE_ENV: 'production',
  PORTICO_DEMO: 'on',
  PORT: '0',
  DATA_DIR: path.join(folder, 'data'),
  ...env,
})

/** Expects the start to be refused with one line about the variable, without creating a database. */
const expectRefusal = async (env: Record<string, string>, variable: string, words: RegExp, identity = {}) => {
  const { code, said: output } = await runMain(env, identity)
  expect({ code, said: output }).toEqual({ code: 1, said: expect.stringMatching(/^\nPortico cannot start\.\n\n {2}/) })
  const lines = output.split('\n').filter((line) => /^ {2}(- )?[A-Z_]+: /.test(line))
  expect(lines).toEqual([expect.stringMatching(new RegExp(`^ {2}(- )?${variable}: `))])
  expect(lines[0]).toMatch(words)
  expect(output).not.toMatch(/^\s+at /m)
  const made = fs.statSync(env['DATA_DIR'] ?? '', { throwIfNoEntry: false })?.isDirectory()
  expect(made ? fs.readdirSync(env['DATA_DIR'] ?? '').filter((name) => name !== 'secret') : []).toEqual([])
  return output
}

const occupy = async (host: string) => {
  const server = net.createServer().listen({ host, port: 0, ipv6Only: host === '::1' })
  await once(server, 'listening')
  closing.push(() => server.close())
  return String((server.address() as net.AddressInfo).port)
}

describe('a start is refused before it creates anything, and says why', () => {
  test.each([
    ['PORT', 'eighty', /must be a whole number from 1 to 65535 \(is "eighty"\)/],
    ['TRUST_PROXY', 'maybe', /must be the addresses or networks of your balancer.*\(is "maybe"\)/],
    ['TRUST_PROXY', '10.0.0.0/99', /must be the addresses or networks/],
    ['ROLE', 'both', /must be all, web or worker \(is "both"\)/],
    ['PORTICO_DEMO', 'yes', /must be on or off/],
    ['DATABASE_URL', 'nonsense', /must be an address such as postgres:\/\//],
    ['DATABASE_URL', 'postgres://ann:pa/ss@db/x', /must be an address such as postgres:\/\/.*encoded/],
    ['DATABASE_POOLER_URL', 'nonsense', /must be an address such as postgres:\/\//],
    ['DATABASE_POOLER_URL', 'postgres://portico_app:x@10.0.0.1/portico', /needs DATABASE_URL/],
    ['REDIS_URL', 'redis.example.com', /must be an address such as rediss:\/\//],
    ['DATABASE_READ_URL', 'postgres://portico_app:x@10.0.0.1/portico', /needs DATABASE_URL/],
    ['SMTP_URL', 'mail.example.com', /must be an address such as smtps:\/\//],
    ['PUBLIC_ORIGIN', 'https://example.com/portico', /must be scheme and host/],
    ['HOST', '192.0.2.1', /is no address of this machine/],
    ['HOST', 'no-such-host.invalid', /is not known on this machine/],
  ])('%s=%s (OPS-001)', async (name, value, words) => {
    await expectRefusal(demo({ [name]: value }), name, words)
  })

  test('several faults at once, one line for each (OPS-001)', async () => {
    const { code, said: output } = await runMain(demo({ PORT: '-1', LOG_LEVEL: 'loud', SECRET: 'short' }))
    expect(code).toBe(1)
    expect(
      output
        .split('\n')
        .filter((line) => line.startsWith('  - '))
        .map((line) => line.split(':')[0]),
    ).toEqual(['  - PORT', '  - SECRET', '  - LOG_LEVEL'])
  })

  test('a port that another program uses (OPS-001)', async () => {
    const port = await occupy('127.0.0.1')
    await expectRefusal(demo({ PORT: port }), 'PORT', new RegExp(`${port} is in use on 127\\.0\\.0\\.1`))
  })

  test.skipIf(!hasIPv6)(
    'a port that another program uses at the other address of localhost (OPS-001, OPS-008)',
    async () => {
      const port = await occupy('::1')
      await expectRefusal(demo({ PORT: port }), 'PORT', new RegExp(`${port} is in use on ::1`))
    },
  )

  test.skipIf(!isRoot || unprivilegedPorts() <= 80)('a port that is root’s (OPS-001)', async () => {
    fs.chmodSync(folder, 0o777)
    await expectRefusal(demo({ PORT: '80' }), 'PORT', /this user may not listen on 80/, NOBODY)
  })

  test('a data folder that is a file, and one below a file (OPS-001)', async () => {
    const file = path.join(folder, 'file')
    fs.writeFileSync(file, '')
    await expectRefusal(demo({ DATA_DIR: file }), 'DATA_DIR', /is a file\. Name a folder/)
    await expectRefusal(demo({ DATA_DIR: path.join(file, 'data') }), 'DATA_DIR', /lies below a file/)
  })

  test.skipIf(process.platform !== 'linux')('a data folder where none can be created (OPS-001)', async () => {
    await expectRefusal(demo({ DATA_DIR: '/proc/portico' }), 'DATA_DIR', /cannot be made|may not/)
  })

  test.skipIf(!isRoot)('a data folder of another user, and a secret of another user (OPS-001)', async () => {
    await expectRefusal(demo(), 'DATA_DIR', /this user may not write to/, NOBODY)
    const data = path.join(folder, 'open')
    fs.mkdirSync(data)
    fs.chmodSync(data, 0o777)
    fs.writeFileSync(path.join(data, 'secret'), SECRET, { mode: 0o600 })
    await expectRefusal(demo({ DATA_DIR: data }), 'DATA_DIR', /this user may not read .*secret/, NOBODY)
  })

  test('production without secret, database and public address, with an address that is not https, or with a demo password (OPS-002)', async () => {
    const bare = await runMain({ NODE_ENV: 'production', DATA_DIR: path.join(folder, 'data') })
    expect(bare.code).toBe(1)
    for (const name of ['SECRET', 'DATABASE_URL', 'PUBLIC_ORIGIN'])
      expect(bare.said).toMatch(new RegExp(`- ${name}: is needed in production`))
    expect(bare.said).toContain('This is a production start.')
    expect(fs.existsSync(path.join(folder, 'data'))).toBe(false)

    const DATABASE_URL = 'postgres://portico@127.0.0.1:1/portico'
    const { PORTICO_DEMO: _, ...production } = demo({
      SECRET,
      DATABASE_URL,
      PUBLIC_ORIGIN: 'http://courses.example.com',
    })
    await expectRefusal(production, 'PUBLIC_ORIGIN', /must begin with https/)
    const withPassword = { ...production, PUBLIC_ORIGIN: 'https://courses.example.com', PORTICO_DEMO_PASSWORD: 'x' }
    await expectRefusal(withPassword, 'PORTICO_DEMO_PASSWORD', /must not be set in production/)
  })
})

describe('a database that cannot be used', () => {
  const urlOf = ({ host = '', port, user }: pg.ClientConfig, name: string) =>
    `postgres://${user}@${encodeURIComponent(host)}:${port}/${name}`

  /** A minimal server that answers a client’s first messages in order. */
  const serverThatSays = async (...answers: Buffer[][]) => {
    const server = net.createServer((socket) => {
      const left = [...answers]
      socket.on('error', () => {})
      socket.on('data', () => socket.write(Buffer.concat(left.shift() ?? [])))
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    closing.push(() => server.close())
    return `postgres://ann:not-to-be-shown@127.0.0.1:${(server.address() as net.AddressInfo).port}/shop`
  }
  const message = (type: string, body: Buffer) => {
    const head = Buffer.alloc(5)
    head.write(type)
    head.writeInt32BE(body.length + 4, 1)
    return Buffer.concat([head, body])
  }
  const refusal = (code: string, text: string) => message('E', Buffer.from(`SFATAL\0C${code}\0M${text}\0\0`))

  test('nothing answers, or something other than PostgreSQL (OPS-001)', async () => {
    const port = await freePort()
    await expectRefusal(
      demo({ DATABASE_URL: `postgres://ann@127.0.0.1:${port}/shop` }),
      'DATABASE_URL',
      /no PostgreSQL answers/,
    )
    await expectRefusal(
      demo({ DATABASE_URL: 'postgres://ann@no-such-host.invalid/shop' }),
      'DATABASE_URL',
      /is not known/,
    )
    const stranger = net.createServer((socket) => socket.end()).listen(0, '127.0.0.1')
    await once(stranger, 'listening')
    closing.push(() => stranger.close())
    const at = (stranger.address() as net.AddressInfo).port
    await expectRefusal(
      demo({ DATABASE_URL: `postgres://ann@127.0.0.1:${at}/shop` }),
      'DATABASE_URL',
      /closed the connection/,
    )
  })

  test('a wrong password, which is not shown (OPS-001, OPS-003)', async () => {
    const DATABASE_URL = await serverThatSays([refusal('28P01', 'password authentication failed for user "ann"')])
    const output = await expectRefusal(demo({ DATABASE_URL }), 'DATABASE_URL', /refused the password of "ann"/)
    expect(output).not.toContain('not-to-be-shown')
  })

  // database-faults.test.ts tests the parsed number. Here a server responds like an old one.
  test('a server older than PostgreSQL 18 (OPS-001)', async () => {
    const ready = message('Z', Buffer.from('I'))
    const column = Buffer.concat([Buffer.from('\0\x01server_version_num\0'), Buffer.alloc(18)])
    const number = Buffer.from('150018')
    const row = Buffer.concat([Buffer.from([0, 1, 0, 0, 0, number.length]), number])
    const DATABASE_URL = await serverThatSays(
      [message('R', Buffer.alloc(4)), ready],
      [message('T', column), message('D', row), message('C', Buffer.from('SHOW\0')), ready],
    )
    await expectRefusal(demo({ DATABASE_URL }), 'DATABASE_URL', /PostgreSQL 18 is needed; the server at .* is 15\.18/)
  })

  test('a role that may not create the database, and one that may not prepare it (OPS-001)', async () => {
    const { admin, name, drop } = emptyDatabase()
    const role = `guest_${name}`
    const client = new pg.Client({ ...admin, database: 'postgres' })
    await client.connect()
    closing.push(async () => {
      await drop()
      await client.query(`drop role ${role}`)
      await client.end()
    })
    await client.query(`create role ${role} login`)
    const DATABASE_URL = urlOf({ ...admin, user: role }, name)
    const { code, said: output } = await runMain(demo({ DATABASE_URL }))
    expect({ code, said: output }).toEqual({
      code: 1,
      said: expect.stringContaining(`"${role}" may not prepare the database`),
    })
    expect(output).toContain('create database')
    await client.query(`create database ${name}`)
    expect((await runMain(demo({ DATABASE_URL }))).said).toContain('may not prepare the database')
  })

  test('a program role that sees every portal, or another database (OPS-001, OPS-035)', async () => {
    const { admin, name, drop } = emptyDatabase()
    closing.push(drop)
    const DATABASE_URL = urlOf(admin, name)
    const asOwner = demo({ DATABASE_URL, DATABASE_APP_URL: DATABASE_URL })
    await expectRefusal(asOwner, 'DATABASE_APP_URL', /sees the rows of every portal/)
    const other = demo({ DATABASE_URL, DATABASE_APP_URL: urlOf({ ...admin, user: 'portico_app' }, 'postgres') })
    await expectRefusal(other, 'DATABASE_APP_URL', /names another database than DATABASE_URL/)
    const pooledAsOwner = demo({ DATABASE_URL, DATABASE_POOLER_URL: DATABASE_URL })
    await expectRefusal(pooledAsOwner, 'DATABASE_POOLER_URL', /sees the rows of every portal/)
    const pooledElsewhere = demo({
      DATABASE_URL,
      DATABASE_POOLER_URL: urlOf({ ...admin, user: 'portico_app' }, 'postgres'),
    })
    await expectRefusal(pooledElsewhere, 'DATABASE_POOLER_URL', /names another database than DATABASE_URL/)
  })
})

test('a data folder of an older version is refused with one message and kept until demo:reset removes it (OPS-009)', async () => {
  const data = path.join(folder, 'data')
  const postgres = path.join(data, 'postgres')
  const older = path.join(folder, 'older')
  fs.mkdirSync(older)
  fs.writeFileSync(
    path.join(older, '001-platform.sql'),
    `create table word (text text); insert into word values ('kept')`,
  )
  fs.mkdirSync(path.join(data, 'files'), { recursive: true })
  fs.writeFileSync(path.join(data, 'files', 'logo'), 'kept')
  const words = async (work = async (_server: pg.ClientConfig) => {}) => {
    const { host, port, password, stop } = await startEmbedded(postgres, { flags: ['-c', 'fsync=off'] })
    const server = { host, port, password, user: 'postgres' }
    await work(server)
    const client = new pg.Client({ ...server, database: 'portico' })
    await client.connect()
    const { rows } = await client.query('select text from word')
    await client.end()
    await stop()
    return rows
  }
  await words(async (admin) => {
    await migrate({ admin, folder: older })
  })

  const { code, said: output } = await runMain(demo({ DATA_DIR: data }))
  expect(code).toBe(1)
  expect(output.trim().split('\n')).toEqual([
    'Portico cannot start.',
    '',
    '  The database in the data folder was made by another version of Portico (001-platform.sql differs). It was left as it is. ' +
      'To replace it and all its files by a new demo, run npm run demo:reset and start again. To keep it, start the version that made it.',
  ])
  const reset = () => runProgram('src/app/commands/demo-reset.ts', { DATA_DIR: data })
  expect(await words()).toEqual([{ text: 'kept' }])
  expect(fs.readFileSync(path.join(data, 'files', 'logo'), 'utf8')).toBe('kept')

  // The database stopped with the refused start.
  await runMain(demo({ DATA_DIR: data }))
  expect(await reset()).toEqual({ code: 0, said: expect.stringContaining('The next start loads the demo again.') })
  expect(fs.existsSync(postgres)).toBe(false)
})

test('no secret of the environment is printed, whatever fails (OPS-003)', async () => {
  const word = fc.stringMatching(/^[A-Za-z0-9%@:/?#&=+ "'\\$-]{36,48}$/)
  const faults: Record<string, string>[] = [
    { PORT: '-1' },
    { DATABASE_URL: 'as it comes' },
    { TRUST_PROXY: 'maybe', LOG_LEVEL: 'debug' },
    { STRIPE_WEBHOOK_SECRET: '' },
    {},
  ]
  const names = ['SECRET', 'STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'MAPS_API_KEY', 'PUSHER_APP_SECRET']
  const port = await freePort()
  await fc.assert(
    fc.asyncProperty(
      fc.array(word, { minLength: 9, maxLength: 9 }),
      fc.constantFrom(...faults),
      fc.boolean(),
      async (words, fault, isEncoded) => {
        const [database = '', mail = '', key = '', app = '', ...plain] = words
        const inAddress = isEncoded ? encodeURIComponent : (text: string) => text
        const env = {
          ...demo(),
          ...Object.fromEntries(names.map((name, at) => [name, plain[at] ?? ''])),
          DATABASE_URL: `postgres://portico:${inAddress(database)}@127.0.0.1:${port}/portico`,
          DATABASE_APP_URL: `postgres://portico_app:${inAddress(app)}@127.0.0.1:${port}/portico`,
          SMTP_URL: `smtp://mailer:${inAddress(mail)}@127.0.0.1:1`,
          SENTRY_DSN: `https://${inAddress(key)}@errors.example.com/1`,
          ...fault,
        }
        const { code, said: output } = await runMain(env)
        expect(code).toBe(1)
        for (const secret of words) {
          expect(output).not.toContain(secret)
          expect(output).not.toContain(encodeURIComponent(secret))
        }
      },
    ),
    { numRuns: 8 },
  )
})

/** The first port that any user may open. */
function unprivilegedPorts() {
  const file = '/proc/sys/net/ipv4/ip_unprivileged_port_start'
  return fs.existsSync(file) ? Number(fs.readFileSync(file, 'utf8')) : 1024
}
