import { fetchPicture, loadPicturesOfSize } from '#features/media/server/api.ts'
import { unseenPictures } from '#features/text-pictures/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import { AppError } from '#kernel/errors.ts'
import { extensionOf, UPLOAD_MAX_SIZE, UPLOAD_TYPES } from '#kernel/uploads/uploads.ts'
import type { Db } from '#platform/db/db.ts'
import { checkContent } from '#platform/files/content-check.ts'
import { FileNotFound, type Files } from '#platform/files/files.ts'
import { readPicture } from '#platform/files/pictures/pictures.ts'
import type { UploadedFile } from '#platform/http/route.ts'
import { SheetError } from '#platform/sheets/sheet.ts'
import type { FoundQuestion } from '../rules/found.ts'
import type { PictureSource } from '../rules/pictures.ts'
import { type TakenPicture, withPictures } from '../rules/place-pictures.ts'
import { newUuids, type WaitingPicture } from './pictures-store.ts'
import type { QuestionFile } from './read-file.ts'

const RULE = { extensions: UPLOAD_TYPES.img }
const MOST_PICTURES = 300
/** Milliseconds for the pictures of the web altogether; a person waits. */
const WEB_TIMEOUT_MS = 60_000

const TOO_MANY = `The file shows more than ${MOST_PICTURES} pictures. Split it into several files.`
const TOO_SLOW = 'Its picture was not taken, because the web sites of the file answer too slowly. Import it again.'
const TOO_LARGE = 'Its picture is larger than 20 MB.'

/** Why a picture is not taken; its message is for the person who chose the file. */
class NotTaken extends Error {
  override name = 'NotTaken'
}

type World = {
  db: Db
  ctx: SignedIn
  files: Files
  /** Networks besides the public internet from which pictures are fetched. */
  networks: readonly string[]
}

const keyOf = (source: PictureSource): string =>
  source.kind === 'address' ? source.address : source.kind === 'part' ? `part:${source.path}` : `data:${source.base64}`

const named = (name: string | null): string => (name ?? '').split('/').at(-1) || 'question-picture'

/** Fetches pictures of the web one after the other. A site that has not answered is not asked again. */
const webPictures = (networks: readonly string[]) => {
  const silent = new Map<string, string>()
  const until = performance.now() + WEB_TIMEOUT_MS
  return async (address: string): Promise<UploadedFile> => {
    const host = URL.canParse(address) ? new URL(address).host : address
    const known = silent.get(host)
    if (known) throw new NotTaken(known)
    if (performance.now() > until) throw new NotTaken(TOO_SLOW)
    return fetchPicture(address, networks).catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error
      const reason = `Its picture at ${address.slice(0, 200)} was not taken. ${error.fields?.['address']?.[0] ?? error.message}`
      if (/does not answer/.test(reason)) silent.set(host, reason)
      throw new NotTaken(reason)
    })
  }
}

/** The bytes of a picture, and what it is called. */
const openPicture = async (
  source: PictureSource,
  part: QuestionFile['part'],
  fromWeb: (address: string) => Promise<UploadedFile>,
): Promise<Pick<UploadedFile, 'name' | 'bytes' | 'picture'>> => {
  if (source.kind === 'address') return fromWeb(source.address)
  if (source.kind === 'data') {
    if (source.base64.length > UPLOAD_MAX_SIZE * 1.4) throw new NotTaken(TOO_LARGE)
    return { name: named(source.name), bytes: Buffer.from(source.base64, 'base64') }
  }
  const name = named(source.path)
  const bytes = await part?.(source.path).catch((error: unknown) => {
    if (!(error instanceof SheetError)) throw error
    throw new NotTaken(`Its picture “${name}” cannot be unpacked.`)
  })
  if (!bytes) throw new NotTaken(`It shows the picture “${name}”, which is not in the file. Add the question by hand.`)
  return { name, bytes }
}

type Checked = Omit<WaitingPicture, 'uuid'> & { width: number | null; height: number | null; original: Buffer }

