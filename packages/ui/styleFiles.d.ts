/** What a bundler asks of a plugin that changes code. */
interface Changing {
  readonly name: string
  readonly enforce: 'pre'
  transform(
    code: string,
    id: string,
  ): {
    code: string
    map: null
  } | null
}
/**
 * Keeps libraries from writing style sheets into the page, which its policy forbids: where styles may stand inline, a
 * text that gets into the page can read it out by them. Fails where a library no longer looks as it is known.
 */
export declare function styleFiles(): Changing
export {}
