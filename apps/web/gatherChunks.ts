import { gzipSync } from 'node:zlib'
import { build, type Plugin, type PluginOption, type Rolldown } from 'vite'
import { planChunks, type Piece } from './chunkPlan.ts'

/** What most visits begin with: it counts for several of the others. */
const firstScreens = /^(Home|Market|[A-Z][a-z]+Trade|Login|Register|Assets)Screen$/
const firstScreenWeight = 5
/** A part that comes late to a screen makes nobody wait for the screen. */
const partWeight = 0.5

/**
 * Gathers the code that several screens share into few files, since each file costs a turn on a line that bears six at a
 * time. Which code that is only the bundler knows: the app is bundled once without writing it, and once more as
 * {@link planChunks} says. `plugins` are those on which the code depends.
 */
export function gatherChunks(plugins: () => PluginOption[]): Plugin {
  return {
    name: 'gather-chunks',
    apply: 'build',
    async config() {
      const chunks = await bundle(plugins())
      return { build: { rolldownOptions: { output: { codeSplitting: { groups: groupsOf(chunks) } } } } }
    },
  }
}

type Group = NonNullable<Exclude<Rolldown.OutputOptions['codeSplitting'], boolean | undefined>['groups']>[number]

/** What index.html needs: one file, before all other groups. */
const first: Group = { name: 'first', tags: ['$initial'], priority: 1_000 }

async function bundle(plugins: PluginOption[]): Promise<Rolldown.OutputChunk[]> {
  const result = await build({
    configFile: false,
    root: import.meta.dirname,
    logLevel: 'error',
    plugins: [withoutStyles, ...plugins],
    build: {
      write: false,
      target: 'es2023',
      reportCompressedSize: false,
      rolldownOptions: { output: { codeSplitting: { groups: [first] } } },
    },
  })
  return 'output' in result ? result.output.filter(isChunk) : []
}

function isChunk(output: Rolldown.OutputChunk | Rolldown.OutputAsset): output is Rolldown.OutputChunk {
  return output.type === 'chunk'
}

/** Styles make no chunks here. */
const withoutStyles: Plugin = {
  name: 'without-styles',
  enforce: 'pre',
  load: (id) => (id.endsWith('.css') ? { code: '', moduleType: 'js' } : null),
}

function groupsOf(chunks: readonly Rolldown.OutputChunk[]): Group[] {
  const modules = new Map(chunks.map(({ fileName, moduleIds }) => [fileName, moduleIds]))
  const shared = new Set(chunks.flatMap(({ imports }) => imports))
  const gathered = planChunks(piecesOf(chunks)).filter(({ pieces }) => pieces.some((piece) => shared.has(piece)))
  return [
    first,
    // A group takes all that it imports with it, so what is imported must have been taken before.
    ...gathered.map(({ pieces }, place): Group => {
      const ids = new Set(pieces.flatMap((piece) => modules.get(piece) ?? []))
      const alone = chunks.find(({ fileName }) => pieces.length === 1 && pieces[0] === fileName)
      return { name: alone?.name ?? 'shared', test: (id) => ids.has(id), priority: 999 - place }
    }),
  ]
}

/** All that index.html does not bring anyway. */
function piecesOf(chunks: readonly Rolldown.OutputChunk[]): Piece[] {
  const entries = chunks.filter(({ isEntry }) => isEntry)
  const there = new Set(entries.flatMap(({ fileName, imports }) => [fileName, ...imports]))
  return chunks
    .filter(({ fileName }) => !there.has(fileName))
    .map(({ name, fileName, code, imports, isDynamicEntry }) => ({
      name: fileName,
      size: gzipSync(code).length,
      imports,
      weight: isDynamicEntry ? weightOf(name) : 0,
    }))
}

function weightOf(name: string): number {
  if (firstScreens.test(name)) return firstScreenWeight
  return name.endsWith('Screen') ? 1 : partWeight
}
