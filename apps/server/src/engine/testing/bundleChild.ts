import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const cacheFolder = fileURLToPath(new URL('../../../../../.cache/engine-tests', import.meta.url))

/** Bundles a file of this folder; see `bundleFile`. */
export function bundleChild(name: string): Promise<string> {
  return bundleFile(fileURLToPath(new URL(`./${name}.ts`, import.meta.url)))
}

/** Bundles a TypeScript file, so that a plain node process or a worker thread can run it; returns the bundle's path. */
export async function bundleFile(file: string): Promise<string> {
  const outDir = join(cacheFolder, `${basename(file, '.ts')}-${process.pid}`)
  await build({
    configFile: false,
    logLevel: 'error',
    ssr: { noExternal: [/^@truemark\//] },
    build: {
      ssr: file,
      outDir,
      emptyOutDir: true,
      minify: false,
      rolldownOptions: { output: { entryFileNames: 'child.mjs' } },
    },
  })
  return join(outDir, 'child.mjs')
}
