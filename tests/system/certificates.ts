import { type KeyObject, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { isIPv4 } from 'node:net'

/** A certificate with its key, both as PEM. */
export interface Certificate {
  readonly certificate: string
  readonly key: string
}

/** Somebody who vouches for servers. */
export interface Authority {
  /** By which others know it, as PEM. */
  readonly certificate: string
  /** Vouches for the server of a name, or of an address in numbers. */
  vouchFor(host: string): Certificate
}

const dayMs = 86_400_000
const ecdsaWithSha256 = '2a8648ce3d040302'
const commonName = '550403'
const alternativeNames = '551d11'
const basicConstraints = '551d13'
/** Tags of ASN.1. */
const tags = { truth: 0x01, integer: 0x02, bits: 0x03, bytes: 0x04, oid: 0x06, text: 0x0c, time: 0x17, set: 0x31 }
const sequence = 0x30

/** Makes an authority of a test's own, which vouches for a day. */
export function makeAuthority(): Authority {
  const keys = newKeys()
  const issuer = { name: `test ${randomBytes(4).toString('hex')}`, key: keys.privateKey }
  const own = { name: issuer.name, key: keys.publicKey }
  const isAuthority = extension(basicConstraints, der(sequence, der(tags.truth, Buffer.of(0xff))))
  return {
    certificate: issue(issuer, own, isAuthority),
    vouchFor: (host) => {
      const { publicKey, privateKey } = newKeys()
      return {
        certificate: issue(issuer, { name: 'bus', key: publicKey }, extension(alternativeNames, namesOf(host))),
        key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      }
    },
  }
}

const newKeys = () => generateKeyPairSync('ec', { namedCurve: 'P-256' })

interface Named {
  readonly name: string
  readonly key: KeyObject
}

function issue(issuer: Named, subject: Named, ...extensions: readonly Buffer[]): string {
  const algorithm = der(sequence, der(tags.oid, Buffer.from(ecdsaWithSha256, 'hex')))
  const content = der(
    sequence,
    der(0xa0, der(tags.integer, Buffer.of(2))),
    der(tags.integer, Buffer.concat([Buffer.of(1), randomBytes(8)])),
    algorithm,
    nameOf(issuer.name),
    der(sequence, timeOf(Date.now() - dayMs), timeOf(Date.now() + dayMs)),
    nameOf(subject.name),
    subject.key.export({ type: 'spki', format: 'der' }),
    der(0xa3, der(sequence, ...extensions)),
  )
  const signature = der(tags.bits, Buffer.of(0), sign('sha256', content, issuer.key))
  const base64 = der(sequence, content, algorithm, signature).toString('base64')
  return `-----BEGIN CERTIFICATE-----\n${base64.replaceAll(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`
}

function nameOf(text: string): Buffer {
  const part = der(sequence, der(tags.oid, Buffer.from(commonName, 'hex')), der(tags.text, Buffer.from(text)))
  return der(sequence, der(tags.set, part))
}

/** What it is good for: a name, or an address in numbers. */
function namesOf(host: string): Buffer {
  const name = isIPv4(host) ? der(0x87, Buffer.from(host.split('.').map(Number))) : der(0x82, Buffer.from(host))
  return der(sequence, name)
}

function timeOf(time: number): Buffer {
  const digits = new Date(time).toISOString().replaceAll(/\D/g, '').slice(2, 14)
  return der(tags.time, Buffer.from(`${digits}Z`))
}

function extension(oid: string, value: Buffer): Buffer {
  return der(sequence, der(tags.oid, Buffer.from(oid, 'hex')), der(tags.bytes, value))
}

function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  if (length < 0x80) return Buffer.concat([Buffer.of(tag, length), content])
  const bytes = Buffer.from(length.toString(16).padStart(length < 0x100 ? 2 : 4, '0'), 'hex')
  return Buffer.concat([Buffer.of(tag, 0x80 | bytes.length), bytes, content])
}
