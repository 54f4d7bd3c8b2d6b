// A browser's translator takes text nodes out of the page and puts <font> elements in their place. React still holds the
// nodes: what it writes into them is seen by nobody, and taking one out of where it no longer is throws. So a node that was
// displaced goes back to its place as soon as it is written to, and what stands for it is meant where it is named.

/** What stands in the page for a text node that was taken out of it. */
const standIns = new WeakMap<Node, Element>()

type Observer = Pick<MutationObserver, 'takeRecords'>

const isWrapper = (node: Node | null | undefined): node is Element => node instanceof Element && node.tagName === 'FONT'

/** Lets the page live on while the browser translates it: nothing breaks, and every figure goes on. Once, at the start. */
export function surviveTranslation(): void {
  const observer = new MutationObserver(note)
  observer.observe(document, { childList: true, subtree: true })
  mendText(observer)
  mendChildren(observer)
}

// Translators put the stand-in in the text's place at once, or before or behind it and then take the text out, or take it
// out first.
function note(records: readonly MutationRecord[]): void {
  const lone: { readonly text: Node; readonly parent: Node }[] = []
  for (const { target, addedNodes, removedNodes, previousSibling, nextSibling } of records) {
    const added = [...addedNodes].find(isWrapper)
    const before = lone.pop()
    if (added !== undefined) {
      if (before?.parent === target) pair(before.text, added)
      if (nextSibling?.nodeType === Node.TEXT_NODE) putBefore.set(nextSibling, added)
      if (previousSibling?.nodeType === Node.TEXT_NODE) putBehind.set(previousSibling, added)
    }
    for (const text of removedNodes) {
      if (text.nodeType !== Node.TEXT_NODE || text.parentNode !== null) continue
      const standIn = [added, putBefore.get(text), putBehind.get(text)].find((each) => each && !taken.has(each))
      if (standIn !== undefined) pair(text, standIn)
      else lone.push({ text, parent: target })
    }
  }
}

const putBefore = new WeakMap<Node, Element>()
const putBehind = new WeakMap<Node, Element>()
/** Stand-ins of which it is known for which text they stand. */
const taken = new WeakSet<Element>()

function pair(text: Node, standIn: Element): void {
  standIns.set(text, standIn)
  taken.add(standIn)
}

/** What stands for a child of `parent` now: itself, what it was wrapped in, or what replaced it; null for nothing. */
function standInOf(child: Node, parent: Node, observer: Observer): Node | null {
  if (child.parentNode === parent) return child
  note(observer.takeRecords())
  for (let node: Node | null = child.parentNode; isWrapper(node); node = node.parentNode) {
    if (node.parentNode === parent) return node
  }
  const standIn = standIns.get(child)
  return standIn?.parentNode === parent ? standIn : null
}

function mendText(observer: Observer): void {
  const value = Object.getOwnPropertyDescriptor(Node.prototype, 'nodeValue')
  Object.defineProperty(Node.prototype, 'nodeValue', {
    ...value,
    set(this: Node, text: string | null) {
      value?.set?.call(this, text)
      if (this.parentNode !== null || this.nodeType !== Node.TEXT_NODE) return
      note(observer.takeRecords())
      const standIn = standIns.get(this)
      standIns.delete(this)
      if (standIn?.isConnected === true) standIn.parentNode?.replaceChild(this, standIn)
    },
  })
}

/** The methods of a node by which React changes its children. */
type Method<Rest extends unknown[]> = (this: Node, child: Node, ...rest: Rest) => Node

function mendChildren(observer: Observer): void {
  const own = <Rest extends unknown[]>(name: 'removeChild' | 'insertBefore' | 'appendChild'): Method<Rest> =>
    Object.getOwnPropertyDescriptor(Node.prototype, name)?.value
  const put = <Rest extends unknown[]>(name: string, value: Method<Rest>) =>
    Object.defineProperty(Node.prototype, name, { value, writable: true, configurable: true, enumerable: true })
  const [remove, insert, append] = [own('removeChild'), own<[Node | null]>('insertBefore'), own('appendChild')]
  // A displaced node that comes back elsewhere leaves nothing where it was.
  const leave = (child: Node) => {
    if (child.nodeType !== Node.TEXT_NODE || child.parentNode !== null) return
    note(observer.takeRecords())
    standIns.get(child)?.remove()
    standIns.delete(child)
  }
  put('removeChild', function (child) {
    if (child.nodeType !== Node.TEXT_NODE) return remove.call(this, child)
    const there = standInOf(child, this, observer)
    if (there !== null) remove.call(this, there)
    return child
  })
  put('insertBefore', function (child, before: Node | null) {
    leave(child)
    const isText = before?.nodeType === Node.TEXT_NODE
    return insert.call(this, child, before && isText ? standInOf(before, this, observer) : before)
  })
  put('appendChild', function (child) {
    leave(child)
    return append.call(this, child)
  })
}
