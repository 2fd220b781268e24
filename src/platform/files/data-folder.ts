// The folder that keeps everything a start makes on disk (DATA_DIR).
import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { StartError } from '../process/start-error.ts'

/** Stands in the folder while a backup is being restored into it. */
export const RESTORE_MARKER = 'restore.unfinished'

/** Everything that the program makes there; `npm run demo:reset` removes just this. */
export const DATA_FOLDER_PARTS = [
  ...['postgres', 'files', 'uploads', 'tus', 'standins', 'secret', 'demo.loading', RESTORE_MARKER],
]

const code = (error: unknown) => (error as NodeJS.ErrnoException).code ?? String(error)

/** What is wrong with the folder, and what to do. */
const explain = (error: unknown, dataDir: string, what: string): StartError => {
  const reasons: Record<string, string> = {
    EEXIST: `${dataDir} is a file. Name a folder.`,
    ENOTDIR: `${dataDir} lies below a file. Name a folder.`,
    EACCES: `this user may not ${what} ${dataDir}. Give the folder to this user (chown -R), or name another folder.`,
    EPERM: `this user may not ${what} ${dataDir}. Give the folder to this user (chown -R), or name another folder.`,
    EROFS: `${dataDir} is on a read-only file system. Name a folder that can be written.`,
    ENOENT: `${dataDir} cannot be made on that file system. Name a folder elsewhere.`,
    ENOSPC: `the disk of ${dataDir} is full. Make room on it, or name a folder on another disk.`,
  }
  return new StartError(`DATA_DIR: ${reasons[code(error)] ?? `${dataDir} cannot be used (${code(error)}).`}`, {
    cause: error,
  })
}

/** Step by step: Node's own recursion never ends if a file system such as /proc says that the parent is missing. */
const makeFolder = (folder: string): void => {
  if (fs.existsSync(folder)) return
  if (path.dirname(folder) !== folder) makeFolder(path.dirname(folder))
  try {
    fs.mkdirSync(folder)
  } catch (error) {
    if (code(error) !== 'EEXIST') throw error
  }
}

/** Creates the folder if it is missing and checks that it is writable. Throws a StartError if it is not. */
export const openDataFolder = (dataDir: string): void => {
  try {
    makeFolder(dataDir)
    if (!fs.statSync(dataDir).isDirectory()) throw Object.assign(new Error('a file'), { code: 'EEXIST' })
    const probe = path.join(dataDir, `.probe-${process.pid}-${randomBytes(4).toString('hex')}`)
    fs.writeFileSync(probe, 'x')
    fs.rmSync(probe)
  } catch (error) {
    throw explain(error, dataDir, 'write to')
  }
}

/** The secret that an earlier start made; undefined where none did. */
export const readStoredSecret = (dataDir: string): string | undefined => {
  const file = path.join(dataDir, 'secret')
  try {
    return fs.readFileSync(file, 'utf8')
  } catch (error) {
    if (code(error) === 'ENOENT' || code(error) === 'ENOTDIR') return undefined
    throw explain(error, file, 'read')
  }
}

/** A secret made on the first start and kept, for machines where nobody has set one. */
export const storedSecret = (dataDir: string): string => {
  try {
    fs.writeFileSync(path.join(dataDir, 'secret'), randomBytes(32).toString('hex'), { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if (code(error) !== 'EEXIST') throw explain(error, dataDir, 'write to')
  }
  const secret = readStoredSecret(dataDir) ?? ''
  if (secret.length < 32)
    throw new StartError(`DATA_DIR: ${path.join(dataDir, 'secret')} holds no whole secret. Put it back from a backup.`)
  return secret
}
