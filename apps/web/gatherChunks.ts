import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build, type Plugin, type PluginOption, type Rolldown } from 'vite'
import { planChunks, type Piece } from './chunkPlan.ts'

/** What most visits begin with, and what each brings: it counts for several of the others. */
const often =
  /^((Home|Market|[A-Z][a-z]+Trade|Login|Register|Assets)Screen|SupportButton|NotificationToasts|ToastHost)$/
const oftenWeight = 5
/** A part that comes late to a screen makes nobody wait for the screen. */
const partWeight = 0.5
/** The figures of every language stand in these. */
const firstFont = /\/barlow-latin-\d+-normal-.*\.woff2$/

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
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle: built = {} }) {
        const start = Object.values(built).find(isStart)
        if (!start) throw new Error('there is no file to start the app with')
        const isNoEntry = (name: string) => {
          const part = built[name]
          return part === undefined || !isChunk(part) || !part.isEntry
        }
        const fonts = Object.keys(built).filter((name) => firstFont.test(name))
        return [
          ...[start.fileName, ...start.imports].filter(isNoEntry).map((name) => ({
            tag: 'link',
            attrs: { rel: 'modulepreload', crossorigin: true, href: `/${name}` },
            injectTo: 'head' as const,
          })),
          // found by the style alone they would come after the first drawing, and move it
          ...fonts.map((name) => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: `/${name}` },
            injectTo: 'head-prepend' as const,
          })),
        ]
      },
    },
  }
}

type Group = NonNullable<Exclude<Rolldown.OutputOptions['codeSplitting'], boolean | undefined>['groups']>[number]

const startModule = fileURLToPath(new URL('src/app/start.tsx', import.meta.url))
const page = fileURLToPath(new URL('index.html', import.meta.url))

/** By what the answers and streams of a first screen are read: comes beside it, in one file. */
const firstShapes =
  /\/(packages\/protocol\/(stream|firstFigures|routes\/(identity|notification))|src\/(data\/stream|app\/figure)Shapes)\.ts$/
/** Small parts that every visit needs: some before the first drawing, none of them to start. */
const everyVisit =
  /\/(packages\/core\/money|src\/(app\/(PullToRefresh|keepWorker|Stale)|data\/errorReport)|device\/pageTranslation)[^?]*\.tsx?$/

/**
 * What the page loads at once, in two files: what names all other files, and the app itself. A group takes all that it
 * imports with it, so these stand before all others.
 */
const firstGroups: readonly Group[] = [
  { name: 'index', test: (id) => id === page, priority: 1_001 },
  { name: 'start', test: (id) => id === startModule, priority: 1_000 },
  { name: 'visit', test: (id) => everyVisit.test(id), priority: 999.8 },
  { name: 'refusal', test: (id) => id.endsWith('/packages/protocol/refusal.ts'), priority: 999.5 },
  { name: 'shapes', test: (id) => firstShapes.test(id), priority: 999 },
]

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
      rolldownOptions: { output: { codeSplitting: { groups: [...firstGroups] } } },
    },
  })
  return 'output' in result ? result.output.filter(isChunk) : []
}

function isChunk(output: Rolldown.OutputChunk | Rolldown.OutputAsset): output is Rolldown.OutputChunk {
  return output.type === 'chunk'
}

function isStart(output: Rolldown.OutputChunk | Rolldown.OutputAsset): output is Rolldown.OutputChunk {
  return isChunk(output) && output.moduleIds.includes(startModule)
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
    ...firstGroups,
    // A group takes all that it imports with it, so what is imported must have been taken before.
    ...gathered.map(({ pieces }, place): Group => {
      const ids = new Set(pieces.flatMap((piece) => modules.get(piece) ?? []))
      const alone = chunks.find(({ fileName }) => pieces.length === 1 && pieces[0] === fileName)
      return { name: alone?.name ?? 'shared', test: (id) => ids.has(id), priority: 998 - place }
    }),
  ]
}

/** All that index.html does not bring anyway. */
function piecesOf(chunks: readonly Rolldown.OutputChunk[]): Piece[] {
  const there = new Set(chunks.filter((chunk) => chunk.isEntry || isStart(chunk)).map(({ fileName }) => fileName))
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
  if (often.test(name)) return oftenWeight
  return name.endsWith('Screen') ? 1 : partWeight
}
