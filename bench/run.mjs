import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { build } from 'vite'

// Bundles one bench and runs it in a process of its own: `node bench/run.mjs journal`.
const [name, ...rest] = process.argv.slice(2)
if (name === undefined || !/^[a-z-]+$/.test(name)) throw new Error('name a bench, as in: node bench/run.mjs journal')
const root = join(import.meta.dirname, '..')
const outDir = join(root, '.cache', 'bench', name)
await build({
  configFile: false,
  logLevel: 'error',
  ssr: { noExternal: [/^@truemark\//] },
  build: {
    ssr: join(import.meta.dirname, `${name}.ts`),
    outDir,
    emptyOutDir: true,
    minify: false,
    rolldownOptions: { output: { entryFileNames: 'bench.mjs' } },
  },
})
const { status } = spawnSync(process.execPath, ['--expose-gc', join(outDir, 'bench.mjs'), ...rest], {
  stdio: 'inherit',
})
process.exit(status ?? 1)
