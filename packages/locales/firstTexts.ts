import languages from 'virtual:texts'

/** Loads what an app shows first in a language, as one file. Rejects where that can't be loaded. */
export async function firstTexts(tag: string): Promise<Record<string, unknown>> {
  const texts = await languages[tag]?.()
  if (!texts) throw new Error(tag)
  return texts.default
}
