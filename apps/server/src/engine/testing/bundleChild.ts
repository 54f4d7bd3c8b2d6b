import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const cacheFolder = fileURLToPath(new URL('../../../../../.cache/engine-tests', import.meta.url))

/**
 * Bundles a TypeScript file of this folder, so that a plain node process or a worker thread can run it.
 * Returns the path of the bundle.
 */
export async function bundleChild(name: string): Promise<string> {
  const outDir = join(cacheFolder, `${name}-${process.pid}`)
  await build({
    configFile: false,
    logLevel: 'error',
    ssr: { noExternal: [/^@truemark\//] },
    build: {
      ssr: fileURLToPath(new URL(`./${name}.ts`, import.meta.url)),
      outDir,
      emptyOutDir: true,
      minify: false,
      rolldownOptions: { output: { entryFileNames: 'child.mjs' } },
    },
  })
  return join(outDir, 'child.mjs')
}
