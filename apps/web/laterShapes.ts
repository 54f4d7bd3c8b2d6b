import { fileURLToPath } from 'node:url'
import { type Plugin, type Rolldown, runnerImport } from 'vite'

const protocol = fileURLToPath(new URL('../../packages/protocol/', import.meta.url))
const gathered = fileURLToPath(new URL('protocolModules.ts', import.meta.url))
const outline = '?outline='

type ImportDeclaration = Extract<
  ReturnType<Rolldown.PluginContext['parse']>['body'][number],
  { readonly type: 'ImportDeclaration' }
>
type Exports = Readonly<Record<string, unknown>>

/**
 * Has the app import an outline of each module of the protocol that has shapes: its routes without them, and its plain
 * values. The shapes, and the library that reads by them, come when the first call is on its way, so that nobody waits for
 * them to see a screen. What else a module exports is imported from it as before.
 */
export function laterShapes(): Plugin {
  let reading: Promise<ReadonlyMap<string, Exports>> | null = null
  const exportsOf = async (path: string) => (await (reading ??= readModules())).get(path)
  return {
    name: 'later-shapes',
    async transform(code, id) {
      if (id.startsWith(protocol) || !code.includes('@truemark/protocol/')) return null
      let written = code
      for (const node of this.parse(code).body.toReversed()) {
        if (node.type !== 'ImportDeclaration' || !node.source.value.startsWith('@truemark/protocol/')) continue
        const found = await this.resolve(node.source.value, id)
        const exports = found && (await exportsOf(found.id))
        if (!exports || !hasShapes(exports)) continue
        const names = namesOf(node)
        if (names === null) continue
        const split = splitImport(names, exports, node.source.value)
        written = written.slice(0, node.start) + split + written.slice(node.end)
      }
      return written === code ? null : { code: written, map: null }
    },
    async resolveId(source, importer, options) {
      const { path, name } = outlined(source)
      if (name === null) return null
      const found = await this.resolve(path, importer, { ...options, skipSelf: true })
      return found && { id: found.id + outline + name, moduleSideEffects: false }
    },
    async load(id) {
      const { path, name } = outlined(id)
      return name === null ? null : outlineOf(path, name, (await exportsOf(path))?.[name])
    },
  }
}

/** What stands at an id: the outline of one export, or a module itself, whose `name` is null. */
function outlined(id: string): { readonly path: string; readonly name: string | null } {
  const [path = '', name = null] = id.split(outline, 2)
  return { path, name }
}

interface Name {
  readonly imported: string
  readonly local: string
}

/** What an import names; null where it takes a module as a whole. */
function namesOf(node: ImportDeclaration): readonly Name[] | null {
  const names = node.specifiers.flatMap((one): Name[] =>
    one.type === 'ImportSpecifier' && one.imported.type === 'Identifier'
      ? [{ imported: one.imported.name, local: one.local.name }]
      : [],
  )
  return names.length === node.specifiers.length ? names : null
}

/** The same import in parts: of outlines what has one, of the module the rest. */
export function splitImport(names: readonly Name[], exports: Exports, source: string): string {
  const late = names.filter(({ imported }) => !isEarly(exports[imported]))
  const parts = names
    .filter((name) => !late.includes(name))
    .map(({ imported, local }) => `import { ${imported} as ${local} } from '${source}${outline}${imported}';`)
  const rest = late.map(({ imported, local }) => `${imported} as ${local}`).join(', ')
  return parts.join('') + (rest === '' ? '' : `import { ${rest} } from '${source}';`)
}

async function readModules(): Promise<ReadonlyMap<string, Exports>> {
  const { module } = await runnerImport<{ modules: Readonly<Record<string, Exports>> }>(gathered, {
    root: import.meta.dirname,
    configFile: false,
    logLevel: 'error',
  })
  return new Map(
    Object.entries(module.modules).map(([name, exports]) => [fileURLToPath(new URL(name, import.meta.url)), exports]),
  )
}

function hasShapes(exports: Exports): boolean {
  return Object.values(exports).some((value) => isShape(value) || isRoute(value))
}

const isObject = (value: unknown): value is Exports => typeof value === 'object' && value !== null
const isShape = (value: unknown) => isObject(value) && '_zod' in value
const isRoute = (value: unknown): value is Exports =>
  isObject(value) && 'method' in value && 'path' in value && isShape(value['answer'])

/** Whether a value is the same when it is written down and read. */
function isPlain(value: unknown): boolean {
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return true
  if (typeof value === 'number') return Number.isFinite(value)
  if (Array.isArray(value)) return value.every(isPlain)
  return isObject(value) && Object.getPrototypeOf(value) === Object.prototype && Object.values(value).every(isPlain)
}

const isEarly = (value: unknown) => isRoute(value) || isPlain(value)

/** What of a route its caller needs before an answer is there. */
const kept = ['method', 'path', 'idempotent', 'files', 'media'] as const

/** The code of the outline of what a module at `path` exports under a name. */
export function outlineOf(path: string, name: string, value: unknown): string {
  if (!isRoute(value)) return `export const ${name} = ${JSON.stringify(value)}`
  const head = kept.flatMap((part) => (value[part] === undefined ? [] : [`${part}: ${JSON.stringify(value[part])}`]))
  const whole = `whole: async () => (await import(${JSON.stringify(path)})).${name}`
  return `export const ${name} = { ${[...head, whole].join(', ')} }`
}
