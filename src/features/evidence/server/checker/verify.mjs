// Checks a file for inspectors offline, without packages: node verify.mjs FILE.zip [KEYS.json]   (Node 18 or newer)
// KEYS.json: the public keys of the portal, as you got them yourself from its /.well-known/portico-evidence-keys.json
import { createHash, createPublicKey, verify } from 'node:crypto'
import { fstatSync, openSync, readFileSync, readSync } from 'node:fs'
import { inflateRawSync } from 'node:zlib'

const SIGNED =
  /^\{"algorithm":"Ed25519","key_id":"([\da-f]{16})","public_key":"([\da-f]{64})","signature":"([\da-f]{128})"\}\n$/
const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex')
const u32 = (bytes, place) => bytes.readUInt32LE(place)
const u64 = (bytes, place) => Number(bytes.readBigUInt64LE(place))
const [MOST, problems] = [0xffffffff, []]
const attempt = (name, work) => {
  try {
    return work()
  } catch (error) {
    problems.push(`${name}: ${error.message}`)
  }
}
const refuse = (text) => {
  throw new Error(text)
}
const demand = (isSo, text) => isSo || refuse(text)

/** What a ZIP contains, in its order: a function for each name that reads the content. */
function openZip(path) {
  const file = openSync(path)
  const at = (offset, length) => {
    const bytes = Buffer.alloc(length)
    demand(readSync(file, bytes, 0, length, offset) === length, 'is cut off')
    return bytes
  }
  const { size } = fstatSync(file)
  const end = at(size - 22, 22)
  demand(u32(end, 0) === 0x06054b50, 'does not end as a ZIP')
  let [count, length, start] = [end.readUInt16LE(10), u32(end, 12), u32(end, 16)]
  if (count === 0xffff || length === MOST || start === MOST) {
    const large = at(u64(at(size - 42, 20), 8), 56)
    ;[count, length, start] = [32, 40, 48].map((place) => u64(large, place))
  }
  const list = at(start, length)
  const contents = new Map()
  for (let p = 0; p < length; ) {
    const [nameSize, extraSize, noteSize] = [28, 30, 32].map((place) => list.readUInt16LE(p + place))
    const name = list.toString('utf8', p + 46, p + 46 + nameSize)
    // What a large archive cannot write in 32 bits follows the name.
    const number = (from, large) =>
      u32(list, p + from) < MOST ? u32(list, p + from) : u64(list, p + 50 + nameSize + large)
    const [method, full, packed, place] = [list.readUInt16LE(p + 10), number(24, 0), number(20, 8), number(42, 16)]
    demand(u32(list, p) === 0x02014b50 && !contents.has(name), `its list of files is damaged at ${name}`)
    contents.set(name, () => {
      const head = at(place, 30)
      demand(at(place + 30, head.readUInt16LE(26)).toString() === name, 'has two names in the ZIP')
      const bytes = at(place + 30 + head.readUInt16LE(26) + head.readUInt16LE(28), packed)
      return method === 8 ? inflateRawSync(bytes, { maxOutputLength: full + 1 }) : bytes
    })
    p += 46 + nameSize + extraSize + noteSize
  }
  demand(contents.size === count, 'its list of files is damaged')
  return contents
}

// Every line of the events has the SHA-256 of the line before it.
function checkEvents(bytes, { count, last_sha256: last }) {
  let [number, previous, from] = [1, '0'.repeat(64), 0]
  for (let to = bytes.indexOf(10); to >= 0; from = to + 1, to = bytes.indexOf(10, from), number += 1) {
    const event = JSON.parse(bytes.toString('utf8', from, to))
    demand(event.number === number && event.previous === previous, `line ${number} breaks the chain`)
    previous = sha256(bytes.subarray(from, to))
  }
  demand(from === bytes.length && number === count + 1 && previous === last, 'the chain does not end as signed')
}

function check(path, keysPath) {
  const contents = openZip(path)
  const read = (name) => (contents.get(name) ?? refuse('is missing'))()
  const [bytes, text] = ['manifest.json', 'manifest.sig'].map((name) => attempt(name, () => read(name)))
  if (problems.length > 0) return ''
  const [, id, key, signature] = SIGNED.exec(text) ?? refuse('manifest.sig was changed')
  const spki = { key: Buffer.from(`302a300506032b6570032100${key}`, 'hex'), format: 'der', type: 'spki' }
  const isSigned = verify(null, bytes, createPublicKey(spki), Buffer.from(signature, 'hex'))
  demand(isSigned && sha256(Buffer.from(key, 'hex')).startsWith(id), 'manifest.json or manifest.sig was changed')
  const manifest = JSON.parse(bytes)
  const expected = new Set([...manifest.files.map(({ name }) => name), 'manifest.json', 'manifest.sig'])
  for (const name of contents.keys()) if (!expected.has(name)) problems.push(`${name}: was added`)
  for (const { name, size, sha256: hash } of manifest.files)
    attempt(name, () => {
      const content = read(name)
      demand(content.length === size && sha256(content) === hash, 'was changed')
      if (name === manifest.events.file) checkEvents(content, manifest.events)
    })
  if (problems.length === 0) demand(`${[...contents.keys()]}` === `${[...expected]}`, 'its files are in another order')
  const isOwn = ({ kid, x }) => kid === id && Buffer.from(x, 'base64url').toString('hex') === key
  demand(!keysPath || JSON.parse(readFileSync(keysPath)).keys.some(isOwn), 'its key is not one of the portal')
  return `${manifest.about.title}, made ${manifest.made_at} by ${manifest.portal.name}, signed with key ${id}`
}
const [path = '', keysPath] = process.argv.slice(2)
const verdict = attempt(path, () => check(path, keysPath))
console.log(problems.length > 0 ? `NOT VALID\n${problems.join('\n')}` : `VALID\n${verdict}`)
process.exitCode = problems.length > 0 ? 1 : 0
