const listMax = 1_000

/** The languages (BCP 47) that an Accept-Language asks for, the most wanted first; those that it refuses are left out. */
export function acceptedTags(header: string | undefined): string[] {
  const wanted = (header ?? '')
    .slice(0, listMax)
    .split(',')
    .map((entry) => {
      const [tag = '', ...parameters] = entry.split(';').map((part) => part.trim())
      const quality = parameters.find((each) => /^q=/i.test(each))?.slice(2)
      return { tag, quality: quality === undefined ? 1 : Number(quality) }
    })
    .filter(({ tag, quality }) => /^[a-z0-9-]+$/i.test(tag) && quality > 0)
  return wanted.toSorted((a, b) => b.quality - a.quality).map(({ tag }) => tag)
}
