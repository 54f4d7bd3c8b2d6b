declare module 'virtual:texts' {
  /** How the first texts of each language are loaded, by its tag; made by compileTexts.ts. */
  const languages: Readonly<Record<string, () => Promise<{ default: Record<string, unknown> }>>>
  export default languages
}
