// The services of compose.yaml as processes of this machine, each at an address of the loopback network, under the names,
// commands, environments and volumes that compose.yaml gives them.
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import http from 'node:http'
import net from 'node:net'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { startFauxqs } from 'fauxqs'
import { findBinaries } from '#platform/db/embedded-postgres-files.ts'
import { type Compose, readCompose, readEnvFile, type Service } from './compose.ts'
import { readDockerfile } from './dockerfile.ts'
import { build, engineFolder, finishIn, type Mount, makeRoot, type Running, runIn, startIn, userIn } from './engine.ts'

const checkout = path.resolve(import.meta.dirname, '../..')
const WAIT_MS = 60_000

/** An address of its own for each service, so that all can keep their ports, and another network for each run. */
const addressesOf = (names: readonly string[]): Record<string, string> => {
  const network = `127.${100 + (process.pid % 100)}.${Math.floor(process.pid / 100) % 250}`
  return Object.fromEntries(names.map((name, at) => [name, `${network}.${at + 10}`]))
}

const accepts = (host: string, port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = net.connect({ host, port }, () => {
      socket.destroy()
      resolve(true)
    })
    socket.on('error', () => resolve(false))
  })

/** Waits until something holds, as long as the process that it depends on runs. */
export const until = async (what: string, holds: () => Promise<boolean> | boolean, running?: Running) => {
  const end = Date.now() + WAIT_MS
  while (!(await holds())) {
    if (running && running.child.exitCode !== null) throw new Error(`${what}: it has ended\n${running.said()}`)
    if (Date.now() > end) throw new Error(`${what}: not within a minute\n${running?.said() ?? ''}`)
    await delay(50)
  }
}

/** A variable file as somebody makes it who follows the documentation. */
const makeEnvFile = (folder: string, domain: string): Record<string, string> => {
  fs.mkdirSync(path.join(folder, 'deploy'), { recursive: true })
  fs.copyFileSync(path.join(checkout, '.env.example'), path.join(folder, '.env.example'))
  fs.copyFileSync(path.join(checkout, 'deploy/make-env.sh'), path.join(folder, 'deploy/make-env.sh'))
  const made = spawnSync('sh', ['deploy/make-env.sh', domain, 'ops@example.com'], { cwd: folder, encoding: 'utf8' })
  if (made.status !== 0) throw new Error(made.stderr)
  return readEnvFile(path.join(folder, '.env'))
}

/** What the entrypoint of the PostgreSQL image does with an empty volume. */
const INITIALIZE = `set -e
printf '%s' "$POSTGRES_PASSWORD" >/tmp/password
initdb --pgdata="$PGDATA" --username=postgres --pwfile=/tmp/password $POSTGRES_INITDB_ARGS >/dev/null
echo 'host all all all scram-sha-256' >>"$PGDATA/pg_hba.conf"
pg_ctl --pgdata="$PGDATA" --wait --silent --log=/tmp/log --options='-clisten_addresses= -cunix_socket_directories=/var/run/postgresql -cshared_preload_libraries=pg_stat_statements' start
export POSTGRES_USER=postgres PGHOST=/var/run/postgresql
for script in /docker-entrypoint-initdb.d/*; do "$script" >/dev/null; done
pg_ctl --pgdata="$PGDATA" --wait --silent --mode=fast stop`

export type Cluster = Awaited<ReturnType<typeof openCluster>>

