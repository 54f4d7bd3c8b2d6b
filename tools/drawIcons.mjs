// Draws the app's icons from its mark, public/mark.svg of the web app: run it after the mark has changed.
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const sharp = createRequire(join(root, 'apps/server/package.json'))('sharp')
const mark = readFileSync(join(root, 'apps/web/public/mark.svg'), 'utf8')
const strokes = mark.match(/<path[^>]*\/>/g)?.join('') ?? ''

/**
 * The mark alone on its ground: `share` of the side is the mark's, so that a mask may cut the rest.
 * @param {string} ground a colour, or none
 * @param {string} light
 * @param {number} share
 */
const drawing = (ground, light, share) => {
  const rest = (32 * (1 - share)) / 2
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" fill="${ground}"/><g fill="none" stroke="${light}" stroke-linecap="round" stroke-linejoin="round" transform="translate(${rest} ${rest}) scale(${share})">${strokes}</g></svg>`
}

/**
 * @param {string} name
 * @param {string} svg
 * @param {number} size
 */
const write = async (name, svg, size) => {
  const png = await sharp(Buffer.from(svg), { density: (72 * size) / 32 })
    .resize(size, size)
    .png({ compressionLevel: 9 })
    .toBuffer()
  writeFileSync(join(root, 'apps/web/public/icons', name), png)
}

await write('icon-192.png', mark, 192)
await write('icon-512.png', mark, 512)
await write('maskable-512.png', drawing('#121212', '#FFD7AB', 0.6), 512)
await write('touch-180.png', drawing('#121212', '#FFD7AB', 0.72), 180)
await write('badge-96.png', drawing('none', '#FFFFFF', 0.9), 96)
