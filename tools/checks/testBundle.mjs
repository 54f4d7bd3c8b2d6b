import { readdirSync, rmSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'

/** Whose tests are bundled; those of the apps in the browser load little, and what they load is made for browsers. */
const folders = ['packages', 'apps/server', 'tests', 'bench']
const never = /(^|\/)(node_modules|dist|fixtures|journeys)\//
const testFile = /\.test\.tsx?$/
const placeOfFile = /\bimport\.meta\.(url|dirname|filename)\b/g

/**
 * Bundles the test files with all of ours that they import, as modules that Node loads by itself: Vitest would change and
 * load each of a thousand modules anew for each test file, which takes longer than most tests, and its way of importing
 * makes every call from one module into another slower.
 * @param {string} root
 * @returns {Promise<string>} the folder: its files lie as their sources do
 */
export async function bundleTests(root) {
  const outDir = join(root, '.cache/tests')
  rmSync(outDir, { recursive: true, force: true })
  await bundleFiles(
    root,
    folders.flatMap((folder) => testsBelow(root, folder)),
    outDir,
  )
  return outDir
}

/**
 * @param {string} root
 * @param {string[]} files from `root`
 * @param {string} outDir
 */
export async function bundleFiles(root, files, outDir) {
  // npm test may have installed it only now
  const { build } = await import('vite')
  const { checkedRows } = await import('./rows/plugin.mjs')
  const builtin = new Set(builtinModules)
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    plugins: [checkedRows(root), keepPlaces(root)],
    build: {
      ssr: true,
      target: 'node20',
      outDir,
      emptyOutDir: false,
      minify: false,
      sourcemap: true,
      rollupOptions: {
        input: Object.fromEntries(files.map((file) => [file.replace(/\.tsx?$/, ''), join(root, file)])),
        // what npm installs is loaded as it is, and once
        external: (id) => builtin.has(id) || (/^[\w@]/.test(id) && !id.startsWith('@truemark/')),
        treeshake: false,
        output: { entryFileNames: '[name].js', chunkFileNames: 'parts/[name]-[hash].js', format: 'es' },
      },
    },
    ssr: { noExternal: [/^@truemark\//] },
  })
}

/** Each module goes on to find what lies beside its source. @param {string} root @returns {import('vite').Plugin} */
function keepPlaces(root) {
  return {
    name: 'keep-places',
    enforce: 'pre',
    transform(code, id) {
      if (!code.includes('import.meta.') || relative(root, id).includes('node_modules')) return null
      const places = { url: pathToFileURL(id).href, dirname: join(id, '..'), filename: id }
      return {
        code: code.replaceAll(placeOfFile, (_, /** @type {keyof typeof places} */ name) =>
          JSON.stringify(places[name]),
        ),
        map: null,
      }
    },
  }
}

/**
 * @param {string} root
 * @param {string} folder
 */
function testsBelow(root, folder) {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((name) => testFile.test(name) && !never.test(name))
}
