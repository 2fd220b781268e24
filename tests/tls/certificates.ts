import { createPublicKey, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

const DAY = 86_400_000

/** A DER value: its tag, length and content. */
const der = (tag: number, ...parts: readonly Buffer[]): Buffer => {
  const content = Buffer.concat(parts)
  const size = content.length
  const length = size < 128 ? [size] : size < 256 ? [0x81, size] : [0x82, size >> 8, size & 255]
  return Buffer.concat([Buffer.from([tag, ...length]), content])
}
const sequence = (...parts: readonly Buffer[]) => der(0x30, ...parts)
const oid = (...bytes: readonly number[]) => der(0x06, Buffer.from(bytes))
const bits = (content: Buffer) => der(0x03, Buffer.from([0]), content)
const explicit = (tag: number, content: Buffer) => der(0xa0 + tag, content)
const COMMON_NAME = oid(0x55, 0x04, 0x03)
const ECDSA_WITH_SHA256 = sequence(oid(0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02))
const TRUE = der(0x01, Buffer.from([0xff]))

const nameOf = (text: string) => sequence(der(0x31, sequence(COMMON_NAME, der(0x0c, Buffer.from(text)))))
const timeOf = (moment: Date) => der(0x18, Buffer.from(`${moment.toISOString().replace(/[-:T]|\.\d+/g, '')}`))
const isAuthority = sequence(oid(0x55, 0x1d, 0x13), TRUE, der(0x04, sequence(TRUE)))
const alternatives = (names: readonly string[]) =>
  sequence(oid(0x55, 0x1d, 0x11), der(0x04, sequence(...names.map((name) => der(0x82, Buffer.from(name))))))

type Parts = { subject: string; issuer: string; key: KeyObject; signer: KeyObject; extension: Buffer; until: Date }

const pemOf = ({ subject, issuer, key, signer, extension, until }: Parts): string => {
  const publicKey = createPublicKey(key).export({ type: 'spki', format: 'der' })
  const body = sequence(
    explicit(0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(15)])),
    ECDSA_WITH_SHA256,
    nameOf(issuer),
    sequence(timeOf(new Date(until.getTime() - 400 * DAY)), timeOf(until)),
    nameOf(subject),
    publicKey,
    explicit(3, sequence(extension)),
  )
  const whole = sequence(body, ECDSA_WITH_SHA256, bits(sign('sha256', body, signer)))
  return `-----BEGIN CERTIFICATE-----\n${whole.toString('base64').replace(/.{1,64}/g, '$&\n')}-----END CERTIFICATE-----\n`
}

const newKey = () => generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey

/** A test authority: its own certificate in PEM format, and certificates that it signs for names. */
export const makeAuthority = (name = 'Authority of the tests') => {
  const key = newKey()
  const inAYear = () => new Date(Date.now() + 365 * DAY)
  return {
    certificate: pemOf({ subject: name, issuer: name, key, signer: key, extension: isAuthority, until: inAYear() }),
    /** A key and a certificate for these names, in the form that a web server accepts. */
    issue: (names: readonly string[], until = inAYear(), own = newKey()) => {
      return {
        key: own.export({ type: 'pkcs8', format: 'pem' }) as string,
        cert: pemOf({
          ...{ subject: names[0] ?? '', issuer: name, key: own, signer: key, until },
          extension: alternatives(names),
        }),
      }
    },
  }
}
