import { createDecipheriv, createECDH, hkdfSync } from 'node:crypto'

/** What a browser does with a push, written from RFC 8188 and 8291 on its own. Throws where it is not for these keys. */
export function openPush(sealed: Buffer, privateKey: Buffer, auth: Buffer): string {
  const salt = sealed.subarray(0, 16)
  const idLength = sealed.readUInt8(20)
  const sender = sealed.subarray(21, 21 + idLength)
  const record = sealed.subarray(21 + idLength)
  const reader = createECDH('prime256v1')
  reader.setPrivateKey(privateKey)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), reader.getPublicKey(), sender])
  const input = Buffer.from(hkdfSync('sha256', reader.computeSecret(sender), auth, info, 32))
  const key = Buffer.from(hkdfSync('sha256', input, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16))
  const nonce = Buffer.from(hkdfSync('sha256', input, salt, Buffer.from('Content-Encoding: nonce\0'), 12))
  const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(record.subarray(-16))
  const plain = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
  if (plain.at(-1) !== 2) throw new Error('not the last record')
  return plain.subarray(0, -1).toString()
}
