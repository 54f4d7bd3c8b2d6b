import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

// Makes the client of programs an npm package that stands by itself: `npm run pack-program` writes it to .cache/program,
// or to the folder that is named. `npm pack` there makes the file that a program installs.

const root = dirname(import.meta.dirname)

/** What a program imports, by its name in the package. */
const entries = {
  program: 'packages/program/program.ts',
  programKey: 'packages/program/programKey.ts',
  routes: 'packages/protocol/routes/all.ts',
  calling: 'packages/protocol/calling.ts',
  ccxt: 'packages/ccxt/truemark.ts',
}

/** Whose declarations the package's own stand on. */
const typed = ['ccxt', 'program', 'protocol', 'core']

/** @param {string} folder where the package goes; what was there is gone */
export async function packProgram(folder) {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  await bundle(folder)
  declare(folder)
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(description(), null, 2)}\n`)
  cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'))
}

/** @param {string} folder */
async function bundle(folder) {
  const { build } = await import('vite')
  const input = Object.fromEntries(Object.entries(entries).map(([name, path]) => [name, join(root, path)]))
  await build({
    configFile: false,
    logLevel: 'error',
    ssr: { noExternal: [/^@truemark\//] },
    build: {
      ssr: true,
      outDir: folder,
      emptyOutDir: false,
      minify: false,
      rolldownOptions: { input, output: { entryFileNames: '[name].js', chunkFileNames: 'parts/[name].js' } },
    },
  })
}

/** @param {string} folder */
function declare(folder) {
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  const { status } = spawnSync(process.execPath, [tsc, '-b', join(root, 'packages/ccxt')], { stdio: 'inherit' })
  if (status !== 0) throw new Error('the types of packages/ccxt and packages/program could not be made')
  for (const name of typed) {
    const from = join(root, '.cache/types/packages', name)
    for (const file of filesBelow(from)) {
      if (!file.endsWith('.d.ts')) continue
      const to = join(folder, 'types', name, relative(from, file))
      mkdirSync(dirname(to), { recursive: true })
      writeFileSync(to, placed(readFileSync(file, 'utf8'), relative(dirname(to), join(folder, 'types'))))
    }
  }
}

/**
 * Declarations with the packages of this repository where they lie in the package.
 * @param {string} text
 * @param {string} up from the file to the folder of all types
 */
function placed(text, up) {
  return text
    .replaceAll(
      /(['"])@truemark\/([a-z]+)\/([^'"]+)\1/g,
      (_, quote, name, path) => `${quote}${up}/${name}/${path}.js${quote}`,
    )
    .replaceAll(/(['"]\.[^'"]*)\.ts(['"])/g, '$1.js$2')
}

/** @param {string} folder @returns {string[]} */
function filesBelow(folder) {
  return readdirSync(folder)
    .map((name) => join(folder, name))
    .flatMap((path) => (statSync(path).isDirectory() ? filesBelow(path) : [path]))
}

function description() {
  const { version, license, engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const { dependencies } = JSON.parse(readFileSync(join(root, 'packages/program/package.json'), 'utf8'))
  const { ws, zod } = dependencies
  const typesOf = (/** @type {string} */ path) => `./types/${path.replace('packages/', '').replace(/\.ts$/, '.d.ts')}`
  const exports = Object.fromEntries(
    Object.entries(entries).map(([name, path]) => [`./${name}`, { types: typesOf(path), default: `./${name}.js` }]),
  )
  const { ccxt } = JSON.parse(readFileSync(join(root, 'packages/ccxt/package.json'), 'utf8')).dependencies
  const named = { name: '@truemark/program', version, license, type: 'module', engines, exports }
  // who comes through CCXT has it already, and who does not needs none
  const peers = { peerDependencies: { ccxt }, peerDependenciesMeta: { ccxt: { optional: true } } }
  return { ...named, dependencies: { ws, zod }, ...peers }
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const folder = process.argv[2] ?? join(root, '.cache/program')
  await packProgram(folder)
  process.stdout.write(`${fileURLToPath(pathToFileURL(folder))} holds the package: npm pack makes its file there.\n`)
}
