/** What a bundler asks of a plugin that changes code. */
interface Changing {
  readonly name: string
  readonly enforce: 'pre'
  transform(code: string, id: string): { code: string; map: null } | null
}

/** Where a library writes a style sheet into the page, and what stands there instead; its rules stand in libraries.css. */
const writings: readonly { readonly file: RegExp; readonly writes: RegExp; readonly instead: string }[] = [
  {
    file: /\/sonner\/dist\/index\.m?js$/,
    writes: /^__insertCSS\((["'`])[^]*?\1\);?$/m,
    instead: '',
  },
  {
    file: /\/input-otp\/dist\/index\.m?js$/,
    writes: /!document\.getElementById\("input-otp-style"\)/,
    instead: 'false',
  },
]

/**
 * Keeps libraries from writing style sheets into the page, which its policy forbids: where styles may stand inline, a
 * text that gets into the page can read it out by them. Fails where a library no longer looks as it is known.
 */
export function styleFiles(): Changing {
  return {
    name: 'style-files',
    enforce: 'pre',
    transform(code, id) {
      const writing = writings.find(({ file }) => file.test(id.split('?', 1)[0] ?? ''))
      if (writing === undefined) return null
      if (!writing.writes.test(code)) throw new Error(`${id} writes its styles in a way that is not known`)
      return { code: code.replace(writing.writes, () => writing.instead), map: null }
    },
  }
}