/** A picture by the rules of uploads (UPL-032 to UPL-037). A name without the ending of a picture gets that of its content. */
const checkedPicture = async (opened: Pick<UploadedFile, 'name' | 'bytes' | 'picture'>): Promise<Checked> => {
  const { bytes } = opened
  const picture = opened.picture ?? (await readPicture(bytes))
  const kind = picture.state === 'written' || picture.state === 'other' ? picture.kind : 'png'
  const isNamed = (RULE.extensions as readonly string[]).includes(extensionOf(opened.name))
  const name = isNamed ? opened.name : `${opened.name}.${kind}`
  const { file, refusal } = await checkContent({ name, bytes, picture }, RULE)
  if (refusal) throw new NotTaken(`Its picture was not taken. ${refusal.message}`)
  return { ...file, original: Buffer.from(bytes) }
}

const storedBytes = async (files: Files, key: string): Promise<Buffer | null> => {
  try {
    const chunks: Buffer[] = []
    for await (const chunk of await files.get(key)) chunks.push(chunk as Buffer)
    return Buffer.concat(chunks)
  } catch (error) {
    if (error instanceof FileNotFound) return null
    throw error
  }
}

/** Which of some pictures are in the library already, by their bytes, so that a file that is imported twice says the same. */
const knownPictures = async (
  { db, ctx, files }: World,
  pictures: readonly Checked[],
): Promise<Map<Checked, string>> => {
  const sizes = pictures.flatMap(({ bytes, original }) => [bytes.length, original.length])
  const stored = await db.withPortal(ctx.portal.id, async (tx) => {
    const rows = await loadPicturesOfSize(tx, ctx.portal.id, sizes)
    const unseen = await unseenPictures(
      tx,
      ctx,
      rows.map(({ uuid }) => uuid),
    )
    return rows.filter(({ uuid }) => !unseen.has(uuid))
  })
  const known = new Map<Checked, string>()
  for (const { uuid, size, key } of stored) {
    const alike = pictures.filter(
      (one) => !known.has(one) && (one.bytes.length === size || one.original.length === size),
    )
    const bytes = alike.length > 0 ? await storedBytes(files, key) : null
    for (const one of alike) if (bytes?.equals(one.bytes) || bytes?.equals(one.original)) known.set(one, uuid)
  }
  return known
}

/** The same bytes under two names are one picture. */
const unique = (pictures: readonly Checked[]): Map<string, Checked[]> =>
  Map.groupBy(pictures, ({ bytes }) => bytes.toString('base64'))

/**
 * Opens the pictures that the questions of a file show, with no transaction open, since some are fetched from the web. Answers
 * the questions with their pictures in their places, those whose picture cannot be had as not taken with the reason, and the
 * pictures that the library does not have yet.
 */
export const settlePictures = async (
  world: World,
  { questions, part }: QuestionFile,
): Promise<{ questions: FoundQuestion[]; waiting: WaitingPicture[] }> => {
  const checked = new Map<string, Checked | NotTaken>()
  const fromWeb = webPictures(world.networks)
  for (const source of questions.flatMap(({ pictures = [] }) => pictures)) {
    const key = keyOf(source)
    if (checked.has(key)) continue
    if (checked.size === MOST_PICTURES) {
      checked.set(key, new NotTaken(TOO_MANY))
      continue
    }
    const one = await openPicture(source, part, fromWeb)
      .then(checkedPicture)
      .catch((error: unknown) => {
        if (error instanceof NotTaken) return error
        throw error
      })
    checked.set(key, one)
  }
  const usable = [...checked.values()].filter((one): one is Checked => !(one instanceof NotTaken))
  if (usable.length === 0 && checked.size === 0) return { questions, waiting: [] }
  const known = await knownPictures(world, usable)
  const uuids = new Map(known)
  const groups = [...unique(usable.filter((one) => !known.has(one))).values()]
  const fresh = await newUuids(world.db, world.ctx.portal.id, groups.length)
  const waiting = groups.map(([first, ...others], at): WaitingPicture => {
    const { name, mime_type, extension, bytes } = first as Checked
    const uuid = fresh[at] as string
    for (const one of [first as Checked, ...others]) uuids.set(one, uuid)
    return { uuid, name, mime_type, extension, bytes }
  })
  const takenOf = (source: PictureSource): TakenPicture => {
    const one = checked.get(keyOf(source)) as Checked | NotTaken
    if (one instanceof NotTaken) return { refused: one.message }
    const { width, height } = one
    return { uuid: uuids.get(one) as string, ...(width && height && { width, height }) }
  }
  return { questions: questions.map((one) => withPictures(one, takenOf)), waiting }
}
