/** Where the images of texts stand; a name is 32 hex digits that were drawn at random. */
export const imagePath = '/api/v3/content/images/'

const imageName = /^\/api\/v3\/content\/images\/([0-9a-f]{32})$/
const web = /^https?:\/\/[A-Za-z0-9.[\]:-]+(?:[/?#][^\s\p{C}]*)?$/u
const mail = /^mailto:[A-Za-z0-9._%+-]{1,64}@[A-Za-z0-9.-]{1,190}$/
// a second slash, or a backslash that a browser takes for one, would lead to another host
const ownPath = /^\/(?![/\\])[^\s\\\p{C}]*$/u
const lengthMax = 500

/** The name of an image that stands at this address, or null where that is not an image of the vault. */
export function imageNameOf(address: string): string | null {
  return imageName.exec(address)?.[1] ?? null
}

/** Whether a link may lead there: to the web, a mail address, or a path of this app that is not its API. */
export function isSafeLink(address: string): boolean {
  if (address.length > lengthMax) return false
  if (mail.test(address)) return true
  if (web.test(address)) return isHost(address)
  return ownPath.test(address) && !address.toLowerCase().startsWith('/api/')
}

// a name before an @ would pass for the host
function isHost(address: string): boolean {
  try {
    const { username, password, hostname } = new URL(address)
    return username === '' && password === '' && hostname !== ''
  } catch {
    return false
  }
}

/** Whether a link stays inside this app. */
export function isOwnPath(address: string): boolean {
  return ownPath.test(address)
}
