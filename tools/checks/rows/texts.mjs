import { parseSync } from 'vite'

/**
 * The texts that a module writes out, each with the line it begins on; `§` stands for what the program puts in.
 * @param {string} source
 * @param {string} file
 * @returns {{ text: string, line: number }[]}
 */
export function textsOf(source, file) {
  /** @type {{ text: string, line: number }[]} */
  const texts = []
  const visit = (/** @type {any} */ node) => {
    if (typeof node !== 'object' || node === null) return
    const text =
      node.type === 'Literal' && typeof node.value === 'string'
        ? node.value
        : node.type === 'TemplateLiteral'
          ? node.quasis.map((/** @type {any} */ { value }) => value.cooked).join('§')
          : null
    if (text !== null) texts.push({ text, line: source.slice(0, node.start).split('\n').length })
    for (const part of Array.isArray(node) ? node : Object.values(node)) visit(part)
  }
  visit(parseSync(file, source).program.body)
  return texts
}