/** Builds the image into an empty folder, and starts nothing yet. */
export const openCluster = async (domain: string) => {
  const folder = engineFolder()
  const env = makeEnvFile(path.join(folder, 'files'), domain)
  const compose: Compose = readCompose(path.join(checkout, 'compose.yaml'), env)
  const at = addressesOf(Object.keys(compose.services))
  const stages = readDockerfile(path.join(checkout, 'Dockerfile'))
  const image = stages.at(-1)!
  const root = build(stages, path.join(folder, 'image'), at)
  const running = new Map<string, Running>()
  const closing: (() => Promise<unknown>)[] = []

  const serviceOf = (name: string): Service => compose.services[name]!
  /** Volumes keep what is in them when their service starts again; a new one belongs to the user of its service. */
  const mountsOf = (name: string, of: string, user: string): Mount[] =>
    (serviceOf(name).volumes ?? []).map((volume) => {
      const [from = '', target = ''] = volume.split(':')
      if (from.startsWith('./')) return { source: path.join(checkout, from), target }
      const source = path.join(folder, 'volumes', from)
      if (!fs.existsSync(source)) {
        fs.mkdirSync(source, { recursive: true })
        const { uid, gid } = userIn(of, user)
        fs.chownSync(source, uid, gid)
      }
      return { source, target }
    })
  const textsOf = (environment: Record<string, unknown> = {}) =>
    Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, String(value)]))

  const program = (name: string, command: readonly string[] = serviceOf(name).command ?? image.cmd) => ({
    command,
    env: { ...image.env, ...textsOf(serviceOf(name).environment), HOST: at[name]! },
    user: image.user,
    workdir: image.workdir,
    mounts: mountsOf(name, root, image.user),
  })
  const isHealthy = (name: string) =>
    new Promise<boolean>((resolve) => {
      const port = Number(image.env['PORT'])
      const request = http.get({ host: at[name], port, path: '/api/v1/health', agent: false }, (answer) => {
        answer.resume()
        resolve(answer.statusCode === 200)
      })
      request.on('error', () => resolve(false))
    })

  const start = async (name: string) => {
    const one = startIn(root, program(name))
    running.set(name, one)
    await until(name, () => isHealthy(name), one)
    return one
  }

  return {
    at,
    env,
    compose,
    root,
    folder,
    start,
    /** A command as `docker compose run --rm` runs it, and what it says. */
    run: (name: string, command?: readonly string[]) => finishIn(root, program(name, command)),
    /** The check of health that the image names, at the address that the process has here. */
    checkHealth: (name: string) => {
      const command = image.healthcheck.map((word) => word.replace('127.0.0.1', at[name]!))
      return finishIn(root, { ...program(name), command })
    },
    process: (name: string) => running.get(name)!,
    startPostgres: async () => {
      const place = makeRoot(path.join(folder, 'postgres'), at)
      const user = 'postgres'
      const { uid, gid } = userIn(place, user)
      fs.chownSync(path.join(place, 'var/run/postgresql'), uid, gid)
      const { environment, command = [] } = serviceOf('postgres')
      const orders = {
        user,
        env: { ...textsOf(environment), PGDATA: '/var/lib/postgresql/data' },
        mounts: [...mountsOf('postgres', place, user), { source: findBinaries().folder, target: '/opt/postgres' }],
      }
      runIn(place, { ...orders, command: ['sh', '-c', INITIALIZE] })
      const own = [
        `-clisten_addresses=${at['postgres']}`,
        '-cunix_socket_directories=/var/run/postgresql',
        '-cfsync=off',
      ]
      const one = startIn(place, { ...orders, command: [...command, ...own] })
      running.set('postgres', one)
      await until('postgres', () => accepts(at['postgres']!, 5432), one)
    },
    startPooler: async () => {
      const place = makeRoot(path.join(folder, 'pgbouncer'), at)
      const [stage] = readDockerfile(path.join(checkout, 'deploy/pgbouncer/Dockerfile'))
      const target = path.join(place, 'etc/portico')
      fs.mkdirSync(target, { recursive: true })
      for (const name of ['pgbouncer.ini', 'start.sh']) {
        const text = fs.readFileSync(path.join(checkout, 'deploy/pgbouncer', name), 'utf8')
        fs.writeFileSync(path.join(target, name), text.replace('0.0.0.0', at['pgbouncer']!))
      }
      // Debian 12 has one from before named statements were kept.
      const ini = path.join(target, 'pgbouncer.ini')
      const version = spawnSync('pgbouncer', ['--version'], { encoding: 'utf8' }).stdout
      if (/ 1\.(1\d|20)\./.test(version))
        fs.writeFileSync(ini, fs.readFileSync(ini, 'utf8').replace(/^max_prepared_statements.*\n/m, ''))
      const one = startIn(place, {
        command: stage!.cmd,
        user: stage!.user,
        env: textsOf(serviceOf('pgbouncer').environment),
      })
      running.set('pgbouncer', one)
      await until('pgbouncer', () => accepts(at['pgbouncer']!, 6432), one)
    },
    startStorage: async () => {
      const server = await startFauxqs({ port: 0, logger: false, s3StorageDir: path.join(folder, 'volumes/files') })
      const door = net.createServer((socket) => {
        const behind = net.connect(server.port, '127.0.0.1')
        socket.pipe(behind).pipe(socket)
        socket.on('error', () => behind.destroy())
        behind.on('error', () => socket.destroy())
      })
      door.listen(8333, at['s3'])
      await once(door, 'listening')
      closing.push(async () => {
        door.close()
        await server.stop()
      })
    },
    /** Resolves with the certificate of the authority that Caddy makes. */
    startCaddy: async () => {
      const place = makeRoot(path.join(folder, 'caddy'), at)
      const { command = [], environment } = serviceOf('caddy')
      const options = ['local_certs', 'skip_install_trust', 'admin off', `default_bind ${at['caddy']}`].join('\n\t')
      const port = 20_000 + (process.pid % 10_000)
      const orders = {
        env: { ...textsOf(environment), CADDY_OPTIONS: options, CADDY_ASK_PORT: String(port), XDG_DATA_HOME: '/data' },
        mounts: mountsOf('caddy', place, 'root'),
      }
      const one = startIn(place, { ...orders, command })
      running.set('caddy', one)
      await until('caddy', () => accepts(at['caddy']!, 443), one)
      const authority = path.join(folder, 'volumes/certificates/caddy/pki/authorities/local/root.crt')
      await until('the authority of Caddy', () => fs.existsSync(authority), one)
      return fs.readFileSync(authority, 'utf8')
    },
    close: async () => {
      for (const one of [...running.values()].toReversed()) if (one.child.exitCode === null) await one.kill('SIGKILL')
      for (const close of closing) await close()
      fs.rmSync(folder, { recursive: true, force: true })
    },
  }
}
