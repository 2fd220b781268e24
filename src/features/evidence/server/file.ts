import { createHash } from 'node:crypto'
import { createReadStream, readFileSync } from 'node:fs'
import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { Readable, Transform } from 'node:stream'
import { openCertificatePdf } from '#features/certificates/server/api.ts'
import type { Archive } from '#features/exports/server/api.ts'
import { KEYS_PATH, type SigningKey, signingKeyOf } from '#features/signing-keys/server/api.ts'
import type { PortalContext } from '#kernel/context.ts'
import { formatDate } from '#kernel/format.ts'
import type { ZipEntry } from '#platform/packages/zip.ts'
import { eventsOf } from '../rules/events.ts'
import type { About } from './chosen.ts'
import type { EvidenceDocument } from './pdf/document-parts.ts'
import { type LoadedRecord, loadRecords, type Scope } from './record.ts'
import { eventChain, type ListedFile, type Manifest, manifestText, signatureText } from './sealing.ts'

const CHECKER = path.join(import.meta.dirname, 'checker')
const checkerFile = (name: string): Buffer => readFileSync(path.join(CHECKER, name))
/** As many enrollments are read at once. */
const AT_ONCE = 50

export type EvidenceAsk = {
  archive: Archive
  portal: PortalContext
  secret: string
  about: About
  title: string
  /** The people in the order of the file, with their enrollments. */
  people: readonly { user_id: number; ids: readonly number[] }[]
  /** The accepted documents of a person, with the keys of their files (CMP-025). */
  documents: readonly { document: EvidenceDocument; key: string | null }[]
  scope: Scope
  made_at: Date
  made_by: string
}

/** Groups of people whose enrollments are read together. */
function* groupsOf(people: EvidenceAsk['people']) {
  let group: { user_id: number; ids: readonly number[] }[] = []
  let size = 0
  for (const person of people) {
    group.push(person)
    size += person.ids.length
    if (size < AT_ONCE) continue
    yield group
    group = []
    size = 0
  }
  if (group.length > 0) yield group
}

/** Counts and hashes what passes, and notes it once it has passed. */
const noting = (name: string, files: ListedFile[]) => {
  const hash = createHash('sha256')
  let size = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      size += chunk.length
      done(null, chunk)
    },
    flush(done) {
      files.push({ name, size, sha256: hash.digest('hex') })
      done()
    },
  })
}

const readmeOf = ({ portal, title, made_at, made_by, about, documents }: EvidenceAsk, key: SigningKey): string => {
  const values: Record<string, string> = {
    portal: portal.name,
    origin: portal.origin,
    title,
    made_at: `${formatDate(made_at, 'long_time', 'UTC')} UTC`,
    made_by,
    key_id: key.key_id,
    keys: `${portal.origin}${KEYS_PATH}`,
    records:
      about === 'enrollment'
        ? 'record.json      the same for machines'
        : 'enrollments/     the same for machines, a JSON file for each enrollment',
    documents:
      documents.length === 0
        ? ''
        : 'documents.json   licenses and documents that were accepted\n  documents/       their files\n  ',
  }
  const template = checkerFile('README.txt').toString('utf8')
  const people = 'people/          the records of each person, to read and print\n  '
  return template
    .replace('  {records}', `  ${about === 'course' || about === 'portal' ? people : ''}{records}`)
    .replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
}

const personTitle = (records: readonly LoadedRecord[]): string => records[0]?.record.person.name ?? ''

/**
 * The entries of a signed file, in the order that docs/evidence.md describes (EVD-007). One person is in memory at a time;
 * events wait in a temporary file, which is removed when the archive is complete or given up.
 */
