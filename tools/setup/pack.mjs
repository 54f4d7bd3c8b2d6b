import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** What a browser is sent; what is in frame/ the server runs itself. */
const packed = /^(?!frame[/\\]).*\.(?:js|css|html|svg)$/
/** Below this a packet of the network is not saved. */
const bytesMin = 1_000

const packings = [
  {
    ending: '.br',
    /** @param {Buffer} bytes */
    pack: (bytes) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }),
  },
  {
    ending: '.gz',
    /** @param {Buffer} bytes */
    pack: (bytes) => promisify(gzip)(bytes, { level: 9 }),
  },
]

/**
 * Lays beside each text file of a built app what it is packed, as Brotli (`.br`) and as gzip (`.gz`), so that the server
 * sends a third of it and packs nothing itself. Brotli is at its best quality by default.
 * @param {string} folder
 */
export async function packFiles(folder) {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => packed.test(name))
  await Promise.all(
    names.map(async (name) => {
      const path = join(folder, name)
      const bytes = readFileSync(path)
      if (bytes.length < bytesMin) return
      for (const { ending, pack } of packings) writeFileSync(path + ending, await pack(bytes))
    }),
  )
}
