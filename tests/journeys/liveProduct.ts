import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'

const root = join(import.meta.dirname, '../..')

/** The built server with another market: its programs lie beside the same apps, migrations and packages. */
export interface LiveBuild {
  /** The program that `startProduct` is to run. */
  readonly program: string
  remove(): void
}

/** Builds the market of stand-in venues into a copy of the built server. */
export async function buildLive(): Promise<LiveBuild> {
  const base = mkdtempSync(join(tmpdir(), 'truemark-live-'))
  const server = join(base, 'apps/server')
  mkdirSync(server, { recursive: true })
  const link = (path: string): void => symlinkSync(join(root, path), join(base, path))
  for (const path of [
    'node_modules',
    'apps/web',
    'apps/desk',
    'apps/server/migrations',
    'apps/server/data',
    'apps/server/package.json',
  ]) {
    link(path)
  }
  cpSync(join(root, 'apps/server/dist'), join(server, 'dist'), { recursive: true })
  const outside = new Set(builtinModules)
  await build({
    configFile: false,
    root: join(root, 'apps/server'),
    logLevel: 'error',
    build: {
      ssr: true,
      target: 'node20',
      outDir: join(server, 'dist'),
      emptyOutDir: false,
      rollupOptions: {
        input: { marketWorker: join(import.meta.dirname, 'standInMarket.ts') },
        external: (id) => id.startsWith('node:') || outside.has(id) || /^(pg|pino|ws)(\/|$)/.test(id),
        output: { entryFileNames: '[name].js', chunkFileNames: 'standIn/[name]-[hash].js', format: 'es' },
      },
    },
    ssr: { noExternal: [/^@truemark\//] },
  })
  return {
    program: join(server, 'dist/main.js'),
    remove: () => rmSync(base, { recursive: true, force: true }),
  }
}
