import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type pg from 'pg'
import { askProvidersBy } from '#features/accounts/server/api.ts'
import { type Lanes, startLanes } from '#features/callbacks/server/lanes.ts'
import { CLOUD_SCORM_PURPOSE, receiveCloudUpload } from '#features/cloud-scorm/server/api.ts'
import { tlsAllowed } from '#features/domains/server/tls-allowed.ts'
import { readBacklog, startWatch, type Watch } from '#features/health/server/api.ts'
import { failUndelivered } from '#features/invitations/server/jobs.ts'
import { createToggleDirectory } from '#features/permissions/server/toggle-directory.ts'
import { createPortalDirectory } from '#features/portals/server/portal-directory.ts'
import { SCIM_BASE } from '#features/provisioning/server/scim/base.ts'
import { scimApi } from '#features/provisioning/server/scim/plugin.ts'
import { contentOrigin, repairContentUrl } from '#features/scorm/server/packages/content-origin.ts'
import { openPackageUploads, packageUploads } from '#features/scorm/server/packages/uploads.ts'
import { endedAmong } from '#features/sessions/server/api.ts'
import { createViewerDirectory } from '#features/sessions/server/viewer-directory.ts'
import { providerInsteadOfPassword } from '#features/single-sign-on/server/api.ts'
import { isPortalToken, requireLiveToken, viewerOfToken } from '#features/two-way-api/server/api.ts'
import { UPLOAD_TYPES, VIDEO_PURPOSE } from '#kernel/uploads/uploads.ts'
import { createDb, type Db } from '#platform/db/db.ts'
import type { Pooler } from '#platform/db/pooling/pooler.ts'
import type { Replica } from '#platform/db/replica/replica.ts'
import { isDiskFull } from '#platform/files/disk.ts'
import { watchDisk } from '#platform/files/disk-watch.ts'
import { cleanScratch, openStorage } from '#platform/files/open-storage.ts'
import { setDefaultQuota } from '#platform/files/portal-storage.ts'
import { isStorageUnavailable } from '#platform/files/store.ts'
import { sweepJobs } from '#platform/files/sweep.ts'
import type { Resolvers } from '#platform/http/context.ts'
import { endCalls, endConnections } from '#platform/http/leaving.ts'
import { createHttp } from '#platform/http/server.ts'
import { type Jobs, startJobs } from '#platform/jobs/jobs.ts'
import { createBus } from '#platform/live/bus.ts'
import { LIVE_TOPIC, sendEventsBy } from '#platform/live/publish.ts'
import { publishApi } from '#platform/live/publish-api.ts'
import { attachLive, isLiveUpgrade, type Live } from '#platform/live/server.ts'
import { setLiveCredentials } from '#platform/live/signature.ts'
import { devMail } from '#platform/mail/dev-mail.ts'
import { createMailer } from '#platform/mail/mail.ts'
import { createPageCache } from '#platform/pages/page-cache.ts'
import type { Config } from '#platform/process/config.ts'
import { createErrorReports } from '#platform/process/error-reports.ts'
import { versionOf } from '#platform/process/version.ts'
import type { Services } from '#platform/services.ts'
import { metricsPage } from '#platform/watch/metrics-page.ts'
import { setTracer } from '#platform/watch/trace.ts'
import { apiRoutes, jobHandlers } from './features.ts'
import { answerFromCache, servePages } from './rendering/pages.ts'
import { openServices, SCORM_CLOUD_PAGES, STRIPE_PAGES, type Standins } from './services.ts'
import { tellDisk } from './start/disk-alarm.ts'
import { notingWhatIsRead, openPublicReads } from './start/public-reads.ts'
import { STORED_FILES } from './start/stored-files.ts'
import { describeProcess } from './watch/describe-process.ts'

export type AppOptions = {
  config: Config
  /** Connects as the application's role. */
  database: pg.PoolConfig
  /** The way of calls to the same database, where a pooler stands before it. The rest needs connections of its own. */
  pooler?: Pooler | null
  /** A streaming replica, for the reads of people without a session. */
  replica?: pg.PoolConfig | null
  now?: () => Date
  /** False leaves the pages out, for tests of the API. */
  hasPages?: boolean
  /** False runs no jobs automatically; `jobs.drain` runs them. */
  works?: boolean
}

export type App = {
  http: FastifyInstance
  db: Db
  replica: Replica | null
  jobs: Jobs
  resolvers: Resolvers
  services: Services
  standins: Standins
  /**
   * Leaves the balancer before `close`: health answers 503 while calls are still taken for STOP_DELAY_SECONDS, then live
   * connections are told to come back elsewhere, and the calls under way are finished.
   */
  leave: () => Promise<void>
  watch: Watch
  close: () => Promise<void>
}

