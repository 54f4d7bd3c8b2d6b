import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { packFiles } from './pack.mjs'
import { Refusal, sentenceFor } from './refusal.mjs'
import { run } from './run.mjs'

const buildTimeoutMs = 5 * 60_000
const skipped = new Set(['node_modules', 'dist'])
/** What a build depends on besides its sources. */
const packing = 'tools/setup/pack.mjs'

/** Each app: its folder with its vite.config.ts, a file that its build leaves, and whether browsers load it. */
const apps = [
  { name: 'web', folder: 'apps/web', proof: 'apps/web/dist/index.html', served: true },
  { name: 'desk', folder: 'apps/desk', proof: 'apps/desk/dist/index.html', served: true },
  { name: 'server', folder: 'apps/server', proof: 'apps/server/dist/main.js', served: false },
]

/**
 * Builds the apps whose sources changed since their last build.
 * @param {string} root
 * @throws {Refusal} when a build fails
 */
export async function buildApps(root) {
  for (const app of apps) {
    const stamp = join(root, '.cache/build', app.name)
    const wanted = hashSources(root, ['package-lock.json', 'tsconfig.base.json', 'packages', packing, app.folder])
    const built = existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted && existsSync(join(root, app.proof))
    if (built) continue
    console.log(`Building ${app.folder} …`)
    rmSync(stamp, { force: true })
    await buildApp(root, app)
    if (app.served) await packFiles(join(root, app.folder, 'dist'))
    mkdirSync(join(root, '.cache/build'), { recursive: true })
    writeFileSync(stamp, wanted)
  }
  await noteCommit(root)
}

/**
 * Leaves the commit beside the server's programs, which publish it; nothing where this is no repository. A second line says
 * that what was built is not what that commit holds.
 * @param {string} root
 */
export async function noteCommit(root) {
  const git = (/** @type {string[]} */ ...args) => run('git', args, { cwd: root, timeoutMs: 10_000 })
  const { code, output } = await git('rev-parse', 'HEAD')
  const status = await git(
    'status',
    '--porcelain',
    '--',
    'package.json',
    'package-lock.json',
    'packages',
    'apps',
    'tools',
  )
  const same = status.code === 0 && status.output.trim() === ''
  writeFileSync(
    join(root, 'apps/server/dist/commit.txt'),
    code === 0 ? `${output.trim()}\n${same ? '' : 'changed\n'}` : '',
  )
}

/**
 * @param {string} root
 * @param {{ folder: string, proof: string }} app
 */
async function buildApp(root, { folder, proof }) {
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  const { code, output } = await run(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
    cwd: join(root, folder),
    timeoutMs: buildTimeoutMs,
    env: { ...process.env, NODE_ENV: 'production' },
  })
  if (code !== 0) throw new Refusal(sentenceFor(output, `Building ${folder} failed; the lines above say why.`), output)
  if (!existsSync(join(root, proof))) throw new Refusal(`Building ${folder} left no ${proof}.`, output)
}

/**
 * @param {string} root
 * @param {string[]} places files and folders
 * @returns {string} one hash over the names and contents of all sources but the tests
 */
function hashSources(root, places) {
  const hash = createHash('sha256')
  for (const place of places)
    for (const path of listFiles(root, place)) hash.update(`${path}\0`).update(readFileSync(join(root, path)))
  return hash.digest('hex')
}

/**
 * @param {string} root
 * @param {string} place
 * @returns {string[]}
 */
function listFiles(root, place) {
  if (!existsSync(join(root, place))) return []
  if (/\.[a-z]+$/.test(place)) return [place]
  const entries = readdirSync(join(root, place), { withFileTypes: true }).filter((entry) => !skipped.has(entry.name))
  return entries.flatMap((entry) => {
    const path = `${place}/${entry.name}`
    if (entry.isDirectory()) return listFiles(root, path)
    return /\.test\.tsx?$/.test(entry.name) ? [] : [path]
  })
}
