import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { StartError } from '../process/start-error.ts'
import type { Bucket } from './bucket/bucket.ts'
import { type BucketWatch, watchBucket } from './bucket/bucket-watch.ts'
import { BucketFull, reasonOf, statusOf } from './bucket/errors.ts'
import type { BucketSettings } from './bucket/settings.ts'
import { createFiles, type Files } from './files.ts'
import { StorageUnavailable } from './store.ts'
import { FolderSpace } from './tus/folder-space.ts'
import type { UploadSpace } from './tus/space.ts'

type Settings = {
  data_dir: string
  secret: string
  DISK_RESERVE_BYTES: number
  bucket: BucketSettings | null
}

/** The files of the product, and the bucket that keeps them where one is configured. */
export type Storage = {
  files: Files
  bucket: Bucket | null
  watch: BucketWatch | null
  /** Where uploads lie until somebody takes them. */
  openUploads: () => Promise<UploadSpace>
  close: () => void
}

type Log = { warn: (details: object, text: string) => void; info: (details: object, text: string) => void }

/** What has been left in the temporary places of this machine for so long belongs to no running process. */
const LEFT_MS = 24 * 3_600_000

const openBucket = async (settings: BucketSettings): Promise<Bucket> => {
  // Loaded only where it is configured: a folder needs none of it.
  const { Bucket } = await import('./bucket/bucket.ts')
  return new Bucket(settings)
}

const openUploads = async (config: Settings, bucket: Bucket | null, files: Files): Promise<UploadSpace> => {
  const floor = config.DISK_RESERVE_BYTES
  if (!bucket) return new FolderSpace(path.join(config.data_dir, 'uploads'), floor)
  const { BucketSpace } = await import('./tus/bucket-space.ts')
  return new BucketSpace(bucket, files, { dir: config.data_dir, floor })
}

/** Opens the files as they are configured: in a bucket, else in the folder `files` of the data folder. */
export const openStorage = async (config: Settings, log: () => Log = () => console): Promise<Storage> => {
  const bucket = config.bucket && (await openBucket(config.bucket))
  const files = createFiles({
    dir: path.join(config.data_dir, 'files'),
    secret: config.secret,
    reserveBytes: config.DISK_RESERVE_BYTES,
    ...(bucket && { driver: bucket }),
  })
  const watch = bucket && watchBucket(bucket, log)
  return { files, bucket, watch, openUploads: () => openUploads(config, bucket, files), close: () => bucket?.close() }
}

/** The variable to look at first, and what to do, for a bucket that cannot be used. */
const explain = (error: unknown, { bucket, endpoint, region }: BucketSettings): string => {
  const { status, name } =
    error instanceof StorageUnavailable ? error.answer : { status: statusOf(error), name: (error as Error).name }
  if (error instanceof BucketFull) return `S3_BUCKET: ${error.message} Make room in ${bucket}, or raise its quota.`
  const reason = /\((.*)\)\.$/.exec((error as Error).message)?.[1] ?? reasonOf(error)
  if (status === undefined)
    return `${endpoint ? 'S3_ENDPOINT' : 'S3_REGION'}: ${endpoint ?? region} does not answer (${reason}). Check the address, and that this machine reaches it.`
  if (name === 'NoSuchBucket' || status === 404)
    return `S3_BUCKET: there is no bucket ${bucket} (${reason}). Make it, or name another.`
  if (status === 301 || name === 'AuthorizationHeaderMalformed')
    return `S3_REGION: the bucket ${bucket} is not in ${region} (${reason}). Name its region.`
  if (/InvalidAccessKeyId|SignatureDoesNotMatch|CredentialsProvider|ExpiredToken|InvalidToken/.test(name))
    return `S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY: the storage does not know these keys (${reason}). Check both.`
  if (status === 403)
    return `S3_BUCKET: these keys may not read, write, list and delete in ${bucket} (${reason}). Give them those rights.`
  return `S3_BUCKET: ${bucket} cannot be used (${reason}). Try again when the storage works.`
}

/** Writes, reads and deletes a file of the bucket before anything else starts. Throws a StartError that says what is wrong. */
export const checkStorage = async (config: Settings): Promise<void> => {
  if (!config.bucket) return
  const bucket = await openBucket(config.bucket)
  try {
    await bucket.probe(`.probe/${randomUUID()}`)
  } catch (error) {
    throw new StartError(explain(error, config.bucket), { cause: error })
  } finally {
    bucket.close()
  }
}

/** Removes what killed processes of this machine have left in its temporary places. */
export const cleanScratch = ({ files }: Pick<Storage, 'files'>, now: Date): Promise<void> =>
  files.clean(new Date(now.getTime() - LEFT_MS))
