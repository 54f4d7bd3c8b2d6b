/** How long a file may be taken up by the browser before its memory is given back. */
const keptMs = 60_000

/** Saves a file on this device, as the browser does with a download. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), keptMs)
}