export async function* evidenceEntries(ask: EvidenceAsk): AsyncGenerator<ZipEntry> {
  const { archive, portal, about, documents, title, made_at: madeAt, made_by: madeBy, scope } = ask
  const { db } = archive
  const key = await db.withPortal(portal.id, (tx) =>
    signingKeyOf(tx, { portal_id: portal.id, secret: ask.secret, now: madeAt }),
  )
  const { renderRecords, renderSummary } = await import('./pdf/record-pdf.ts')
  const files: ListedFile[] = []
  const entry = (name: string, content: () => Promise<Readable | Buffer>): ZipEntry => ({
    name,
    modified_at: madeAt,
    is_packable: !name.endsWith('.pdf') && !name.startsWith('documents/'),
    open: async () => {
      const opened = await content()
      const source = Buffer.isBuffer(opened) ? Readable.from([opened], { objectMode: false }) : opened
      const noted = noting(name, files)
      source.once('error', (error) => noted.destroy(error))
      return source.pipe(noted)
    },
  })
  const text = (name: string, content: string) => entry(name, async () => Buffer.from(content))
  const pdf = { portal, made_at: madeAt, made_by: madeBy, key_id: key.key_id, with_answers: scope.with_answers }
  const pdfOf = (name: string, titled: string, records: readonly LoadedRecord[]) =>
    entry(
      name,
      async () =>
        (
          await renderRecords({
            ...pdf,
            title: titled,
            records: records.map(({ record }) => record),
            documents: documents.map(({ document }) => document),
          })
        ).pdf,
    )

  const folder = await mkdtemp(path.join(os.tmpdir(), 'portico-evidence-'))
  const eventsPath = path.join(folder, 'events.jsonl')
  let spool: FileHandle | null = null
  try {
    spool = await open(eventsPath, 'w')
    const chain = eventChain()
    const known = new Map()
    const sums = { people: 0, enrollments: 0, completed: 0, certificates: 0 }
    yield text('README.txt', readmeOf(ask, key))
    let whole: LoadedRecord[] = []
    for (const group of groupsOf(ask.people)) {
      const ids = group.flatMap((person) => person.ids)
      const loaded = await db.withPortal(
        portal.id,
        (tx) => loadRecords(tx, { portal_id: portal.id, ids, scope, known }),
        'read only',
      )
      for (const person of group) {
        const own = loaded.filter(({ record }) => record.person.id === person.user_id)
        for (const { record, certificate_file: certificate } of own) {
          const name = about === 'enrollment' ? 'record.json' : `enrollments/${record.enrollment.id}.json`
          yield text(name, `${JSON.stringify(record, null, 2)}\n`)
          const lines = eventsOf(record).map((event) => `${chain.add(event)}\n`)
          await spool.writeFile(lines.join(''))
          if (certificate && record.certificate)
            yield entry(record.certificate.file, () =>
              openCertificatePdf({ ...archive, secret: ask.secret }, portal.id, certificate.id, certificate.key),
            )
          sums.enrollments += 1
          if (record.enrollment.completed_at) sums.completed += 1
          if (record.certificate) sums.certificates += 1
        }
        if (about === 'enrollment' || about === 'person') whole = own
        else if (own.length > 0) yield pdfOf(`people/${person.user_id}.pdf`, personTitle(own), own)
        sums.people += 1
      }
      await archive.tell?.(sums.enrollments)
    }
    if (documents.length > 0)
      yield text(
        'documents.json',
        `${JSON.stringify(
          documents.map(({ document }) => document),
          null,
          2,
        )}\n`,
      )
    for (const { document, key: stored } of documents)
      if (stored !== null && document.file !== null) yield entry(document.file, () => archive.files.get(stored))
    yield about === 'enrollment' || about === 'person'
      ? pdfOf('record.pdf', title, whole)
      : entry('record.pdf', async () => (await renderSummary({ ...pdf, title, sums })).pdf)
    await spool.close()
    spool = null
    yield entry('events.jsonl', async () => createReadStream(eventsPath))
    for (const name of ['verify.html', 'verify.mjs']) yield entry(name, async () => checkerFile(name))
    const manifest: Manifest = {
      format: 'portico-evidence/1',
      about: { kind: about, title },
      portal: { id: portal.id, name: portal.name, origin: portal.origin, keys: `${portal.origin}${KEYS_PATH}` },
      made_at: madeAt.toISOString(),
      made_by: madeBy,
      with_answers: scope.with_answers,
      enrollments: sums.enrollments,
      files,
      events: { file: 'events.jsonl', ...chain.head() },
    }
    const signed = Buffer.from(manifestText(manifest))
    yield { name: 'manifest.json', modified_at: madeAt, open: async () => signed }
    yield { name: 'manifest.sig', modified_at: madeAt, open: async () => Buffer.from(signatureText(key, signed)) }
  } finally {
    await spool?.close()
    await rm(folder, { recursive: true, force: true })
  }
}
