import { readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

const pack: unknown = JSON.parse(readFileSync(here('package.json'), 'utf8'))
const dependencies =
  typeof pack === 'object' && pack !== null && 'dependencies' in pack ? Object.keys(Object(pack.dependencies)) : []

/** What npm installs stays outside; our own packages are TypeScript and go in. */
const outside = dependencies.filter((name) => !name.startsWith('@truemark/'))
const builtin = new Set(builtinModules)

function isOutside(id: string): boolean {
  if (id.startsWith('node:') || builtin.has(id)) return true
  return outside.some((name) => id === name || id.startsWith(`${name}/`))
}

// One program a thread: the gateway, the engine, the market, the projector, the lead.
export default defineConfig({
  root: here('.'),
  build: {
    ssr: true,
    target: 'node20',
    outDir: 'dist',
    emptyOutDir: true,
    minify: false,
    sourcemap: true,
    rollupOptions: {
      input: {
        main: here('src/main.ts'),
        engineWorker: here('src/engine/engineWorker.ts'),
        marketWorker: here('src/market/marketWorker.ts'),
        frameWorker: here('src/frameWorker.ts'),
        projectorWorker: here('src/projectorWorker.ts'),
        leadWorker: here('src/platform/lead/leadWorker.ts'),
        owedWorker: here('src/owedWorker.ts'),
        wholeCheckWorker: here('src/wholeCheckWorker.ts'),
        statementWorker: here('src/account/statementWorker.ts'),
        imageWorker: here('src/platform/files/imageWorker.ts'),
        operatorLink: here('src/operatorLink.ts'),
        chainEvm: here('src/chainEvm.ts'),
        chainBitcoin: here('src/chainBitcoin.ts'),
        journalCheck: here('src/journalCheck.ts'),
        archiveSegment: here('src/archiveSegment.ts'),
        backup: here('src/backup.ts'),
        restore: here('src/restore.ts'),
        moveFiles: here('src/moveFiles.ts'),
        rotateKeys: here('src/rotateKeys.ts'),
        bundleHash: here('src/bundleHash.ts'),
        verifyEvidence: here('src/verifyEvidence.ts'),
        verifyPrices: here('src/verifyPrices.ts'),
        verifyReceipts: here('src/verifyReceipts.ts'),
        verifyHead: here('src/verifyHead.ts'),
        verifyLiabilities: here('src/verifyLiabilities.ts'),
        exportJournal: here('src/exportJournal.ts'),
        verifyExport: here('src/verifyExport.ts'),
      },
      external: isOutside,
      // a thread loads what it uses of a slice, and not all that the slice's door leads to
      treeshake: { moduleSideEffects: false },
      output: { entryFileNames: '[name].js', chunkFileNames: 'parts/[name]-[hash].js', format: 'es' },
    },
  },
  ssr: { noExternal: [/^@truemark\//] },
})
