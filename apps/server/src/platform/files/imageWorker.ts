import sharp from 'sharp'
import { startRounds } from '../rounds.ts'
import { memoryMax, pixelsMax, tooManyPixels } from './imageLimits.ts'

/** The longer edge of what is kept, in pixels, as the server says it: see `images.ts`. */
const edgeMax = Number(process.argv[2])
const quality = 88
const svgDensity = 96

// one image a process: nothing of it is left for the next
sharp.cache(false)
sharp.concurrency(1)

// a drawing's header doesn't say what it costs: what takes too much ends at once, whatever it is in the midst of
const watch = (): void => void (process.memoryUsage.rss() > memoryMax && process.kill(process.pid, 'SIGKILL'))
startRounds(watch, { everyMs: 10, first: 'later', onError: () => undefined })

/** Reads one image from standard input, and writes its pixels anew to standard output; a failure is the exit's code. */
async function main(): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk))
  const image = sharp(Buffer.concat(chunks), {
    // what is over is told as such, not as unreadable
    limitInputPixels: false,
    failOn: 'error',
    density: svgDensity,
    // of what moves the first frame
    pages: 1,
    animated: false,
  })
  const { width, height, format } = await image.metadata()
  if (width * height > (format === 'jpeg' ? pixelsMax.jpeg : pixelsMax.other)) return process.exit(tooManyPixels)
  // turned as the camera held it, then nothing of what the camera wrote is kept
  const bytes = await image
    .rotate()
    .resize({ width: edgeMax, height: edgeMax, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .jpeg({ quality, chromaSubsampling: '4:4:4' })
    .toBuffer()
  await new Promise<void>((resolve, reject) => {
    process.stdout.write(bytes, (error) => (error ? reject(error) : resolve()))
  })
}

main().then(
  () => process.exit(0),
  () => process.exit(1),
)
