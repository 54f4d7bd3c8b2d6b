import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { negotiate } from '@fastify/accept-negotiator'

/** Below this a packet of the network is hardly saved. */
const bytesMin = 2_048
/** Brotli's usual quality is for what is packed once; this one takes 2 ms for 130 kB and leaves a tenth of it. */
const quality = 4

const asBrotli = promisify(brotliCompress)
const asGzip = promisify(gzip)

const packings = {
  br: (text: string) =>
    asBrotli(text, {
      params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT },
    }),
  gzip: (text: string) => asGzip(text),
} as const

/** Packs a text for the network as its reader accepts it (`accepted` is the header); null where it goes as it is. */
export async function packText(
  text: string,
  accepted: string | undefined,
): Promise<{ readonly encoding: keyof typeof packings; readonly bytes: Buffer } | null> {
  if (text.length < bytesMin || accepted === undefined) return null
  const best = negotiate(accepted, ['br', 'gzip', 'identity'])
  const encoding = best === 'br' || best === 'gzip' ? best : null
  return encoding === null ? null : { encoding, bytes: await packings[encoding](text) }
}