/** Puts the product together: database, bus, calls, live channels, jobs, pages. Nothing listens yet. */
export const createApp = async ({
  config,
  database,
  pooler = null,
  replica: replicaDatabase = null,
  now = () => new Date(),
  hasPages = true,
  works = true,
}: AppOptions): Promise<App> => {
  const named = (purpose: string, config = database) => ({ application_name: `portico-${purpose}`, ...config })
  const db = pooler ? createDb(named('calls', pooler.database), pooler) : createDb(named('calls'))
  setDefaultQuota(db, config.PORTAL_STORAGE_BYTES)
  let log: Pick<FastifyBaseLogger, 'error' | 'warn' | 'info'> = console
  const onDiskError = (error: Error) => log.error({ err: error }, 'operators could not be notified about the disk')
  const onError = (error: Error) => log.error({ err: error }, 'the message bus failed')
  const bus = createBus(database, { onError })
  const redis = config.REDIS_URL
    ? (await import('#platform/live/redis/redis-events.ts')).openRedisEvents({
        ...{ url: config.REDIS_URL, channel: config.live_channel, bus, onError, log: () => log },
      })
    : null
  const events = redis ?? bus
  askProvidersBy(db, providerInsteadOfPassword)
  if (redis) sendEventsBy(db, (message) => void redis.send(LIVE_TOPIC, message).catch(onError))
  // Transactions wait for these, so they must not queue behind them: not in the pool of calls, and not in the pooler.
  const directoryReads = createDb({ ...named('waited-for'), max: 2 })
  // A worker has no visitors.
  const replica =
    replicaDatabase && config.ROLE !== 'worker'
      ? openPublicReads(replicaDatabase, { primary: db, positions: directoryReads.pool, bus, log: () => log })
      : null
  const portals = createPortalDirectory(db, notingWhatIsRead(directoryReads, replica), config, bus)
  const viewers = createViewerDirectory(db, bus, { now, bindsStaff: config.SUPER_ADMIN_TWO_FACTOR })
  const toggles = createToggleDirectory(db, bus)
  const resolvers: Resolvers = {
    portalByHost: portals.byHost,
    portalById: portals.byId,
    viewerBySession: viewers.bySession,
    endingOf: viewers.endingOf,
    viewerByToken: (token, portal) =>
      isPortalToken(token) ? viewerOfToken(db, token, portal, now()) : viewers.byApiToken(token, portal),
    requireLiveToken,
    togglesOf: toggles.of,
  }
  const storage = await openStorage(config, () => log)
  const { files } = storage
  const uploads = openPackageUploads(config, named('uploads'), db, await storage.openUploads(), onError)
  const { services, standins } = await openServices(config, { portalById: portals.byId, uploads, files })
  setLiveCredentials(config.live)
  let jobs: Jobs | undefined
  let isLeaving = false
  const disk = watchDisk({
    dir: config.data_dir,
    reserve: config.DISK_RESERVE_BYTES,
    warnPercent: config.DISK_WARN_PERCENT,
    now,
    onChange: (report) => void tellDisk({ db, config, log, now }, report).catch(onDiskError),
    onError: onDiskError,
  })
  const health = {
    bus: () => bus.isConnected,
    jobs: () => jobs?.state() ?? 'down',
    disk: async () => (await disk.look()).state,
    ...(storage.watch && { files: storage.watch.state }),
    ...(replica && { replica: () => replica.report().state }),
    ...(redis && { redis: () => redis.report().state }),
    isLeaving: () => isLeaving,
  }
  const cache = createPageCache()
  let live: Live | undefined
  const traces = config.OTEL_EXPORTER_OTLP_ENDPOINT
    ? (await import('#platform/watch/otel.ts')).openTraces({
        endpoint: config.OTEL_EXPORTER_OTLP_ENDPOINT,
        version: versionOf(config.root),
      })
    : null
  if (traces) setTracer(traces.tracer)
  const isWatched = config.METRICS || config.METRICS_SECRET !== undefined
  const metrics = isWatched
    ? (await import('#platform/watch/metrics.ts')).createMetrics({
        ...{ db, role: config.ROLE, version: versionOf(config.root), cache },
        ...{ replica, redis },
        live: () => live,
        jobs: () => jobs,
        countUploads: uploads.countUnfinished,
        readBacklog: () => db.withPlatform(readBacklog, 'read only'),
      })
    : null
  const reports = config.SENTRY_DSN
    ? createErrorReports({
        dsn: config.SENTRY_DSN,
        environment: config.NODE_ENV,
        root: config.root,
        onError: (error) => log.error({ err: error }, 'an error report was not delivered'),
      })
    : null
  const http = await createHttp({
    ...{ config, db, routes: apiRoutes(services), resolvers, now, health },
    ...(replica && { publicReads: replica }),
    ...(hasPages && { early: answerFromCache(cache) }),
    ...(reports && { report: reports.report }),
    ...(metrics && { countAnswers: metrics.countAnswers }),
    onDiskFull: disk.noteFull,
    ...(storage.watch && { onStorageFailure: storage.watch.noteFailure }),
    repairUrl: repairContentUrl,
  })
  log = http.log
  const mailer = createMailer(db, {
    smtp_url: config.SMTP_URL,
    from_email: config.MAIL_FROM,
    is_production: config.is_production,
    secret: config.secret,
    portalById: portals.byId,
    onUndeliverable: failUndelivered(portals.byId, now),
  })
  if (!config.is_production) await devMail(http, { db, is_production: false })
  const sweep = sweepJobs({ files: storage.files, owners: STORED_FILES, log: http.log })
  jobs = await startJobs(named('jobs'), db, [...jobHandlers(services), ...sweep], {
    works: works && config.ROLE !== 'web',
    log: http.log,
    now,
    onFailure: (error) => {
      if (isDiskFull(error)) disk.noteFull()
      if (isStorageUnavailable(error)) storage.watch?.noteFailure(error)
    },
    ...(metrics && { onEnd: metrics.jobEnded }),
  })
  const lanes: Lanes | null =
    works && config.ROLE !== 'web'
      ? startLanes({
          db,
          services,
          clock: now,
          onError: (error) => log.error({ err: error }, 'a callback could not be worked on'),
        })
      : null
  if (metrics) await http.register(metricsPage, { config, metrics })
  await http.register(tlsAllowed, { config, db, portalByHost: portals.byHost })
  await http.register(scimApi, {
    prefix: SCIM_BASE,
    ...{ db, resolvers, portalById: portals.byId, now },
    ...(reports && { report: reports.report }),
  })
  if (standins.stripe) await http.register(standins.stripe.pages, { prefix: STRIPE_PAGES })
  if (standins.twilio) await http.register(standins.twilio.pages)
  if (standins.scormCloud) await http.register(standins.scormCloud.pages, { prefix: SCORM_CLOUD_PAGES })
  // A video waits in its upload until the library takes it (UPL-045).
  const receivers = { [CLOUD_SCORM_PURPOSE]: receiveCloudUpload, [VIDEO_PURPOSE]: async () => {} }
  const extensionsFor = { [VIDEO_PURPOSE]: UPLOAD_TYPES.video }
  await http.register(packageUploads, { config, db, bus, uploads, resolvers, now, receivers, extensionsFor })
  await http.register(contentOrigin, {
    config,
    db,
    files: services.files,
    progress: services.progress,
    portalById: portals.byId,
    now,
  })
  const { app_id: appId, ...liveKeys } = config.live
  await http.register(publishApi({ ...liveKeys, appId, bus: events }))
  live = attachLive(http.server, { ...config.live, bus, events, onError, endedAmong: endedAmong(db) })
  http.server.on('upgrade', (request, socket) => {
    const isVites = request.headers['sec-websocket-protocol']?.startsWith('vite-')
    if (!isLiveUpgrade(request) && !isVites) socket.destroy()
  })
  if (hasPages)
    await servePages(http, {
      config,
      db,
      resolvers,
      bus,
      cache,
      ...(replica && { publicReads: replica }),
      now,
      isDevelopment: config.NODE_ENV === 'development',
      ...(reports && { report: reports.report }),
    })
  await Promise.all([http.ready(), bus.ready])
  const watch = startWatch({
    ...{ db, config, portalById: portals.byId, log: () => log, runs: works },
    state: describeProcess({ db, config, cache, live, jobs, replica, redis, disk: disk.look }),
  })
  if (works) {
    void disk.look().catch(onDiskError)
    void cleanScratch(storage, now()).catch(onDiskError)
  }

  return {
    http,
    db,
    replica,
    jobs,
    resolvers,
    services,
    standins,
    leave: async () => {
      isLeaving = true
      endConnections(http.server)
      if (config.ROLE !== 'worker') await delay(config.STOP_DELAY_SECONDS * 1000)
      await live.close()
      await endCalls(http.server)
    },
    watch,
    close: async () => {
      disk.close()
      await watch.close()
      await live.close()
      await http.close()
      await Promise.all([jobs.stop(), lanes?.close()])
      mailer.close()
      await standins.stripe?.close()
      await standins.scormCloud?.close()
      await standins.easyship?.close()
      await standins.maps?.close()
      await standins.twilio?.close()
      await uploads.close()
      storage.close()
      await reports?.close()
      if (traces) setTracer(null)
      await traces?.close()
      await redis?.close()
      await bus.close()
      await replica?.close()
      await directoryReads.close()
      await db.close()
    },
  }
}
