/** The files of one part of the texts, a language each, as a bundler's glob gives them. */
export type TextFiles<Texts> = Readonly<Record<string, () => Promise<Texts>>>

/** Loads the file that lies in the folder of a language; a test holds that each folder has the files of all others. */
export function textsIn<Texts>(tag: string, files: TextFiles<Texts>): Promise<Texts> {
  const own = Object.entries(files).find(([path]) => path.includes(`/${tag}/`))
  return own === undefined ? Promise.reject(new Error(`there are no such texts in ${tag}`)) : own[1]()
}
