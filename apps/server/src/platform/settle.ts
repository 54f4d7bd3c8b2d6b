import { open } from 'node:fs/promises'

/** Makes sure that names stand in their folder after a loss of power; Windows knows no such thing. */
export async function settleFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const opened = await open(folder)
  try {
    await opened.sync()
  } finally {
    await opened.close()
  }
}
