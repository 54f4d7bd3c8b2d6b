/** Saves what is given as a JSON file of this name. */
export function saveFile(name: string, content: unknown): void {
  saveBytes(name, JSON.stringify(content, null, 2), 'application/json')
}

/** Saves a file of this name, to the byte. */
export function saveBytes(name: string, content: string | Uint8Array<ArrayBuffer>, type: string): void {
  const address = URL.createObjectURL(new Blob([content], { type }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}
