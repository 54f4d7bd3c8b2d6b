/** A chunk as the bundler cut it: what belongs to exactly the same screens and late parts. */
export interface Piece {
  readonly name: string
  /** Bytes, as they are sent. */
  readonly size: number
  /** The pieces that it imports at once. */
  readonly imports: readonly string[]
  /** How often it is opened for its own sake, as against others; 0 for what is only ever imported. */
  readonly weight: number
}

/** Pieces that are to be one file, with what that file imports at once. */
export interface Gathered {
  readonly pieces: readonly string[]
  readonly imports: readonly Gathered[]
}

/** What one more file costs, in bytes of a slow line: its head, and its share of the turns that six connections take. */
const fileCost = 14_000

interface Node {
  readonly pieces: string[]
  size: number
  /** Opened for its own sake: it keeps its file, for whoever opens it would load the rest with it. */
  readonly opened: boolean
  readonly imports: Set<Node>
  /** Everything that it brings with it, itself left out. */
  brought: Set<Node>
  /** The opened pieces that bring it. */
  openers: Set<number>
}

interface Merging {
  readonly into: Node
  readonly from: Node
  readonly saved: number
}

/**
 * Gathers small shared pieces into few files: as long as it pays, those two become one whose union costs all openings
 * the least, where a file more is weighed against bytes that an opening would load and not need. The same pieces give
 * the same files. They come in an order in which each stands after all that it imports.
 */
export function planChunks(pieces: readonly Piece[]): Gathered[] {
  const weights = pieces.map(({ weight }) => weight)
  const nodes = nodesOf(pieces)
  for (let best = bestMerging(nodes, weights); best !== null; best = bestMerging(nodes, weights)) merge(nodes, best)
  return gatheredOf(nodes)
}

function nodesOf(pieces: readonly Piece[]): Set<Node> {
  const nodes = new Map<string, Node>()
  for (const { name, size, weight } of pieces) {
    const node = { pieces: [name], size, opened: weight > 0, imports: new Set<Node>() }
    nodes.set(name, { ...node, brought: new Set(), openers: new Set() })
  }
  for (const { name, imports } of pieces) {
    for (const each of imports) {
      const imported = nodes.get(each)
      if (imported) nodes.get(name)?.imports.add(imported)
    }
  }
  const all = [...nodes.values()]
  for (const node of all) node.brought = broughtBy(node)
  for (const [place, node] of all.entries()) {
    if (node.opened) for (const each of [node, ...node.brought]) each.openers.add(place)
  }
  return new Set(all)
}

function broughtBy(node: Node): Set<Node> {
  const found = new Set<Node>()
  const add = ({ imports }: Node): void => {
    for (const each of imports) {
      if (found.has(each)) continue
      found.add(each)
      add(each)
    }
  }
  add(node)
  return found
}

function bestMerging(nodes: ReadonlySet<Node>, weights: readonly number[]): Merging | null {
  const free = [...nodes].filter((node) => !node.opened)
  let best: Merging | null = null
  for (const [place, into] of free.entries()) {
    for (const from of free.slice(place + 1)) {
      const saved = savedBy(into, from, weights)
      if (saved > (best?.saved ?? 0) && !closesCircle(into, from) && !closesCircle(from, into)) {
        best = { into, from, saved }
      }
    }
  }
  return best
}

function savedBy(into: Node, from: Node, weights: readonly number[]): number {
  /** What the openings weigh that would have to load a node and did not before. */
  const more = (node: Node): number => {
    let sum = 0
    for (const opener of into.openers) if (!node.openers.has(opener)) sum += weights[opener] ?? 0
    for (const opener of from.openers) {
      if (!node.openers.has(opener) && !into.openers.has(opener)) sum += weights[opener] ?? 0
    }
    return sum
  }
  let saved = -more(into) * into.size - more(from) * from.size
  for (const opener of into.openers) if (from.openers.has(opener)) saved += (weights[opener] ?? 0) * fileCost
  for (const brought of [into.brought, from.brought]) {
    for (const each of brought) {
      if (saved <= 0) return 0
      const counted = brought === from.brought && into.brought.has(each)
      if (each !== into && each !== from && !counted) saved -= more(each) * (each.size + fileCost)
    }
  }
  return saved
}

/** Whether `to` is imported by something that `from` imports: as one file they and that would import each other. */
function closesCircle(from: Node, to: Node): boolean {
  return [...from.imports].some((each) => each !== to && each.brought.has(to))
}

function merge(nodes: Set<Node>, { into, from }: Merging): void {
  nodes.delete(from)
  into.pieces.push(...from.pieces)
  into.size += from.size
  for (const each of from.imports) into.imports.add(each)
  for (const opener of from.openers) into.openers.add(opener)
  for (const node of nodes) if (node.imports.delete(from)) node.imports.add(into)
  into.imports.delete(into)
  into.imports.delete(from)
  for (const node of nodes) node.brought = broughtBy(node)
  for (const each of into.brought) for (const opener of into.openers) each.openers.add(opener)
}

function gatheredOf(nodes: ReadonlySet<Node>): Gathered[] {
  const made = new Map<Node, Gathered>()
  const make = (node: Node): Gathered => {
    const known = made.get(node)
    if (known) return known
    const gathered = { imports: [...node.imports].map(make), pieces: node.pieces.toSorted() }
    made.set(node, gathered)
    return gathered
  }
  for (const node of nodes) make(node)
  return [...made.values()]
}
