import { createHash } from 'node:crypto'
import { accessSync, constants, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Refusal, sentenceFor } from './refusal.mjs'
import { run } from './run.mjs'

const installTimeoutMs = 15 * 60_000

/**
 * Installs the packages of package-lock.json, unless they are there already. The stamp lies in node_modules, so that
 * it goes when they go.
 * @param {string} root
 * @throws {Refusal} without npm, without write permission, on a full disk or when npm fails
 */
export async function installPackages(root) {
  const stamp = join(root, 'node_modules/.truemark')
  const wanted = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .update(`${process.platform}-${process.arch}`)
    .digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  assertWritable(root)
  console.log('Installing the packages (once, a minute or two) …')
  const { code, output } = await run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    timeoutMs: installTimeoutMs,
    env: installEnvironment(),
  })
  if (code === 127)
    throw new Refusal('npm was not found: it comes with Node, so install Node from nodejs.org or add npm to PATH.')
  if (code !== 0)
    throw new Refusal(sentenceFor(output, 'Installing the packages failed; the lines above are what npm said.'), output)
  mkdirSync(join(root, 'node_modules'), { recursive: true })
  writeFileSync(stamp, wanted)
}

/** @param {string} root */
function assertWritable(root) {
  try {
    accessSync(root, constants.W_OK)
  } catch {
    throw new Refusal(sentenceFor('EACCES', ''))
  }
}

// Under `npm start` the outer npm hands its own settings down as npm_config_*; an `omit=dev` among them would leave out
// what builds the apps. NODE_ENV=production does the same.
function installEnvironment() {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^npm_(config_omit|config_production|lifecycle|package)/.test(name),
  )
  return { ...Object.fromEntries(kept), NODE_ENV: 'development' }
}
